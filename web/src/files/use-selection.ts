/** Which files of a list are selected. It names exact files: those that come later do not belong to it. */
import { useCallback, useMemo, useRef, useState } from 'react';

const NOTHING: ReadonlySet<string> = new Set();

export interface Selection {
  ids: ReadonlySet<string>;
  toggle(id: string, place: number): void;
  /** Selects one file alone, and remembers where a range begins. */
  only(id: string, place: number): void;
  add(ids: readonly string[]): void;
  replace(ids: readonly string[]): void;
  clear(): void;
  /** Where a range begins. */
  anchor(): number | undefined;
  /** A range may also begin at a place that is not selected. */
  setAnchor(place: number): void;
}

/** `scope` changes when the list shows other files: what was selected there is then forgotten. */
export function useSelection(scope: string): Selection {
  const [selected, setSelected] = useState({ scope, ids: NOTHING });
  const anchor = useRef<number>(undefined);
  const ids = selected.scope === scope ? selected.ids : NOTHING;

  const change = useCallback(
    (update: (before: ReadonlySet<string>) => ReadonlySet<string>) =>
      setSelected(before => ({ scope, ids: update(before.scope === scope ? before.ids : NOTHING) })),
    [scope],
  );

  return useMemo(
    () => ({
      ids,
      toggle(id, place) {
        anchor.current = place;
        change(before => {
          const next = new Set(before);
          if (!next.delete(id)) next.add(id);
          return next;
        });
      },
      only(id, place) {
        anchor.current = place;
        change(() => new Set([id]));
      },
      add: added => change(before => new Set([...before, ...added])),
      replace: next => change(() => new Set(next)),
      clear() {
        anchor.current = undefined;
        change(() => NOTHING);
      },
      anchor: () => anchor.current,
      setAnchor(place) {
        anchor.current = place;
      },
    }),
    [ids, change],
  );
}
