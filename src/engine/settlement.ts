/**
 * Which steps of a run are next, from what has settled so far. No clock, no values, no I/O: whoever runs the steps
 * takes them here and tells how each ended. The order in which parallel steps end does not change what runs.
 *
 *  1. The trigger is ready first.
 *  2. A step is decided when every edge into it is. With an active edge among them it is ready, otherwise skipped,
 *     and the edges out of a skipped step are inactive.
 *  3. A step that succeeds activates the edges of the output that it continues on; one that fails, its `error` edges.
 *  4. A loop opens one item per element of its list. The body's steps are there once per item, and an item is over
 *     when all of them are decided and done. The loop itself is done when all its items are over, and holds no place
 *     among the running steps meanwhile. Of a loop that was skipped or failed at once there are no items.
 *  5. After a failure that no `error` edge takes, no further step starts; what runs goes on to its end.
 *  6. So many steps run at once, and so many start in all; steps that are skipped do not count. One more than may
 *     start is a failure of the run.
 *  7. A step that waits for a person holds no place either. When nothing runs and nothing is ready, the run waits if
 *     a step waits, and is over otherwise.
 */
import type { Link } from './graph.ts';
import { ERROR, OUTSIDE, type ReachableSubgraph, type Section } from './plan.ts';

/** The steps outside of loops, or one item of a loop: where a step stands when it stands in several. */
export class Frame {
  readonly loop: number;
  /** Undefined outside of loops. */
  readonly parent: Frame | undefined;
  readonly index: number;
  readonly count: number;
  /** Item indexes from the innermost loop outward. */
  readonly iteration: readonly number[];
  readonly section: Section;
  /** Members that are not settled yet. */
  left: number;
  readonly open: Int32Array;
  readonly active: Uint8Array;

  constructor(section: Section, loop: number, index: number, count: number, parent: Frame | undefined) {
    this.section = section;
    this.loop = loop;
    this.index = index;
    this.count = count;
    this.parent = parent;
    this.iteration = parent ? [index, ...parent.iteration] : [];
    this.left = section.members.length;
    this.open = section.open.slice();
    this.active = section.active.slice();
  }
}

/** One execution of a node. */
export interface StepPlace {
  readonly node: number;
  readonly frame: Frame;
}

export interface SettlementLimits {
  /** That may start in one run. */
  readonly steps: number;
  readonly atOnce: number;
}

export type Phase = 'going' | 'waiting' | 'over';

export class Settlement {
  readonly subgraph: ReachableSubgraph;
  /** Where the steps outside of loops stand. */
  readonly outside: Frame;
  readonly #limits: SettlementLimits;
  /** The next one last. */
  readonly #ready: StepPlace[] = [];
  readonly #skipped: StepPlace[] = [];
  readonly #overItems: Frame[] = [];
  readonly #itemsLeft = new Map<Frame, Map<number, number>>();
  #started = 0;
  #running = 0;
  #waiting = 0;
  #failing = false;
  #exhausted = false;

  constructor(subgraph: ReachableSubgraph, limits: SettlementLimits) {
    this.subgraph = subgraph;
    this.#limits = limits;
    this.outside = new Frame(subgraph.section(OUTSIDE), OUTSIDE, 0, 1, undefined);
    this.#makeReady({ node: subgraph.trigger, frame: this.outside });
  }

