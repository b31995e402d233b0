/** How dialogs that are loaded when they are first needed stay mounted, so that closing them returns the focus. */
import { useState } from 'react';

/** Whether the condition has ever held. */
export function useEver(holds: boolean): boolean {
  const [ever, setEver] = useState(holds);
  if (holds && !ever) setEver(true);
  return ever || holds;
}

/** Returns the list, or the last one that was not empty: what a dialog shows while it closes. */
export function useLastList<Item>(list: readonly Item[]): readonly Item[] {
  const [last, setLast] = useState(list);
  if (list.length === 0) return last;
  if (list !== last) setLast(list);
  return list;
}
