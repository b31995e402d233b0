/** Runs without steps: a settlement whose steps do what a test says, in the order that it says. */
import assert from 'node:assert/strict';
import { draft, environment, indexOf, readEdges } from './engine-fixture.ts';
import { Plan } from './plan.ts';
import { type Frame, type Phase, Settlement, type SettlementLimits, type StepPlace } from './settlement.ts';
import { validateDefinition } from './validation.ts';

/** What becomes of a step. */
export interface Outcome {
  /** Where it continues; undefined: it fails. */
  readonly handle: string | null | undefined;
  /** How many items a loop has before. Without any it ends at once. */
  readonly items?: number;
  /** For a person, before it ends. */
  readonly waits?: 'a while' | 'for ever';
}

export type Event = 'start' | 'skip' | 'open' | 'wait' | 'resume' | 'end';

export interface Entry {
  readonly event: Event;
  readonly id: string;
  readonly iteration: readonly number[];
  /** The one in whose item it is. */
  readonly loop: string | undefined;
}

/** Which of so many possibilities comes next. */
export type Choice = (count: number) => number;

/** Zero always takes the first. */
export function choiceOf(seed: number): Choice {
  let state = seed;
  return count => {
    state = (Math.imul(state, 1664525) + (seed === 0 ? 0 : 1013904223)) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
}

export const MANY: SettlementLimits = { steps: 100_000, atOnce: 100_000 };

/** `a` outside of loops, `a[2,0]` for the item 2 of the loop around it in the item 0 of the loop around that. */
export function nameOf(id: string, iteration: readonly number[]): string {
  return iteration.length === 0 ? id : `${id}[${iteration.join()}]`;
}

export function idIn(name: string): string {
  return name.split('[')[0] ?? '';
}

/** A settlement whose places go by their names. */
export class Rehearsal {
  readonly settlement: Settlement;
  readonly log: Entry[] = [];
  readonly #plan: Plan;
  readonly #places = new Map<string, StepPlace>();

  constructor(definition: unknown, limits = MANY, trigger = 'start') {
    const issues = validateDefinition(definition, environment);
    assert.deepEqual(
      issues.filter(({ severity }) => severity === 'error'),
      [],
      'a definition that cannot run tells nothing',
    );
    this.#plan = new Plan(definition, environment.nodeTypes);
    this.settlement = new Settlement(this.#plan.reachableFrom(indexOf(this.#plan.graph, trigger)), limits);
  }

  get phase(): Phase {
    return this.settlement.phase;
  }

  take(): string | undefined {
    const place = this.settlement.take();
    return place && this.#note('start', place);
  }

  takeAll(): string[] {
    const names: string[] = [];
    for (let name = this.take(); name !== undefined; name = this.take()) names.push(name);
    return names;
  }

  succeed(name: string, handle: string | null = null): void {
    const place = this.place(name);
    this.#note('end', place);
    this.settlement.succeed(place, handle);
    this.#noteSkipped();
  }

  fail(name: string): boolean {
    const place = this.place(name);
    this.#note('end', place);
    const isTaken = this.settlement.fail(place);
    this.#noteSkipped();
    return isTaken;
  }

  open(name: string, count: number): Frame[] {
    const place = this.place(name);
    this.#note('open', place);
    return this.settlement.openItems(place, count);
  }

  /** The loops that are to be ended, by name. The order in which items are closed is the caller's. */
  closeOverItems(choose: Choice = () => 0): string[] {
    const items = this.settlement.takeOverItems();
    const loops: string[] = [];
    while (items.length > 0) {
      const [item] = items.splice(choose(items.length), 1);
      if (item?.parent && this.settlement.closeItem(item)) {
        loops.push(this.nameOf({ node: item.loop, frame: item.parent }));
      }
    }
    return loops;
  }

  endLoop(name: string, handle: string | undefined): boolean {
    const place = this.place(name);
    this.#note('end', place);
    const isTaken = this.settlement.endLoop(place, handle);
    this.#noteSkipped();
    return isTaken;
  }

  wait(name: string): void {
    this.#note('wait', this.place(name));
    this.settlement.wait(this.place(name));
  }

  resume(name: string): void {
    this.#note('resume', this.place(name));
    this.settlement.resume(this.place(name));
  }

  /** The places with which something has happened, in order. */
  names(event: Event): string[] {
    return this.log.flatMap(entry => (entry.event === event ? nameOf(entry.id, entry.iteration) : []));
  }

  nameOf({ node, frame }: StepPlace): string {
    return nameOf(this.#plan.graph.id(node), frame.iteration);
  }

  /** Of a step that has started. */
  place(name: string): StepPlace {
    const place = this.#places.get(name);
    if (!place) throw new Error(`${name} has not started`);
    return place;
  }

  #note(event: Event, place: StepPlace): string {
    const name = this.nameOf(place);
    if (event === 'start') this.#places.set(name, place);
    const { iteration, parent, loop } = place.frame;
    const id = this.#plan.graph.id(place.node);
    this.log.push({ event, id, iteration, loop: parent && this.nameOf({ node: loop, frame: parent }) });
    return name;
  }

  #noteSkipped(): void {
    for (const place of this.settlement.takeSkipped()) this.#note('skip', place);
  }
}

/**
 * Plays a run to its end, or until it waits for ever. Starting a step, ending one, a person's answer and closing items
 * come in the order that is chosen; what a step does depends on its place alone.
 */
export function play(
  rehearsal: Rehearsal,
  outcomeOf: (name: string) => Outcome,
  choose: Choice,
): { mostAtOnce: number; running: number } {
  const running = new Set<string>();
  const waiting = new Set<string>();
  let mostAtOnce = 0;

  const take = () => {
    const name = rehearsal.take();
    if (name !== undefined) running.add(name);
    mostAtOnce = Math.max(mostAtOnce, running.size);
    return name !== undefined;
  };
  const close = () => {
    const loops = rehearsal.closeOverItems(choose);
    for (const loop of loops) rehearsal.endLoop(loop, outcomeOf(loop).handle ?? undefined);
    return loops.length > 0;
  };
  const move = (name: string) => {
    const { handle, items, waits } = outcomeOf(name);
    if (waiting.delete(name)) rehearsal.resume(name);
    else {
      running.delete(name);
      if (waits) {
        waiting.add(name);
        rehearsal.wait(name);
        return true;
      }
    }
    if (items) rehearsal.open(name, items);
    else if (handle === undefined) rehearsal.fail(name);
    else rehearsal.succeed(name, handle);
    return true;
  };

  // What came back empty is not tried again before something has happened.
  let untried = [close, take];
  while (rehearsal.phase !== 'over') {
    const answered = [...waiting].filter(name => outcomeOf(name).waits === 'a while');
    const acts = [...untried, ...[...running, ...answered].map(name => () => move(name))];
    if (acts.length === 0) break;
    const act = acts[choose(acts.length)];
    if (!act) throw new Error('the choice is none of those there are');
    untried = act() ? [close, take] : untried.filter(other => other !== act);
  }
  return { mostAtOnce, running: running.size };
}

export function rehearse(
  edges: string,
  limits: { steps?: number; atOnce?: number } = {},
  trigger = 'start',
): Rehearsal {
  return new Rehearsal(definitionOf(edges), { ...MANY, ...limits }, trigger);
}

/** Steps in the order in which the edges name them. Their types are what their names start with; else a plain step. */
export function definitionOf(edges: string) {
  const ids = new Set(['start', ...readEdges(edges).flatMap(({ source, target }) => [source, target])]);
  const typeOf = (id: string): string | [string, object] => {
    if (id === 'start' || id === 'other') return 'trigger';
    const type = ['branch', 'choice', 'approval', 'loop', 'end'].find(prefix => id.startsWith(prefix)) ?? 'step';
    return type === 'choice' ? [type, { names: ['x', 'y'] }] : type;
  };
  return draft(Object.fromEntries([...ids].map(id => [id, typeOf(id)])), edges);
}
