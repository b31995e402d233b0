import { useCallback, useState } from 'react';
import { type Draft, EMPTY_DRAFT, isEmpty, readDraft } from './draft.ts';

/** The draft under a key, which this browser keeps. Where nothing can be stored, it lives as long as the page. */
export function useDraft(key: string): [Draft, (draft: Draft) => void] {
  const [held, setHeld] = useState(() => ({ key, draft: load(key) }));
  if (held.key !== key) setHeld({ key, draft: load(key) });
  const change = useCallback(
    (draft: Draft) => {
      setHeld(before => (before.key === key ? { key, draft } : before));
      save(key, draft);
    },
    [key],
  );
  return [held.key === key ? held.draft : load(key), change];
}

function load(key: string): Draft {
  try {
    return readDraft(JSON.parse(localStorage.getItem(key) ?? 'null'));
  } catch {
    return EMPTY_DRAFT;
  }
}

function save(key: string, draft: Draft): void {
  try {
    if (isEmpty(draft)) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // The storage is full or forbidden.
  }
}
