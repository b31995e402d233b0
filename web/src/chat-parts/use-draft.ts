import { useCallback, useRef, useState } from 'react';
import { keepText, readKept } from '../look/browser-storage.ts';
import { parseJson } from '../look/json/parse-json.ts';
import { type Draft, type DraftChange, isEmpty, readDraft } from './draft.ts';

/** The draft under a key, which this browser keeps. Where nothing can be stored, it lives as long as the page. */
export function useDraft(key: string): [Draft, (change: DraftChange) => void] {
  const [held, setHeld] = useState(() => ({ key, draft: load(key) }));
  if (held.key !== key) setHeld({ key, draft: load(key) });
  const draft = held.key === key ? held.draft : load(key);
  // A stream that ends must not undo what was typed while it ran.
  const latest = useRef({ key, draft });
  latest.current = { key, draft };
  const change = useCallback(
    (next: DraftChange) => {
      const before = latest.current.key === key ? latest.current.draft : load(key);
      const changed = typeof next === 'function' ? next(before) : next;
      if (latest.current.key === key) latest.current = { key, draft: changed };
      setHeld(shown => (shown.key === key ? { key, draft: changed } : shown));
      keepText(key, isEmpty(changed) && !changed.sent ? undefined : JSON.stringify(changed));
    },
    [key],
  );
  return [draft, change];
}

function load(key: string): Draft {
  return readDraft(parseJson(readKept(key) ?? ''));
}
