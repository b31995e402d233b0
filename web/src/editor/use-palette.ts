import { type RefObject, useMemo, useRef, useState } from 'react';
import type { CanvasHandle } from '../graph/canvas.tsx';
import type { Point } from '../graph/definition.ts';
import type { Place } from './document/inserting.ts';

export interface PaletteState {
  /** Where a step is to be added, and where the palette stands in the window. Undefined while it is closed. */
  opened: { place: Place; at: Point } | undefined;
  offer(place: Place, at: Point): void;
  /** Opens the palette below the button that asks for it. */
  offerBelow(place: Place, element: HTMLElement): void;
  /** Closes it, and gives the focus back. */
  close(): void;
}

export function usePalette(canvas: RefObject<CanvasHandle | null>, isReadOnly: boolean): PaletteState {
  const [opened, setOpened] = useState<PaletteState['opened']>();
  const before = useRef<Element>(null);
  const actions = useMemo(() => {
    const offer = (place: Place, at: Point): void => {
      if (isReadOnly) return;
      before.current = document.activeElement;
      setOpened({ place, at });
    };
    return {
      offer,
      offerBelow: (place: Place, element: HTMLElement) => {
        const { left, bottom, width } = element.getBoundingClientRect();
        offer(place, { x: left + width / 2, y: bottom });
      },
      close: () => {
        setOpened(undefined);
        if (canvas.current) canvas.current.focus();
        else if (before.current instanceof HTMLElement) before.current.focus();
      },
    };
  }, [canvas, isReadOnly]);
  return { opened, ...actions };
}
