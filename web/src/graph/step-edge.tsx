import { BaseEdge, type EdgeProps, getBezierPath, getSmoothStepPath, Position } from '@xyflow/react';
import { memo, useContext, useRef } from 'react';
import * as texts from '../texts/graph.ts';
import { CanvasActions } from './canvas-actions.ts';
import { type GraphEdge, handleOf } from './definition.ts';
import type { EdgeData, FlowEdge } from './edge-items.ts';
import { type Bend, bendY } from './routing.ts';
import { RESULT_HEIGHT } from './sizes.ts';
import classes from './step-edge.module.css';
import type { EdgeState } from './taken-edges.ts';

const LARGEST_CURVE = 20;
const LABEL_HEIGHT = 18;
const CHARACTER_WIDTH = 6.1;
const LONGEST_LABEL = 12;
/** From the card, or from the result below it, to the middle of the name of the output. */
const LABEL_DISTANCE = 16;
const INSERT_RADIUS = 9;

/** An edge with the name of the output that it leaves by, and a place to insert a step. */
export const StepEdge = memo(function StepEdge(props: EdgeProps<FlowEdge>) {
  const { sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition, data } = props;
  const isRight = targetPosition === Position.Left;
  // The output for errors leaves at the side.
  const isAhead = sourcePosition === (isRight ? Position.Right : Position.Bottom);
  const aside = isRight ? targetY - sourceY : targetX - sourceX;
  // A step a few pixels aside needs no corners.
  const isNearlyStraight = isAhead && Math.abs(aside) < LARGEST_CURVE;
  const places = {
    sourceX,
    sourceY,
    targetX,
    targetY,
    sourcePosition,
    targetPosition,
  };
  const [path, middleX, middleY] = isNearlyStraight
    ? getBezierPath(places)
    : getSmoothStepPath({ ...places, borderRadius: 10, offset: 20, ...(data && isAhead && turn(data.bend, places)) });
  if (!data) return null;
  const { edge, isEditing, hasIssue, difference, state, isCovered } = data;
  const label = labelOf(data);
  const half = isRight ? widthOf(label) / 2 : LABEL_HEIGHT / 2;
  const distance = isRight ? LABEL_HEIGHT / 2 + half : LABEL_DISTANCE + (isCovered ? RESULT_HEIGHT - half / 2 : 0);
  const labelX = !isAhead ? middleX : isRight ? sourceX + distance : sourceX;
  const labelY = !isAhead ? middleY : isRight ? sourceY : sourceY + distance;
  // On a short straight edge the name of the output stands where the sign would be.
  const isInWay = isNearlyStraight && label !== '';
  const behind = half + INSERT_RADIUS + 2;
  return (
    <g
      className={classes.edge}
      data-error={handleOf(edge) === 'error' || undefined}
      data-issue={hasIssue || undefined}
      data-difference={difference}
      data-state={state}
    >
      <BaseEdge path={path} className={classes.path} interactionWidth={16} />
      <Movement path={path} state={state} />
      {label !== '' && <Label x={labelX} y={labelY} text={label} />}
      {isEditing && (
        <InsertSign
          x={isInWay && isRight ? Math.max(middleX, labelX + behind) : middleX}
          y={isInWay && !isRight ? Math.max(middleY, labelY + behind) : middleY}
          edge={edge}
        />
      )}
    </g>
  );
});

/** One movement along an edge that a run takes while somebody watches. What was taken before stands still. */
function Movement({ path, state }: { path: string; state: EdgeState | undefined }) {
  const isTaken = state !== undefined && state !== 'untaken';
  const wasTaken = useRef(isTaken);
  if (!isTaken) wasTaken.current = false;
  return isTaken && !wasTaken.current ? <path d={path} pathLength={1} className={classes.movement} /> : null;
}

function labelOf({ edge, hasIssue, difference }: EdgeData): string {
  const handle = handleOf(edge);
  const name = handle === 'error' ? texts.errorLabel : (handle ?? '');
  const shortened = name.length > LONGEST_LABEL ? `${name.slice(0, LONGEST_LABEL - 1)}…` : name;
  return [shortened, ...(hasIssue ? ['⚠'] : []), ...(difference ? [difference] : [])].filter(Boolean).join(' ');
}

interface Ends {
  sourceX: number;
  sourceY: number;
  targetX: number;
  targetY: number;
  sourcePosition: Position;
}

/** Returns where an edge turns that leaves towards its target. All others turn where they meet its row or column. */
function turn(bend: Bend, { sourcePosition, sourceX, sourceY, targetX, targetY }: Ends) {
  if (sourcePosition === Position.Bottom)
    return targetY > sourceY ? { centerY: bendY(bend, { sourceY, targetY }) } : {};
  return targetX > sourceX ? { centerX: bendY(bend, { sourceY: sourceX, targetY: targetX }) } : {};
}

function widthOf(label: string): number {
  return Math.max(LABEL_HEIGHT, label.length * CHARACTER_WIDTH + 14);
}

function Label({ x, y, text }: { x: number; y: number; text: string }) {
  const width = widthOf(text);
  return (
    <g transform={`translate(${x} ${y})`} className={classes.label}>
      <rect x={-width / 2} y={-LABEL_HEIGHT / 2} width={width} height={LABEL_HEIGHT} rx={LABEL_HEIGHT / 2} />
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
      <circle r={INSERT_RADIUS} />
      <path d="M-4 0H4M0 -4V4" />
    </g>
  );
}
