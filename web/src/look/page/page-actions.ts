/**
 * What the present page can do, for the command palette and the list of keys. A page says it with a hook:
 *
 *     usePageActions([{ label: texts.newWorkflow, keys: 'N', run: openDialog }]);
 *
 * `keys` only tells which keys do the same: the page listens to them by itself.
 */
import { useEffect, useRef } from 'react';

export interface PageAction {
  label: string;
  keys?: string;
  run(): void;
}

/** What is shown at the moment: a page, and perhaps parts of it with actions of their own. */
const pages = new Set<{ current: readonly PageAction[] }>();

/** Offers these actions while the component is shown. */
export function usePageActions(actions: readonly PageAction[]): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    pages.add(latest);
    return () => void pages.delete(latest);
  }, []);
}

/** Lists the actions of the page as it is now. */
export function listPageActions(): readonly PageAction[] {
  return [...pages].flatMap(({ current }) => current);
}
