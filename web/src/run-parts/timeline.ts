/**
 * The geometry of a run's timeline: where the parts of each bar are, in percent of its width. PURE.
 *
 * Time in which nothing of the run works (it waits for people, or for the next try) is squeezed when it is long:
 *
 *   real     ├─work─┤·············· 2 h ··············├─work─┤
 *   drawn    ├─────work─────┤╱╱ 2 h ╱╱├─────work─────┤
 */
import { isLoop } from '../templates/node-rules.ts';
import { hasEnded, type Interval, isWait, type RunState, type StepState, uniteIntervals } from './run-state.ts';

export interface Gap {
  /** In percent. */
  readonly left: number;
  readonly width: number;
  readonly lengthMs: number;
}

export interface Tick {
  readonly left: number;
  /** Since the run was created. */
  readonly elapsedMs: number;
}

export interface Scale {
  readonly start: number;
  readonly end: number;
  readonly gaps: readonly Gap[];
  readonly ticks: readonly Tick[];
  /** Converts a time to percent. */
  position(time: number): number;
}

export type SegmentKind = 'queued' | 'work' | 'failed try' | 'pause' | 'waiting';

export interface Segment {
  readonly kind: SegmentKind;
  readonly left: number;
  readonly width: number;
  readonly lengthMs: number;
}

/** Pauses shorter than this are always drawn to scale. */
const SHORTEST_GAP_MS = 5_000;
/** A squeezed pause is as wide as this share of the time in which the run works. */
const GAP_SHARE = 0.12;
const TICKS = 6;
/** The least distance between two ticks. */
const TICK_PERCENT = 7;

export function createScale(state: RunState, now: number): Scale {
  const start = state.createdAt;
  const last = [...state.steps.values()].reduce((most, { finishedAt }) => Math.max(most, finishedAt ?? 0), start);
  const end = Math.max(state.finishedAt ?? Math.max(now, last), start + 1);
  const active = findActive(state, start, end);
  const activeMs = active.reduce((sum, { from, to }) => sum + (to - from), 0);
  const pieces = findPieces(active, start, end, Math.max(activeMs, 1));
  const totalDrawn = pieces.reduce((sum, { drawn }) => sum + drawn, 0);
  const percent = (drawn: number) => (drawn / totalDrawn) * 100;

  function position(time: number): number {
    let before = 0;
    for (const { from, to, drawn } of pieces) {
      if (time <= to) {
        const share = to === from ? 0 : Math.max(0, time - from) / (to - from);
        return percent(before + share * drawn);
      }
      before += drawn;
    }
    return 100;
  }

  const gaps = pieces.flatMap(({ from, to, isGap }) => {
    const left = position(from);
    return isGap ? [{ left, width: position(to) - left, lengthMs: to - from }] : [];
  });
  return { start, end, gaps, ticks: findTicks(pieces, start, position), position };
}

interface Piece extends Interval {
  readonly isGap: boolean;
  /** The length on the drawn axis, in any unit. */
  readonly drawn: number;
}

/** Splits the time of the run into parts that are drawn to scale, and long pauses. */
function findPieces(active: readonly Interval[], start: number, end: number, activeMs: number): Piece[] {
  const isLong = (ms: number) => ms >= SHORTEST_GAP_MS && ms > activeMs;
  const gaps: Interval[] = [];
  let reached = start;
  for (const { from, to } of [...active, { from: end, to: end }]) {
    if (isLong(from - reached)) gaps.push({ from: reached, to: from });
    reached = Math.max(reached, to);
  }
  const squeezed = gaps.reduce((sum, { from, to }) => sum + (to - from), 0);
  const gapDrawn = Math.max((end - start - squeezed) * GAP_SHARE, 1);
  const pieces: Piece[] = [];
  reached = start;
  for (const { from, to } of [...gaps, { from: end, to: end }]) {
    if (from > reached) pieces.push({ from: reached, to: from, isGap: false, drawn: from - reached });
    if (to > from) pieces.push({ from, to, isGap: true, drawn: gapDrawn });
    reached = to;
  }
  return pieces;
}

