import { useCallback, useEffect, useState } from 'react';
import type { Approval } from '../api/approvals.ts';
import { useSession } from '../api/session.ts';
import type { Update } from '../forms/schema-form.tsx';
import { type Draft, draftKey, forgetOldDrafts, keepDraft, readKeptDraft } from './kept-draft.ts';

interface KeptDraft {
  draft: Draft;
  /** Whether the draft was filled in before the page was opened. */
  isRestored: boolean;
  change(update: Update<Draft>): void;
  /** Forgets what was filled in, and begins with the prefilled values. */
  discard(): void;
}

/** What is filled in, which survives a reload. */
export function useDraft({ id, form_values }: Approval): KeptDraft {
  const key = draftKey(useSession().user.id, id);
  const [restored, setRestored] = useState(() => readKeptDraft(localStorage, key));
  const [changed, setChanged] = useState<Draft>();
  const start = restored ?? { values: form_values, comment: '' };
  useEffect(() => forgetOldDrafts(localStorage, Date.now()), []);
  useEffect(() => {
    if (changed) keepDraft(localStorage, key, changed, Date.now());
  }, [key, changed]);
  const change = (update: Update<Draft>) => setChanged(before => update(before ?? start));
  const discard = useCallback(() => {
    setRestored(undefined);
    setChanged(undefined);
    keepDraft(localStorage, key, undefined, Date.now());
  }, [key]);
  return { draft: changed ?? start, isRestored: restored !== undefined, change, discard };
}

/** Returns what was filled in for an approval that has ended, and forgets it. */
export function useUnsentDraft(id: string): Draft | undefined {
  const key = draftKey(useSession().user.id, id);
  const [unsent] = useState(() => readKeptDraft(localStorage, key));
  useEffect(() => keepDraft(localStorage, key, undefined, Date.now()), [key]);
  return unsent;
}