  /** The next step to start, if any may start now. */
  take(): StepPlace | undefined {
    if (this.#failing || this.#running >= this.#limits.atOnce || this.#ready.length === 0) return undefined;
    if (this.#started >= this.#limits.steps) {
      this.#exhausted = true;
      this.#failing = true;
      return undefined;
    }
    this.#started++;
    this.#running++;
    return this.#ready.pop();
  }

  /** Steps that were skipped since this was last asked. */
  takeSkipped(): StepPlace[] {
    return this.#skipped.splice(0);
  }

  /** Items whose last step is done, since this was last asked. Each is to be closed. */
  takeOverItems(): Frame[] {
    return this.#overItems.splice(0);
  }

  /** A running step has succeeded and continues on an output; null is the default one. */
  succeed(place: StepPlace, handle: string | null): void {
    this.#running--;
    this.#settle(place, link => link.handle === handle);
  }

  /** A running step has failed. Whether the run continues on an `error` edge. */
  fail(place: StepPlace): boolean {
    this.#running--;
    return this.#fail(place);
  }

  /** A running loop begins its items; it is done by `closeItem` of the last one. There must be one at least. */
  openItems(place: StepPlace, count: number): Frame[] {
    this.#running--;
    const { node, frame } = place;
    const loops = this.#itemsLeft.get(frame) ?? new Map<number, number>();
    loops.set(node, count);
    this.#itemsLeft.set(frame, loops);
    const section = this.subgraph.section(node);
    const items = Array.from({ length: count }, (_, index) => new Frame(section, node, index, count, frame));
    // The last first, in items as well: each then goes to the end of what is ready, and nothing has to move for it.
    for (const item of items.toReversed()) this.#begin(item);
    return items;
  }

  /** Whether this was the last item of its loop, which then is to be ended with `endLoop`. */
  closeItem({ loop, parent }: Frame): boolean {
    const loops = parent && this.#itemsLeft.get(parent);
    const left = (loops?.get(loop) ?? 0) - 1;
    if (left > 0) loops?.set(loop, left);
    else loops?.delete(loop);
    return left === 0;
  }

  /** A loop whose items are all over continues on an output, or has failed. */
  endLoop(place: StepPlace, handle: string | undefined): boolean {
    if (handle === undefined) return this.#fail(place);
    this.#settle(place, link => link.handle === handle);
    return true;
  }

  /** A running step now waits for a person. */
  wait(_place: StepPlace): void {
    this.#running--;
    this.#waiting++;
  }

  /** What the waiting step waited for has come. */
  resume(_place: StepPlace): void {
    this.#waiting--;
    this.#running++;
  }

  /** The run is to end with a failure of its own, such as its time being over. */
  stop(): void {
    this.#failing = true;
  }

  get failing(): boolean {
    return this.#failing;
  }

  /** Whether the run fails because it had too many steps. */
  get exhausted(): boolean {
    return this.#exhausted;
  }

  get phase(): Phase {
    if (this.#running > 0) return 'going';
    if (this.#failing) return 'over';
    if (this.#ready.length > 0 || this.#overItems.length > 0) return 'going';
    return this.#waiting > 0 ? 'waiting' : 'over';
  }

  #fail(place: StepPlace): boolean {
    const taken = this.subgraph.hasErrorEdge(place.node);
    if (!taken) this.#failing = true;
    this.#settle(place, link => link.handle === ERROR);
    return taken;
  }

  /** Decides the edges out of a step, and with them, in turn, those out of the steps that it made skipped. */
  #settle(place: StepPlace, isActive: (link: Link) => boolean): void {
    const { frame } = place;
    const skipped: StepPlace[] = [];
    this.#decide(place, isActive, skipped);
    // The list grows while it is walked.
    for (const next of skipped) this.#decide(next, () => false, skipped);
    this.#skipped.push(...skipped);
    if (frame.left === 0 && frame.parent) this.#overItems.push(frame);
  }

  #decide({ node, frame }: StepPlace, isActive: (link: Link) => boolean, skipped: StepPlace[]): void {
    const { subgraph } = this;
    frame.left--;
    for (const link of subgraph.plan.graph.outgoing(node)) {
      if (!subgraph.decides(link)) continue;
      const slot = subgraph.slot(link.target);
      const open = (frame.open[slot] ?? 0) - 1;
      frame.open[slot] = open;
      if (isActive(link)) frame.active[slot] = 1;
      if (open > 0) continue;
      const target = { node: link.target, frame };
      if (frame.active[slot] === 1) this.#makeReady(target);
      else skipped.push(target);
    }
  }

  /** An item: what needs no other step of the body is ready. */
  #begin(item: Frame): void {
    for (const node of item.section.members.toReversed()) {
      if (item.open[this.subgraph.slot(node)] === 0) this.#makeReady({ node, frame: item });
    }
    if (item.left === 0) this.#overItems.push(item);
  }

  /** Kept in order: earlier items first, so that they end before later ones begin, and within one, earlier steps. */
  #makeReady(place: StepPlace): void {
    let low = 0;
    let high = this.#ready.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.#ready[middle];
      if (other && comparePlaces(this.subgraph, other, place) > 0) low = middle + 1;
      else high = middle;
    }
    this.#ready.splice(low, 0, place);
  }
}

/** As the steps would run if each waited for the one before. */
export function comparePlaces(subgraph: ReachableSubgraph, one: StepPlace, other: StepPlace): number {
  let left: RunAuthorization = { ...one, item: -1 };
  let right: RunAuthorization = { ...other, item: -1 };
  // Most places that are compared are near each other, so going outward to where both stand is a short way.
  while (left.frame !== right.frame) {
    const difference = left.frame.iteration.length - right.frame.iteration.length;
    if (difference >= 0) left = outward(left);
    if (difference <= 0) right = outward(right);
  }
  return subgraph.position(left.node) - subgraph.position(right.node) || left.item - right.item;
}

/** A step, or a loop with the item of it that is meant; -1 for the loop itself, which comes before its items. */
interface RunAuthorization extends StepPlace {
  readonly item: number;
}

function outward({ frame: { loop, parent, index } }: RunAuthorization): RunAuthorization {
  if (!parent) throw new Error('places of different runs have no order');
  return { node: loop, frame: parent, item: index };
}
