/** What a run did with the edges: which it took, and in what state it is behind them. PURE. */
import { type Definition, edgeKey, handleOf } from './definition.ts';
import type { StepMark } from './flow-items.ts';

/** The colour of a taken edge is the state of what it led to. */
export type EdgeState = 'success' | 'failed' | 'running' | 'waiting' | 'untaken';

/** Returns the states of the edges by their keys. Edges that the run may still reach have none. */
export function readEdgeStates(
  { edges }: Definition,
  marks: ReadonlyMap<string, StepMark> | undefined,
): ReadonlyMap<string, EdgeState> {
  const states = [...(marks?.values() ?? [])].flatMap(({ state }) => state ?? []);
  if (!marks || states.length === 0) return new Map();
  const isOver = !states.some(state => state === 'running' || state === 'waiting' || state === 'queued');
  return new Map(
    edges.flatMap(edge => {
      const source = marks.get(edge.source);
      const handle = handleOf(edge);
      if (source?.taken?.includes(handle))
        return [[edgeKey(edge), takenState(handle, marks.get(edge.target))] as const];
      const isDecided = source?.state === undefined ? isOver : hasEnded(source.state);
      return isDecided ? [[edgeKey(edge), 'untaken'] as const] : [];
    }),
  );
}

function takenState(handle: string | null, target: StepMark | undefined): EdgeState {
  if (target?.state === 'running' || target?.state === 'waiting') return target.state;
  return handle === 'error' ? 'failed' : 'success';
}

function hasEnded(state: NonNullable<StepMark['state']>): boolean {
  return state === 'success' || state === 'failed' || state === 'skipped';
}
