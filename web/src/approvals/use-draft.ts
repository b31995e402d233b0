import { useCallback, useEffect, useState } from 'react';
import type { Approval } from '../api/approvals.ts';
import { useSession } from '../api/session.ts';
import { type Draft, draftKey, forgetOldDrafts, keepDraft, readKeptDraft } from './kept-draft.ts';

interface KeptDraft {
  draft: Draft;
  /** Whether the draft was filled in before the page was opened. */
  isRestored: boolean;
  change(draft: Draft): void;
  /** Forgets what was filled in, and begins with the prefilled values. */
  discard(): void;
}

/** What is filled in, which survives a reload. */
export function useDraft({ id, form_values }: Approval): KeptDraft {
  const key = draftKey(useSession().user.id, id);
  const [kept] = useState(() => readKeptDraft(localStorage, key));
  const [draft, setDraft] = useState<Draft>(kept ?? { values: form_values, comment: '' });
  const [isRestored, setRestored] = useState(kept !== undefined);
  useEffect(() => forgetOldDrafts(localStorage, Date.now()), []);
  const change = useCallback(
    (next: Draft) => {
      setDraft(next);
      keepDraft(localStorage, key, next, Date.now());
    },
    [key],
  );
  const discard = useCallback(() => {
    setDraft({ values: form_values, comment: '' });
    setRestored(false);
    keepDraft(localStorage, key, undefined, Date.now());
  }, [key, form_values]);
  return { draft, isRestored, change, discard };
}

/** Returns what was filled in for an approval that has ended, and forgets it. */
export function useUnsentDraft(id: string): Draft | undefined {
  const key = draftKey(useSession().user.id, id);
  const [unsent] = useState(() => readKeptDraft(localStorage, key));
  useEffect(() => keepDraft(localStorage, key, undefined, Date.now()), [key]);
  return unsent;
}
