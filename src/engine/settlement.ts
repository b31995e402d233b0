/**
 * Determines which steps of a run are next, based on the steps that have settled. It has no clock, no values and no
 * I/O: the caller starts the steps that it returns, and reports how each of them ended. The order in which parallel
 * steps end does not influence which steps run.
 *
 *  1. At first, only the trigger is ready.
 *  2. A step is decided when every edge into it is decided. It is ready if one of these edges is active, and skipped
 *     otherwise. The edges out of a skipped step are inactive.
 *  3. A step that succeeds activates the edges of the output that it selects. A step that fails activates its `error`
 *     edges.
 *  4. A loop opens one item per element of its list, in their order and only so many at once: the next one opens when
 *     one is closed. The steps of the body exist once per open item, and an item is finished when all of them are
 *     settled. The loop is finished when all its items are. Meanwhile it does not count as a running step. A loop that
 *     was skipped or failed immediately has no items.
 *     A loop that reads its items from a source opens them in windows. A failure in them may end only the item.
 *     The rounds of a repeat are items of which the next opens when the caller says so, after a pause or at once.
 *  5. After a failure without an `error` edge, no further step starts. Running steps continue to their end.
 *  6. The number of steps that run at once and the number of steps that start in a run are limited. Skipped steps do
 *     not count. If a run needs more steps than that, it fails.
 *  7. A step that waits for a person does not count as running either. When no step is running or ready, the run waits
 *     if a step waits, and is finished otherwise.
 */
import type { GraphEdge } from './graph.ts';
import { ERROR, OUTSIDE, type ReachableSubgraph, type Section } from './plan.ts';

/**
 * The steps outside of loops, or one item of a loop. A step in a loop body is executed once in each frame of the loop.
 */
export class Frame {
  readonly loop: number;
  /** Undefined outside of loops. */
  readonly parent: Frame | undefined;
  readonly index: number;
  readonly count: number;
  /** The item indexes, that of the innermost loop first. */
  readonly iteration: readonly number[];
  readonly section: Section;
  /** The number of members that are not settled yet. */
  left: number;
  readonly open: Int32Array;
  readonly active: Uint8Array;
  /** Set within the items of a loop that reads them from a source. */
  readonly source: ItemSource | undefined;

