/** What dialogs need that are loaded when they are first opened, and that menus open. */
import { useCallback, useEffect, useRef, useState } from 'react';

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

/**
 * Returns the focus to what opened a dialog. Mantine does so by itself only for dialogs that were mounted before, and not
 * when the dialog was chosen in a menu, whose items are gone by then.
 */
export function useFocusReturn(isOpen: boolean): (opener: Element | null) => void {
  const opener = useRef<Element | null>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) {
      const target = opener.current?.isConnected ? opener.current : document.getElementById('content');
      if (target instanceof HTMLElement) setTimeout(() => target.focus({ preventScroll: true }), FOCUS_MS);
    }
    wasOpen.current = isOpen;
  }, [isOpen]);
  return useCallback(element => {
    opener.current = element;
  }, []);
}

/** After Mantine has tried the same. */
const FOCUS_MS = 30;
