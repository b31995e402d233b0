/** Where the view of a canvas is: at first, when somebody asks, and when the room for it changes. */
import type { ReactFlowInstance } from '@xyflow/react';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { CanvasHandle } from './canvas-props.ts';
import type { FlowEdge } from './edge-items.ts';
import type { FlowNode } from './flow-items.ts';
import type { FlowState } from './use-flow.ts';
import { firstView, fittingView, type View, viewInLess, viewThatShows } from './viewport.ts';

export type FlowInstance = ReactFlowInstance<FlowNode, FlowEdge>;

const PAN_MS = 120;

/** The view is known before React Flow begins, so that nothing jumps. */
export function useFirstView(
  wrapper: RefObject<HTMLDivElement | null>,
  { nodes, boxes, direction }: FlowState,
): View | undefined {
  const [view, setView] = useState<View>();
  useLayoutEffect(() => {
    if (view || !wrapper.current) return;
    const steps = nodes.flatMap(({ id, type }) => (type === 'step' ? (boxes.get(id) ?? []) : []));
    setView(firstView(steps, wrapper.current.getBoundingClientRect(), direction));
  }, [view, wrapper, nodes, boxes, direction]);
  return view;
}

export function useHandle(
  wrapper: RefObject<HTMLDivElement | null>,
  instance: RefObject<FlowInstance | null>,
  flow: FlowState,
): CanvasHandle {
  const boxes = useRef(flow.boxes);
  boxes.current = flow.boxes;
  const direction = useRef(flow.direction);
  direction.current = flow.direction;
  return useMemo(() => {
    const pane = () => wrapper.current?.getBoundingClientRect() ?? new DOMRect();
    const move = (view: View | undefined) => {
      const duration = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : PAN_MS;
      if (view) void instance.current?.setViewport(view, { duration });
    };
    return {
      focus: () => wrapper.current?.focus({ preventScroll: true }),
      reveal: key => {
        const box = boxes.current.get(key);
        const now = instance.current?.getViewport();
        if (box && now) move(viewThatShows(box, now, pane()));
      },
      keepInSight: key => {
        const now = instance.current?.getViewport();
        const chosen = key === undefined ? undefined : boxes.current.get(key);
        if (now) move(viewInLess([...boxes.current.values()], chosen, now, pane()));
      },
      fit: () => move(fittingView([...boxes.current.values()], pane(), direction.current)),
      center: () => {
        const { x, y, width, height } = pane();
        return instance.current?.screenToFlowPosition({ x: x + width / 2, y: y + height / 2 }) ?? { x: 0, y: 0 };
      },
      below: key => {
        const { x, y, width } = pane();
        const box = boxes.current.get(key);
        const place = box && { x: box.x + box.width / 2, y: box.y + box.height };
        return (place && instance.current?.flowToScreenPosition(place)) ?? { x: x + width / 2, y: y + 80 };
      },
    };
  }, [wrapper, instance]);
}

/** A panel or the bar of a run takes room of the canvas. What was in sight moves into what is left. */
export function useRevealOnResize(
  wrapper: RefObject<HTMLDivElement | null>,
  handle: CanvasHandle,
  current: string | undefined,
): void {
  const chosen = useRef(current);
  chosen.current = current;
  useEffect(() => {
    if (!wrapper.current) return;
    let before: { width: number; height: number } | undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const { width, height } = entry.contentRect;
      const isSmaller = before !== undefined && (width < before.width || height < before.height);
      before = { width, height };
      if (isSmaller) handle.keepInSight(chosen.current);
    });
    observer.observe(wrapper.current);
    return () => observer.disconnect();
  }, [wrapper, handle]);
}
