/**
 * Derives the events of a run from what is stored of it, as if somebody had watched the run from its beginning. It also
 * accepts the events of an execution in this process, which come earlier, and repeats nothing that was sent already.
 */
import { createEvent, itemsDone, type RunEvent, runEnded, runStarted, runWaits } from '../executing/events.ts';
import type { Run, Step } from '../schemas.ts';
import { isOpen } from '../store/cancelling.ts';

/** What is stored of a run. Its steps are at least those that have changed. */
export type Snapshot = Pick<Run, 'id' | 'status' | 'error' | 'output_json'> & {
  steps: readonly (Pick<
    Step,
    | ('node_id' | 'node_type' | 'status' | 'started_at' | 'finished_at' | 'handle' | 'text' | 'error' | 'output_json')
    | 'items'
  > & { iteration: readonly number[] })[];
};

type StoredStep = Snapshot['steps'][number];

export class EventLog {
  #isStarted = false;
  #isEnded = false;
  /** Undefined while the run does not wait. */
  #waitsFor: string | undefined;
  readonly #steps = new Map<string, 'started' | 'waiting' | 'ended'>();
  /** How many items of loops over files were reported. */
  readonly #itemsDone = new Map<string, number>();

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Whether the run paused when it was last read. */
  get isWaiting(): boolean {
    return this.#waitsFor !== undefined;
  }

  /** Returns the events that lead from what was sent to what is stored. */
  advance(run: Snapshot): RunEvent[] {
    if (this.#isEnded || run.status === 'queued') return [];
    const events = this.#isStarted ? [] : [runStarted(run)];
    this.#isStarted = true;
    // A file may have millions of items, whose steps come and go: those who watch hear only how many are over.
    const hasFile = isOpen(run.status) && run.steps.some(({ items }) => items !== undefined);
    const steps = hasFile ? run.steps.filter(({ iteration }) => iteration.length === 0) : run.steps;
    events.push(...inOrder(steps.flatMap(step => this.#advanceStep(run.id, step))));
    if (run.status === 'waiting') {
      const event = runWaits(run, run.steps);
      if (this.#waitsFor !== event.text) events.push(event);
      this.#waitsFor = event.text;
    } else this.#waitsFor = undefined;
    if (!isOpen(run.status)) {
      this.#isEnded = true;
      events.push(runEnded(run, { status: run.status, error: run.error, output: run.output_json }));
    }
    return events;
  }

  /** Whether to send an event of an execution in this process. The end is sent when it is stored. */
  accept({ type, node_id, iteration }: RunEvent): boolean {
    if (!this.#isStarted || this.#isEnded) return false;
    const key = keyOf({ node_id, iteration });
    const state = this.#steps.get(key);
    switch (type) {
      case 'step_start':
        if (state === undefined) this.#steps.set(key, 'started');
        return state === undefined;
      case 'step_progress':
        return state === 'started';
      case 'step_end':
        this.#steps.set(key, 'ended');
        return state !== 'ended';
      default:
        return false;
    }
  }

  #advanceStep(runId: string, step: StoredStep): TimedEvent[] {
    const key = keyOf(step);
    const before = this.#steps.get(key);
    if (before === 'ended') return [];
    const { node_id, node_type, iteration, status, handle, text, error, output_json } = step;
    const fields = { node_id, node_type, iteration };
    const events: TimedEvent[] = [];
    if (before === undefined && status !== 'skipped') {
      const event = createEvent('step_start', runId, { ...fields, status: 'running' });
      events.push({ event, step, atMs: step.started_at ?? 0 });
    }
    if (status === 'running') {
      this.#steps.set(key, before ?? 'started');
      if (step.items && step.items.done !== this.#itemsDone.get(key)) {
        this.#itemsDone.set(key, step.items.done);
        events.push({ event: itemsDone(runId, step, step.items), step, atMs: Date.now() });
      }
    } else if (status === 'waiting') {
      const event = createEvent('step_waiting', runId, { ...fields, status, text, output_json });
      if (before !== 'waiting') events.push({ event, step, atMs: step.started_at ?? 0 });
      this.#steps.set(key, 'waiting');
    } else {
      const event = createEvent('step_end', runId, { ...fields, status, handle, text, error, output_json });
      events.push({ event, step, atMs: step.finished_at ?? step.started_at ?? 0 });
      this.#steps.set(key, 'ended');
    }
    return events;
  }
}

interface TimedEvent {
  event: RunEvent;
  step: StoredStep;
  atMs: number;
}

/**
 * Sorts by time. Events of one millisecond keep the order of the steps, but a loop ends after the steps in it, which were
 * listed behind it.
 */
function inOrder(events: readonly TimedEvent[]): RunEvent[] {
  const placed = events.map((timed, index) => ({ ...timed, place: index }));
  for (const timed of placed) {
    const { event, step } = timed;
    if (event.type !== 'step_end' || step.node_type !== 'loop') continue;
    const inside = placed.filter(other => other.atMs === timed.atMs && isInside(other.step, step));
    timed.place = Math.max(timed.place, ...inside.map(({ place }) => place + 0.5));
  }
  return placed.toSorted((one, other) => one.atMs - other.atMs || one.place - other.place).map(({ event }) => event);
}

/** Iterations begin with the innermost loop. */
function isInside({ iteration: inner }: StoredStep, { iteration: outer }: StoredStep): boolean {
  return (
    inner.length > outer.length && outer.every((index, place) => inner[inner.length - outer.length + place] === index)
  );
}

function keyOf({ node_id, iteration }: { node_id: string; iteration: readonly number[] }): string {
  return `${node_id} ${iteration.join()}`;
}
