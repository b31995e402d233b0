/** Runs without real steps. The tests determine what the steps do, and in which order they end. */
import assert from 'node:assert/strict';
import { draft, environment, nodeIndex, readEdges } from './engine-fixture.ts';
import { Plan } from './plan.ts';
import { type Frame, type Phase, Settlement, type SettlementLimits, type StepPlace } from './settlement.ts';
import { validateDefinition } from './validation.ts';

/** The outcome of a step. */
export interface Outcome {
  /** The output that the step selects. Undefined when it fails. */
  readonly handle: string | null | undefined;
  /** The number of items of a loop. Without items it ends at once. */
  readonly items?: number;
  /** The number of items that are open at once. By default, all of them. */
  readonly itemsAtOnce?: number;
  /** Whether the step waits for a person before it ends. */
  readonly waits?: 'for a while' | 'forever';
}

export type Event = 'start' | 'skip' | 'open' | 'wait' | 'resume' | 'end';

export interface Entry {
  readonly event: Event;
  readonly id: string;
  readonly iteration: readonly number[];
  /** The name of the loop around the step. */
  readonly loop: string | undefined;
}

/** Chooses one of `count` possibilities. */
export type Choice = (count: number) => number;

/** With the seed 0, it always chooses the first possibility. */
export function createChoice(seed: number): Choice {
  let state = seed;
  return count => {
    state = (Math.imul(state, 1664525) + (seed === 0 ? 0 : 1013904223)) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
}

export const NO_LIMITS: SettlementLimits = { steps: 100_000, atOnce: 100_000 };

/** Returns `a` outside of loops, and `a[2,0]` in item 2 of the inner loop in item 0 of the outer loop. */
export function placeName(id: string, iteration: readonly number[]): string {
  return iteration.length === 0 ? id : `${id}[${iteration.join()}]`;
}

export function stepId(name: string): string {
  return name.split('[')[0] ?? '';
}

/** A settlement in which the tests refer to places by name. */
export class TestRun {
  readonly settlement: Settlement;
  readonly log: Entry[] = [];
  readonly #plan: Plan;
  readonly #places = new Map<string, StepPlace>();
  /** For each loop, the items whose steps have begun and that are not closed. */
  readonly #openItems = new Map<string, Set<number>>();
  /** For each loop, the most items that were open at once, and all items in the order in which they began. */
  readonly mostItems = new Map<string, number>();
  readonly itemOrder = new Map<string, number[]>();
  closedItems = 0;

  constructor(definition: unknown, limits = NO_LIMITS, trigger = 'start') {
    const issues = validateDefinition(definition, environment);
    assert.deepEqual(
      issues.filter(({ severity }) => severity === 'error'),
      [],
      'the definition must be valid',
    );
    this.#plan = new Plan(definition, environment.nodeTypes);
    this.settlement = new Settlement(this.#plan.reachableFrom(nodeIndex(this.#plan.graph, trigger)), limits);
  }

  get phase(): Phase {
    return this.settlement.phase;
  }

  startNext(): string | undefined {
    const place = this.settlement.startNext();
    return place && this.#record('start', place);
  }

  startAll(): string[] {
    const names: string[] = [];
    for (let name = this.startNext(); name !== undefined; name = this.startNext()) names.push(name);
    return names;
  }

  succeed(name: string, handle: string | null = null): void {
    const place = this.place(name);
    this.#record('end', place);
    this.settlement.succeed(place, handle);
    this.#recordSkipped();
  }

  fail(name: string): boolean {
    const place = this.place(name);
    this.#record('end', place);
    const isHandled = this.settlement.fail(place);
    this.#recordSkipped();
    return isHandled;
  }

  open(name: string, count: number, atOnce = count): Frame[] {
    const place = this.place(name);
    this.#record('open', place);
    return this.settlement.openItems(place, count, { atOnce });
  }

  /** Closes finished items in an order that the caller chooses. Returns the names of the loops that must be ended. */
  closeFinishedItems(choose: Choice = () => 0): string[] {
    const items = this.settlement.drainFinishedItems();
    const loops: string[] = [];
    while (items.length > 0) {
      const [item] = items.splice(choose(items.length), 1);
      if (!item?.parent) continue;
      const loop = this.placeName({ node: item.loop, frame: item.parent });
      this.#openItems.get(loop)?.delete(item.index);
      this.closedItems++;
      if (this.settlement.closeItem(item)) loops.push(loop);
      // An item without steps is finished as soon as it is opened.
      items.push(...this.settlement.drainFinishedItems());
    }
    return loops;
  }

  endLoop(name: string, handle: string | undefined): boolean {
    const place = this.place(name);
    this.#record('end', place);
    const isHandled = this.settlement.endLoop(place, handle);
    this.#recordSkipped();
    return isHandled;
  }

  wait(name: string): void {
    this.#record('wait', this.place(name));
    this.settlement.wait(this.place(name));
  }

  resume(name: string): void {
    this.#record('resume', this.place(name));
    this.settlement.resume(this.place(name));
  }

  /** Returns the names of the places of an event, in order. */
  names(event: Event): string[] {
    return this.log.flatMap(entry => (entry.event === event ? placeName(entry.id, entry.iteration) : []));
  }

  placeName({ node, frame }: StepPlace): string {
    return placeName(this.#plan.graph.id(node), frame.iteration);
  }

  /** Returns the place of a step that has started. */
  place(name: string): StepPlace {
    const place = this.#places.get(name);
    if (!place) throw new Error(`${name} has not started`);
    return place;
  }

  #record(event: Event, place: StepPlace): string {
    const name = this.placeName(place);
    if (event === 'start') this.#places.set(name, place);
    if (event === 'start' || event === 'skip') this.#noteItem(place.frame);
    const { iteration, parent, loop } = place.frame;
    const id = this.#plan.graph.id(place.node);
    this.log.push({ event, id, iteration, loop: parent && this.placeName({ node: loop, frame: parent }) });
    return name;
  }

  #noteItem({ loop: node, parent, index }: Frame): void {
    if (!parent) return;
    const loop = this.placeName({ node, frame: parent });
    const open = this.#openItems.get(loop) ?? new Set();
    const order = this.itemOrder.get(loop) ?? [];
    if (!order.includes(index)) order.push(index);
    this.#openItems.set(loop, open.add(index));
    this.mostItems.set(loop, Math.max(this.mostItems.get(loop) ?? 0, open.size));
    this.itemOrder.set(loop, order);
  }

  #recordSkipped(): void {
    for (const place of this.settlement.drainSkipped()) this.#record('skip', place);
  }
}

