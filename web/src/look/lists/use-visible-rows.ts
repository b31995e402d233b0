/** Which rows of a long list can be seen. All rows have the same height, so only the scroller has to be measured. */
import { useEffect, useState } from 'react';

export interface VisibleRows {
  /** For the element that scrolls. */
  ref(element: HTMLElement | null): void;
  /** The indexes of the rows to draw: those that can be seen, and some around them. */
  indexes: readonly number[];
  totalPixels: number;
  /** Scrolls as little as needed to show a row. */
  reveal(index: number): void;
}

const AROUND = 12;

export function useVisibleRows(count: number, rowPixels: number): VisibleRows {
  const [scroller, ref] = useState<HTMLElement | null>(null);
  const [view, setView] = useState({ top: 0, height: 0 });

  useEffect(() => {
    if (!scroller) return;
    const update = () => setView({ top: scroller.scrollTop, height: scroller.clientHeight });
    update();
    scroller.addEventListener('scroll', update, { passive: true });
    const observer = new ResizeObserver(update);
    observer.observe(scroller);
    return () => {
      scroller.removeEventListener('scroll', update);
      observer.disconnect();
    };
  }, [scroller]);

  function reveal(index: number): void {
    if (!scroller) return;
    const top = index * rowPixels;
    const bottom = top + rowPixels - scroller.clientHeight;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (bottom > scroller.scrollTop) scroller.scrollTop = bottom;
  }

  const first = Math.max(0, Math.floor(view.top / rowPixels) - AROUND);
  const end = Math.min(count, Math.ceil((view.top + view.height) / rowPixels) + AROUND);
  const indexes = Array.from({ length: Math.max(0, end - first) }, (_, offset) => first + offset);
  return { ref, indexes, totalPixels: count * rowPixels, reveal };
}
