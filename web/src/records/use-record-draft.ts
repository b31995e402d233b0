/** What somebody typed into a record, kept in the tab until it is saved or discarded. */
import { useRef, useState } from 'react';
import type { BoosterRecord } from '../api/records.ts';
import { useSession } from '../api/session.ts';
import type { Update } from '../forms/form-context.ts';
import { type Draft, findChanges, hasChanges, readDraft } from './record-draft.ts';

export interface KeptDraft {
  /** The record as it was when the editing began. */
  base: Pick<BoosterRecord, 'data' | 'updated'>;
  draft: Draft;
}

/** A draft without any change does not hide what others did to the record. */
export function useRecordDraft(panelId: string, record: Pick<BoosterRecord, 'key' | 'data' | 'updated'>) {
  // Somebody else may sign in in the same tab.
  const key = `heddle.record-draft.${useSession().user.id}.${panelId}.${record.key}`;
  const [stored, setStored] = useState<KeptDraft | undefined>(() => readKept(key));
  const [mode, setMode] = useState<Draft['mode']>('form');
  const latest = useRef(stored);
  const shown = (kept: KeptDraft | undefined) =>
    kept && (kept.base.updated === record.updated || isChanged(kept)) ? kept : undefined;

  /** Changes what is kept as it is after all changes so far, also those that are not shown yet. */
  function change(update: Update<KeptDraft | undefined>) {
    const next = update(shown(latest.current));
    latest.current = next;
    setStored(next);
    try {
      if (next) sessionStorage.setItem(key, JSON.stringify(next));
      else sessionStorage.removeItem(key);
    } catch {
      // The storage is full or forbidden: the draft lives as long as the page.
    }
  }

  return { kept: shown(stored), change, discard: () => change(() => undefined), mode, setMode };
}

function isChanged({ base, draft }: KeptDraft): boolean {
  const read = readDraft(draft);
  return 'problems' in read || hasChanges(findChanges(base.data, read.data));
}

function readKept(key: string): KeptDraft | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return isKept(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

function isKept(value: unknown): value is KeptDraft {
  return typeof value === 'object' && value !== null && 'base' in value && 'draft' in value;
}
