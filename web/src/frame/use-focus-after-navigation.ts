import { useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';

/**
 * The link or button that led to another page is often gone with its page, and the focus with it. The content gets it
 * then, so that the next Tab goes into the page instead of through the whole rail again.
 */
export function useFocusAfterNavigation(content: RefObject<HTMLElement | null>): void {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const before = useRef(path);
  useEffect(() => {
    const isFirst = before.current === undefined;
    if (before.current === path) return;
    before.current = path;
    // Something in the new page may have taken the focus, which is then where it should be.
    if (!isFirst && document.activeElement === document.body) content.current?.focus({ preventScroll: true });
  }, [content, path]);
}
