/** What somebody typed into a record, kept in the tab until it is saved or discarded. */
import { useState } from 'react';
import type { BoosterRecord } from '../api/records.ts';
import { type Draft, toFormDraft } from './record-draft.ts';

export interface KeptDraft {
  /** The record as it was when the editing began. */
  base: Pick<BoosterRecord, 'data' | 'updated'>;
  draft: Draft;
}

export function useRecordDraft(panelId: string, id: string, base: KeptDraft['base']) {
  const key = `heddle.record-draft.${panelId}.${id}`;
  const [kept, setKept] = useState<KeptDraft | undefined>(() => readKept(key));
  const [mode, setMode] = useState<Draft['mode']>('form');

  function change(next: KeptDraft | undefined) {
    setKept(next);
    try {
      if (next) sessionStorage.setItem(key, JSON.stringify(next));
      else sessionStorage.removeItem(key);
    } catch {
      // The storage is full or forbidden: the draft lives as long as the page.
    }
  }

  const untouched = { base, draft: toFormDraft(base.data) };
  return { kept, current: kept ?? untouched, change, mode, setMode };
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
