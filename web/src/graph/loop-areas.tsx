import { ViewportPortal } from '@xyflow/react';
import { memo } from 'react';
import * as texts from '../texts/graph.ts';
import type { ItemCount, StepMark } from './flow-items.ts';
import classes from './loop-areas.module.css';
import type { LoopArea } from './loop-bodies.ts';

interface LoopAreasProps {
  areas: readonly LoopArea[];
  marks: ReadonlyMap<string, StepMark> | undefined;
}

/** The bodies of loops as shaded areas behind their steps, each with its items and the thread that leads back. */
export const LoopAreas = memo(function LoopAreas({ areas, marks }: LoopAreasProps) {
  return (
    <ViewportPortal>
      {areas.map(area => (
        <Area key={area.loop} area={area} items={marks?.get(area.loop)?.items} />
      ))}
    </ViewportPortal>
  );
});

function Area({
  area: { loop, isRepeat, x, y, width, height, thread, isRight, end },
  items,
}: {
  area: LoopArea;
  items?: ItemCount;
}) {
  return (
    <>
      <div
        className={classes.area}
        style={{ transform: `translate(${x}px, ${y}px)`, width, height }}
        data-run={items ? 'true' : undefined}
        aria-hidden
      >
        <span className={classes.head}>
          <span className={classes.name}>{isRepeat ? texts.eachRound(loop) : texts.eachItem(loop)}</span>
          {items && items.total > 0 && <Items items={items} />}
        </span>
      </div>
      <svg className={classes.thread} data-run={items ? 'true' : undefined} aria-hidden>
        <path d={thread} />
        <path
          className={classes.arrow}
          d={isRight ? `M${end.x - 4} ${end.y - 7}l4 5l4 -5` : `M${end.x - 4} ${end.y + 7}l4 -5l4 5`}
        />
      </svg>
    </>
  );
}

function Items({ items: { done, total, strip = [] } }: { items: ItemCount }) {
  // Squares have no identity of their own: each is a place in the row.
  const squares = strip.map((end, index) => ({ end, key: index }));
  return (
    <span className={classes.items}>
      <span className={classes.strip}>
        {squares.map(({ end, key }) => (
          <span key={key} data-end={end} />
        ))}
      </span>
      {texts.itemsOf(done, total)}
    </span>
  );
}
