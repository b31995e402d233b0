import { useEffect, useRef } from 'react';

/** Calls back when somebody presses `?` where they do not type, unless the page has help of its own. */
export function useHelpKey(onHelp: () => void): void {
  const latest = useRef(onHelp);
  latest.current = onHelp;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.defaultPrevented || isTyping(event.target)) return;
      event.preventDefault();
      latest.current();
    };
    // The editor listens to the document, and so hears of it first.
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role="dialog"] *'))
  );
}