interface RunToEndOptions {
  /** The steps that had ended before the process was killed. They end as they did, at once. */
  known?: ReadonlySet<string>;
  /** After this number of actions, the process is killed. */
  mostActions?: number;
}

/**
 * Executes a run to its end, or until it waits forever. `choose` determines the order of starting steps, ending steps,
 * decisions of people and closing items. The outcome of a step depends only on its place.
 */
export function runToEnd(
  testRun: TestRun,
  decideOutcome: (name: string) => Outcome,
  choose: Choice,
  { known = new Set(), mostActions = Number.POSITIVE_INFINITY }: RunToEndOptions = {},
): { mostAtOnce: number; running: number } {
  const running = new Set<string>();
  const waiting = new Set<string>();
  let mostAtOnce = 0;

  const startNext = () => {
    const name = testRun.startNext();
    if (name === undefined) return false;
    running.add(name);
    mostAtOnce = Math.max(mostAtOnce, running.size);
    return known.has(name) ? move(name) : true;
  };
  const close = () => {
    const before = testRun.closedItems;
    const loops = testRun.closeFinishedItems(choose);
    for (const loop of loops) testRun.endLoop(loop, decideOutcome(loop).handle ?? undefined);
    // A closed item lets the next one of its loop open.
    return testRun.closedItems > before;
  };
  const move = (name: string) => {
    const { handle, items, itemsAtOnce, waits: mayWait } = decideOutcome(name);
    const waits = known.has(name) ? undefined : mayWait;
    if (waiting.delete(name)) testRun.resume(name);
    else {
      running.delete(name);
      if (waits) {
        waiting.add(name);
        testRun.wait(name);
        return true;
      }
    }
    if (items) testRun.open(name, items, itemsAtOnce);
    else if (handle === undefined) testRun.fail(name);
    else testRun.succeed(name, handle);
    return true;
  };

  // An action that had no effect is not tried again before something has happened.
  let untried = [close, startNext];
  for (let actionsLeft = mostActions; actionsLeft > 0 && testRun.phase !== 'finished'; actionsLeft--) {
    const decided = [...waiting].filter(name => decideOutcome(name).waits === 'for a while');
    const actions = [...untried, ...[...running, ...decided].map(name => () => move(name))];
    if (actions.length === 0) break;
    const action = actions[choose(actions.length)];
    if (!action) throw new Error('the choice is out of range');
    untried = action() ? [close, startNext] : untried.filter(other => other !== action);
  }
  return { mostAtOnce, running: running.size };
}

export function createTestRun(
  edges: string,
  limits: { steps?: number; atOnce?: number } = {},
  trigger = 'start',
): TestRun {
  return new TestRun(parseDefinition(edges), { ...NO_LIMITS, ...limits }, trigger);
}

/**
 * Builds a definition of the steps in the order in which the edges name them. Names start with the type of the step.
 */
export function parseDefinition(edges: string) {
  const ids = new Set(['start', ...readEdges(edges).flatMap(({ source, target }) => [source, target])]);
  const stepType = (id: string): string | [string, object] => {
    if (id === 'start' || id === 'other') return 'trigger';
    const type = ['branch', 'choice', 'approval', 'loop', 'end'].find(prefix => id.startsWith(prefix)) ?? 'step';
    return type === 'choice' ? [type, { names: ['x', 'y'] }] : type;
  };
  return draft(Object.fromEntries([...ids].map(id => [id, stepType(id)])), edges);
}