/** When at least one step did something. A loop is only as active as the steps in its body. */
function findActive(state: RunState, start: number, end: number): Interval[] {
  const works = [...state.steps.values()].flatMap(step => {
    if (isLoop(step.nodeType)) return [];
    return parts(step, end).flatMap(({ kind, from, to }) =>
      kind === 'work' || kind === 'failed try' ? [{ from, to }] : [],
    );
  });
  return uniteIntervals(works).map(({ from, to }) => ({ from: Math.max(from, start), to: Math.min(to, end) }));
}

interface Part extends Interval {
  readonly kind: SegmentKind;
}

/** The parts of one step's time: its tries, the pauses between them, or its wait. */
function parts(step: StepState, end: number): Part[] {
  if (step.startedAt === null || step.status === 'skipped') return [];
  const from = step.startedAt;
  const to = Math.max(from, step.finishedAt ?? end);
  if (isWait(step)) return [{ kind: 'waiting', from, to }];
  if (step.tries.length === 0) return [{ kind: 'work', from, to }];
  const found: Part[] = [];
  let reached = from;
  step.tries.forEach(({ started_at, finished_at }, index) => {
    if (started_at > reached) found.push({ kind: 'pause', from: reached, to: started_at });
    reached = Math.max(started_at, finished_at ?? to);
    // The last try ends as the step does, which its row says already.
    const isLast = index === step.tries.length - 1 && (finished_at === null || hasEnded(step));
    found.push({ kind: isLast ? 'work' : 'failed try', from: started_at, to: reached });
  });
  if (to > reached) found.push({ kind: 'pause', from: reached, to });
  return found;
}

/** The parts of a step's bar. The step that began the run also shows how long the run was queued. */
export function stepSegments(step: StepState, state: RunState, scale: Scale): Segment[] {
  const isFirst = state.steps.keys().next().value === step.key;
  const queued: Part[] =
    isFirst && state.startedAt !== null && state.startedAt > state.createdAt
      ? [{ kind: 'queued', from: state.createdAt, to: state.startedAt }]
      : [];
  return [...queued, ...parts(step, scale.end)].map(({ kind, from, to }) => {
    const left = scale.position(from);
    return { kind, left, width: scale.position(to) - left, lengthMs: to - from };
  });
}

const NICE_STEPS = [1, 2, 5];

/** Ticks at round times, about as many as are readable. None is inside of a squeezed pause. */
function findTicks(pieces: readonly Piece[], start: number, position: (time: number) => number): Tick[] {
  const gapStarts = pieces.filter(({ isGap }) => isGap).map(({ from }) => position(from));
  // The label of a tick must not reach into that of a gap.
  const isFree = (left: number) => !gapStarts.some(gap => left < gap && gap - left < TICK_PERCENT);
  const scaled = pieces.filter(({ isGap }) => !isGap);
  const length = scaled.reduce((sum, { from, to }) => sum + (to - from), 0);
  const step = niceStep(length / TICKS);
  const ticks: Tick[] = [];
  for (const { from, to } of scaled) {
    for (let time = start + Math.ceil((from - start) / step) * step; time <= to; time += step) {
      const left = position(time);
      const last = ticks.at(-1);
      const hasRoom = !last || (left - last.left >= TICK_PERCENT && isFree(left));
      if (hasRoom) ticks.push({ left, elapsedMs: time - start });
    }
  }
  return ticks;
}

const UNITS_MS = [60_000, 3_600_000, 86_400_000];

/** Returns the smallest round duration that is not shorter: 1, 2 or 5 times a power of ten, or whole minutes and hours. */
export function niceStep(ms: number): number {
  if (ms <= 1) return 1;
  if (ms > 30_000) {
    const candidates = UNITS_MS.flatMap(unit => [1, 2, 5, 10, 15, 30].map(count => count * unit));
    const found = candidates.toSorted((left, right) => left - right).find(candidate => candidate >= ms);
    return found ?? Math.ceil(ms / 86_400_000) * 86_400_000;
  }
  const power = 10 ** Math.floor(Math.log10(ms));
  const factor = [...NICE_STEPS, 10].find(nice => nice * power >= ms) ?? 10;
  return factor * power;
}
