import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** So near to the end somebody is reading the end. */
const NEAR_PIXELS = 60;

/** Keeps the end of a scroller in view while its content grows, unless somebody has scrolled away from it. */
export function useStickToEnd(ref: RefObject<HTMLElement | null>): void {
  const isAtEnd = useRef(true);
  useEffect(() => {
    const scroller = ref.current;
    if (!scroller) return undefined;
    const remember = () => {
      isAtEnd.current = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR_PIXELS;
    };
    const stick = () => {
      if (isAtEnd.current) scroller.scrollTop = scroller.scrollHeight;
    };
    scroller.addEventListener('scroll', remember, { passive: true });
    // The field below grows while one types, and takes room from the messages.
    const observer = new ResizeObserver(stick);
    observer.observe(scroller);
    return () => {
      scroller.removeEventListener('scroll', remember);
      observer.disconnect();
    };
  }, [ref]);
  useLayoutEffect(() => {
    const scroller = ref.current;
    if (scroller && isAtEnd.current) scroller.scrollTop = scroller.scrollHeight;
  });
}