  constructor(
    section: Section,
    loop: number,
    index: number,
    count: number,
    parent: Frame | undefined,
    source = parent?.source,
  ) {
    this.source = source;
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

/** Identifies one execution of a node: the node and the frame in which it is executed. */
export interface StepPlace {
  readonly node: number;
  readonly frame: Frame;
}

export interface SettlementLimits {
  /** The number of steps that may start in one run. */
  readonly steps: number;
  /** The number of steps that may run at once. */
  readonly atOnce: number;
}

/** A loop that reads its items from a source, one window after the other. The number of its steps has no limit. */
export interface ItemSource {
  /** Whether a step that fails without an `error` edge ends only its item, and not the run. */
  readonly isTolerant: boolean;
  /** Whether all steps of the body only compute, so that an item that is not over can be computed again. */
  readonly isPure: boolean;
}

/** Which items of a loop are opened. Without a number, all of them are open at once. */
export interface OpenItems {
  /** The number of items that may be open at once. */
  readonly atOnce?: number;
  /** The index of the only one. */
  readonly only?: number | undefined;
  /** The index of the first one. */
  readonly first?: number;
  readonly source?: ItemSource;
}

/** The items of an open loop that are not closed yet. */
interface ItemsLeft {
  left: number;
  /** The item that opens next. */
  next: number;
  readonly end: number;
}

export type Phase = 'running' | 'waiting' | 'finished';

export class Settlement {
  readonly subgraph: ReachableSubgraph;
  /** The frame of the steps outside of loops. */
  readonly outside: Frame;
  readonly #limits: SettlementLimits;
  /** Sorted in reverse: the next step is the last one. */
  readonly #ready: StepPlace[] = [];
  readonly #skipped: StepPlace[] = [];
  readonly #finishedItems: Frame[] = [];
  readonly #itemsLeft = new Map<Frame, Map<number, ItemsLeft>>();
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

  /** Marks the next ready step as running and returns it, if a step may start now. */
  startNext(): StepPlace | undefined {
    if (this.#failing || this.#running >= this.#limits.atOnce || this.#ready.length === 0) return undefined;
    const isCounted = this.#ready.at(-1)?.frame.source === undefined;
    if (isCounted && this.#started >= this.#limits.steps) {
      this.#exhausted = true;
      this.#failing = true;
      return undefined;
    }
    if (isCounted) this.#started++;
    this.#running++;
    return this.#ready.pop();
  }

  /** Returns the steps that were skipped since the last call. */
  drainSkipped(): StepPlace[] {
    return this.#skipped.splice(0);
  }

  /** Returns the items that have finished since the last call. The caller must close each of them. */
  drainFinishedItems(): Frame[] {
    return this.#finishedItems.splice(0);
  }

  /** Reports that a running step has succeeded and selected an output. Null is the default output. */
  succeed(place: StepPlace, handle: string | null): void {
    this.#running--;
    this.#settle(place, link => link.handle === handle);
  }

  /** Reports that a running step has failed. Returns whether the run continues on an `error` edge. */
  fail(place: StepPlace): boolean {
    this.#running--;
    return this.#fail(place);
  }

  /** Reports that a running step counts as skipped: none of the edges out of it is active. */
  pass(place: StepPlace): void {
    this.#running--;
    this.#settle(place, () => false);
  }

  /**
   * Starts the first items of a running loop, at least one, or only one of all. The loop is finished after `closeItem` of
   * the last one.
   */
  openItems(place: StepPlace, count: number, { only, atOnce = count, first = 0, source }: OpenItems = {}): Frame[] {
    this.#running--;
    const { node, frame } = place;
    const opened = Math.min(atOnce, count);
    const end = first + count;
    const indexes = only === undefined ? Array.from({ length: opened }, (_, index) => first + index) : [only];
    const loops = this.#itemsLeft.get(frame) ?? new Map<number, ItemsLeft>();
    loops.set(node, only === undefined ? { left: count, next: first + opened, end } : { left: 1, next: end, end });
    this.#itemsLeft.set(frame, loops);
    const section = this.subgraph.section(node);
    const items = indexes.map(index => new Frame(section, node, index, count, frame, source ?? frame.source));
    // In reverse order, each step is appended to the ready steps, and no other step has to move.
    for (const item of items.toReversed()) this.#startItem(item);
    return items;
  }

  /**
   * Opens the next item of the loop, if there is one. Returns whether this was the last item. The caller must then call
   * `endLoop`.
   */
  closeItem({ loop, parent, section, source, count }: Frame): boolean {
    const loops = parent && this.#itemsLeft.get(parent);
    const items = loops?.get(loop);
    if (!items) throw new Error('the item belongs to no open loop');
    items.left--;
    if (items.left === 0) loops?.delete(loop);
    else if (items.next < items.end && !this.#failing) {
      this.#startItem(new Frame(section, loop, items.next, count, parent, source));
      items.next++;
    }
    return items.left === 0;
  }

  /** Reports that a loop reads its next items, which counts as a running step. */
  beginReading(): void {
    this.#running++;
  }

  /** Reports that a loop has read all of its items, or can not read them. The caller then settles it. */
  endReading(): void {
    this.#running--;
  }

  /** Reports that the run pauses between two rounds. The pause counts as a running step, and may wait. */
  pauseRound(): void {
    this.#running++;
  }

  /** Reports that a pause between two rounds is over. The round before it counts as finished again. */
  endPause(round: Frame): void {
    this.#running--;
    this.#finishedItems.push(round);
  }

  /** Begins the round after a finished one. */
  openNextRound({ loop, parent, section, index, count }: Frame): void {
    if (!this.#failing) this.#startItem(new Frame(section, loop, index + 1, count, parent));
  }

  /** Closes a repeat after its last round. The caller must then call `endLoop`. */
  closeRounds({ loop, parent }: Frame): void {
    if (!parent || !this.#itemsLeft.get(parent)?.delete(loop)) throw new Error('the round belongs to no open repeat');
  }

  /** Reports that a loop whose items are all finished has selected an output, or has failed if there is none. */
  endLoop(place: StepPlace, handle: string | undefined): boolean {
    if (handle === undefined) return this.#fail(place);
    this.#settle(place, link => link.handle === handle);
    return true;
  }

  /** Reports that a running step now waits for a person. */
  wait(_place: StepPlace): void {
    this.#running--;
    this.#waiting++;
  }

  /** Reports that a waiting step runs again. */
  resume(_place: StepPlace): void {
    this.#waiting--;
    this.#running++;
  }

  /** Makes the run fail for a reason that is not a step, such as a timeout. */
  stop(): void {
    this.#failing = true;
  }

  get failing(): boolean {
    return this.#failing;
  }

  /** Whether the run fails because it needs too many steps. */
  get exhausted(): boolean {
    return this.#exhausted;
  }

  get phase(): Phase {
    if (this.#running > 0) return 'running';
    if (this.#failing) return 'finished';
    if (this.#ready.length > 0 || this.#finishedItems.length > 0) return 'running';
    return this.#waiting > 0 ? 'waiting' : 'finished';
  }

  #fail(place: StepPlace): boolean {
    const isHandled = this.subgraph.hasErrorEdge(place.node) || place.frame.source?.isTolerant === true;
    if (!isHandled) this.#failing = true;
    this.#settle(place, link => link.handle === ERROR);
    return isHandled;
  }

  /** Decides the edges out of a step, and those out of all steps that are skipped as a consequence. */
  #settle(place: StepPlace, isActive: (link: GraphEdge) => boolean): void {
    const { frame } = place;
    const skipped: StepPlace[] = [];
    this.#decide(place, isActive, skipped);
    // The list grows during the iteration.
    for (const next of skipped) this.#decide(next, () => false, skipped);
    this.#skipped.push(...skipped);
    if (frame.left === 0 && frame.parent) this.#finishedItems.push(frame);
  }

  #decide({ node, frame }: StepPlace, isActive: (link: GraphEdge) => boolean, skipped: StepPlace[]): void {
    const { subgraph } = this;
    frame.left--;
    for (const link of subgraph.plan.graph.outgoing(node)) {
      if (!subgraph.decides(link)) continue;
      const index = subgraph.indexInSection(link.target);
      const open = (frame.open[index] ?? 0) - 1;
      frame.open[index] = open;
      if (isActive(link)) frame.active[index] = 1;
      if (open > 0) continue;
      const target = { node: link.target, frame };
      if (frame.active[index] === 1) this.#makeReady(target);
      else skipped.push(target);
    }
  }

  /** Makes the steps ready that need no other step of the body. */
  #startItem(item: Frame): void {
    for (const node of item.section.members.toReversed()) {
      if (item.open[this.subgraph.indexInSection(node)] === 0) this.#makeReady({ node, frame: item });
    }
    if (item.left === 0) this.#finishedItems.push(item);
  }

  /**
   * Inserts in order: earlier items first, so that they end before later ones start, and earlier steps within an item.
   */
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

/** Compares places by the order in which the steps would run one at a time. */
export function comparePlaces(subgraph: ReachableSubgraph, one: StepPlace, other: StepPlace): number {
  let left: ItemPlace = { ...one, item: -1 };
  let right: ItemPlace = { ...other, item: -1 };
  // Most of the compared places are close to each other, so the common frame is near.
  while (left.frame !== right.frame) {
    const difference = left.frame.iteration.length - right.frame.iteration.length;
    if (difference >= 0) left = enclosingItem(left);
    if (difference <= 0) right = enclosingItem(right);
  }
  return subgraph.position(left.node) - subgraph.position(right.node) || left.item - right.item;
}

/** A step, or an item of a loop. `item` is -1 for the step or loop itself, which comes before its items. */
interface ItemPlace extends StepPlace {
  readonly item: number;
}

function enclosingItem({ frame: { loop, parent, index } }: ItemPlace): ItemPlace {
  if (!parent) throw new Error('places of different runs have no order');
  return { node: loop, frame: parent, item: index };
}
