import { ViewportPortal } from '@xyflow/react';
import { memo } from 'react';
import * as texts from '../texts/graph.ts';
import classes from './loop-areas.module.css';
import type { LoopArea } from './loop-bodies.ts';

/** The bodies of loops as shaded areas behind their steps. */
export const LoopAreas = memo(function LoopAreas({ areas }: { areas: readonly LoopArea[] }) {
  return (
    <ViewportPortal>
      {areas.map(({ loop, x, y, width, height }) => (
        <div
          key={loop}
          className={classes.area}
          style={{ transform: `translate(${x}px, ${y}px)`, width, height }}
          aria-hidden
        >
          <span className={classes.name}>{texts.eachItem(loop)}</span>
        </div>
      ))}
    </ViewportPortal>
  );
});
