import { BaseEdge, type EdgeProps, getBezierPath, getSmoothStepPath, Position } from '@xyflow/react';
import { memo, useContext } from 'react';
import { CanvasActions } from './canvas-actions.ts';
import { type GraphEdge, handleOf } from './definition.ts';
import type { FlowEdge } from './flow-items.ts';
import { type Bend, bendY } from './routing.ts';
import classes from './step-edge.module.css';

const LARGEST_CURVE = 20;
const LABEL_HEIGHT = 16;
const CHARACTER_WIDTH = 6.4;

/** An edge with the name of the output where the card can not show it, and a place to insert a step. */
export const StepEdge = memo(function StepEdge(props: EdgeProps<FlowEdge>) {
  const { sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition, data } = props;
  // A step a few pixels aside needs no corners.
  const isNearlyStraight = sourcePosition === Position.Bottom && Math.abs(targetX - sourceX) < LARGEST_CURVE;
  const places = {
    sourceX,
    sourceY,
    targetX,
    targetY,
    sourcePosition,
    targetPosition,
  };
  const [path, labelX, labelY] = isNearlyStraight
    ? getBezierPath(places)
    : getSmoothStepPath({ ...places, borderRadius: 8, offset: 16, ...(data && turn(data.bend, places)) });
  if (!data) return null;
  const { edge, isEditing, hasIssue, difference } = data;
  const isError = handleOf(edge) === 'error';
  const label = [...(isError ? ['error'] : []), ...(hasIssue ? ['⚠'] : []), ...(difference ? [difference] : [])].join(
    ' ',
  );
  return (
    <g
      className={classes.edge}
      data-error={isError || undefined}
      data-issue={hasIssue || undefined}
      data-difference={difference}
    >
      <BaseEdge path={path} className={classes.path} interactionWidth={16} />
      {label !== '' && <Label x={labelX} y={isEditing ? labelY - 20 : labelY} text={label} />}
      {isEditing && <InsertSign x={labelX} y={labelY} edge={edge} />}
    </g>
  );
});

/** Edges that leave by the side turn where they meet the column of their target. */
function turn(
  bend: Bend,
  { sourcePosition, sourceY, targetY }: { sourcePosition: Position; sourceY: number; targetY: number },
) {
  const leavesBelow = sourcePosition === Position.Bottom && targetY > sourceY;
  return leavesBelow ? { centerY: bendY(bend, { sourceY, targetY }) } : {};
}

function Label({ x, y, text }: { x: number; y: number; text: string }) {
  const width = text.length * CHARACTER_WIDTH + 8;
  return (
    <g transform={`translate(${x} ${y})`} className={classes.label}>
      <rect x={-width / 2} y={-LABEL_HEIGHT / 2} width={width} height={LABEL_HEIGHT} rx={3} />
      <text y={4} textAnchor="middle">
        {text}
      </text>
    </g>
  );
}

/** For the mouse. By keyboard one selects the edge or its step, and presses Tab. */
function InsertSign({ x, y, edge }: { x: number; y: number; edge: GraphEdge }) {
  const { insert } = useContext(CanvasActions);
  return (
    <g
      transform={`translate(${x} ${y})`}
      className={classes.insert}
      aria-hidden
      data-insert={`${edge.source} ${edge.target}`}
      onClick={event => {
        event.stopPropagation();
        insert({ kind: 'edge', edge }, event);
      }}
    >
      <circle r={9} />
      <path d="M-4 0H4M0 -4V4" />
    </g>
  );
}
