/**
 * Executes loops that read their items from a source, one window after the other:
 *
 *   read ── items ──▶ opened like those of a list ── all are over ──▶ kept steps saved, cursor moved ──▶ read
 *        ── none ──▶ the loop succeeds
 *        ── can not be read ──▶ the loop fails
 *
 * A process that takes over the run begins with the window that was under way. The effects of the items in it are among the
 * saved steps until the cursor has moved, so those that are over are not performed again.
 */
import { fixedLimits } from '../../../configuration/limits.ts';
import type { Params } from '../../../engine/definition.ts';
import type { Frame, ItemSource } from '../../../engine/settlement.ts';
import { StepError } from '../../../nodes/step.ts';
import { textHead } from '../../../platform/json/head.ts';
import type { Effects } from '../effects.ts';
import type { OpenLoop } from '../open-loop.ts';
import type { RunReporter } from '../run-reporter.ts';
import type { RunServices } from '../run-services.ts';
import type { RunState } from '../run-state.ts';
import { RunLost, type RunStorage } from '../run-storage.ts';
import { findOnlyItem } from '../run-variation.ts';
import type { CursorMove, SavedCursor } from '../saved-run.ts';
import type { StepRecord } from '../step-record.ts';
import type { StepSettler } from '../step-settler.ts';
import type { StepValues } from '../step-values.ts';
import type { ItemCursor, ItemPlace, ItemWindow } from './item-cursor.ts';

interface SourceLoopsOptions {
  state: RunState;
  services: Pick<RunServices, 'nodeType' | 'openSource'>;
  storage: Pick<RunStorage, 'readCursor' | 'moveCursor' | 'saveProgress'>;
  settler: StepSettler;
  values: StepValues;
  effects: Effects;
  reporter: RunReporter;
  signal: AbortSignal;
}

/** A loop whose items are read. */
interface SourceLoop {
  record: StepRecord;
  cursor: ItemCursor;
  /** Where it stands after the items that are over. */
  saved: SavedCursor;
  hasNewFailures: boolean;
  window: ItemWindow;
  keep: 'failed' | 'all' | 'none';
  only: number | undefined;
  source: ItemSource;
  atOnce: number;
  /** The nodes of its body. */
  body: readonly string[];
  /** The saved steps of the window that are not kept, and their items. */
  forgotten: { records: StepRecord[]; items: number[] };
  begunMs: number;
  /** How many items were over when this process began. */
  begunAt: number;
  reportedMs: number;
}

const { itemSource } = fixedLimits;
/** A rate is not measured in less. */
const MOMENT_SECONDS = 0.1;
const NO_ITEMS: ItemWindow = { items: [], places: [], next: null };
const NOTHING_FORGOTTEN: CursorMove['forgotten'] = { nodeIds: [], items: [] };

export class SourceLoops {
  readonly #given: SourceLoopsOptions;
  readonly #loops = new Map<StepRecord, SourceLoop>();

  constructor(given: SourceLoopsOptions) {
    this.#given = given;
  }

  /** The database must have the run when its cursor moves. */
  async open(record: StepRecord, reference: unknown): Promise<void> {
    const { values, effects } = this.#given;
    await values.save();
    effects.track(this.#begin(record, reference), result => this.#continue(record, result));
  }

  async #begin(record: StepRecord, reference: unknown): Promise<ItemWindow> {
    const { state, services, storage, signal } = this.#given;
    const cursor = await services.openSource(state, record, reference, signal);
    const saved = (await storage.readCursor(record.nodeId)) ?? nothingSaved();
    const { keep = 'failed', on_failure, concurrency } = state.stepParams(record) as LoopParams;
    const body = state.plan.body(record.place.node);
    const isEffect = (node: number) => !this.#isPure(state.plan.steps[node]?.node.type ?? '');
    const loop: SourceLoop = {
      ...{ record, cursor, saved, keep, window: NO_ITEMS, hasNewFailures: false, reportedMs: 0 },
      only: findOnlyItem(state.facts.variation, record.nodeId),
      source: { isTolerant: on_failure !== 'stop', isPure: !body.some(isEffect) },
      atOnce: concurrency ?? fixedLimits.run.openItems,
      body: body.map(node => state.plan.graph.id(node)),
      forgotten: { records: [], items: [] },
      begunMs: performance.now(),
      begunAt: countDone(saved),
    };
    record.credits = saved.credits;
    this.#loops.set(record, loop);
    return loop.only === undefined ? this.#read(loop) : this.#readOnly(loop, loop.only);
  }

  #isPure(type: string): boolean {
    const kind = this.#given.services.nodeType(type)?.execution.kind;
    return kind === 'pure' || kind === 'compute' || kind === 'loop';
  }

  async #read(loop: SourceLoop): Promise<ItemWindow> {
    const { record, cursor, saved } = loop;
    // Another process has read them, and may have worked on some.
    if (saved.window) return saved.window;
    const { items, itemsWithEffects } = itemSource.window;
    const window = await cursor.read(saved.position, loop.source.isPure ? items : itemsWithEffects);
    if (countDone(saved) + window.items.length > itemSource.items) {
      throw new StepError(`The loop has more than ${itemSource.items} items`);
    }
    if (cursor.changes && window.items.length > 0) {
      const move = {
        nodeId: record.nodeId,
        cursor: { ...saved, window, failures: null },
        forgotten: NOTHING_FORGOTTEN,
      };
      await this.#given.storage.moveCursor(move);
    }
    return window;
  }

  /** For the test of one item: all before it are read, and none of them is executed. */
  async #readOnly(loop: SourceLoop, only: number): Promise<ItemWindow> {
    let position: ItemWindow['next'] = null;
    for (let first = 0; ; ) {
      const window: ItemWindow = await loop.cursor.read(position, itemSource.window.items);
      const at = only - first;
      if (window.items.length === 0) {
        throw new StepError(`The loop has ${first} items, so there is no item with the index ${only}`);
      }
      if (at < window.items.length) {
        return { items: [window.items[at]], places: window.places.slice(at, at + 1), next: window.next };
      }
      first += window.items.length;
      position = window.next;
    }
  }

  /** Opens the items that were read. Without any, or with an error, the loop is over. */
  async #continue(record: StepRecord, result: PromiseSettledResult<ItemWindow>): Promise<void> {
    const { state, settler, values, effects, signal } = this.#given;
    const { settlement } = state;
    signal.throwIfAborted();
    effects.releaseMemory(record);
    if (result.status === 'rejected' && result.reason instanceof RunLost) throw result.reason;
    // The loop ends with the run.
    if (settlement.failing) return settlement.endReading();
    const loop = this.#loops.get(record);
    if (loop && loop.forgotten.records.length > 0) {
      state.drop(loop.forgotten.records);
      values.drop(loop.forgotten.records);
      loop.forgotten = { records: [], items: [] };
    }
    const isOver = result.status === 'rejected' || result.value.items.length === 0;
    if (isOver && state.isOpenLoop(record)) settlement.endReading();
    if (result.status === 'rejected') return settler.failBecauseOf(record, result.reason);
    if (!loop || isOver) return this.#succeed(record, loop?.saved ?? nothingSaved());
    loop.window = result.value;
    const { atOnce, source, saved } = loop;
    state.openWindow(record, result.value.items, { first: loop.only ?? countDone(saved), atOnce, source });
  }

  async #succeed(record: StepRecord, { succeeded, failed, failures, credits }: SavedCursor): Promise<void> {
    const output = { count: succeeded + failed, succeeded, failed, failures };
    await this.#given.settler.succeed(record, { output, handle: 'done', credits });
    this.#loops.delete(record);
  }

  /** Counts an item that is over. After the last one of the window, the cursor moves. */
  async closeItem(item: Frame, { record, first }: OpenLoop): Promise<void> {
    const { state, values, effects } = this.#given;
    const loop = this.#loops.get(record);
    if (!loop) throw new Error('the loop reads from no source');
    const { records, failed } = state.sourceItems.take(item);
    this.#count(loop, item.index, loop.window.places[item.index - first] ?? { line: 0 }, failed);
    this.#keepOrForget(loop, item.index, records, failed !== undefined);
    if (!state.closeItem(item)) return;
    // The loop ends with the run.
    if (state.settlement.failing) return;
    state.settlement.beginReading();
    await values.save();
    effects.track(this.#advance(loop), result => this.#continue(record, result));
  }

  /** Everything that is kept of the window is saved. */
  async #advance(loop: SourceLoop): Promise<ItemWindow> {
    const { storage, reporter } = this.#given;
    const { record, saved, forgotten, body } = loop;
    saved.position = loop.window.next;
    saved.window = null;
    saved.credits += forgotten.records.reduce((sum, { credits }) => sum + credits, 0);
    record.credits = saved.credits;
    const cursor = { ...saved, failures: loop.hasNewFailures ? saved.failures : null };
    await storage.moveCursor({
      nodeId: record.nodeId,
      cursor,
      forgotten: { nodeIds: forgotten.items.length === 0 ? [] : body, items: forgotten.items },
    });
    loop.hasNewFailures = false;
    if (performance.now() - loop.reportedMs >= itemSource.progressMs) {
      loop.reportedMs = performance.now();
      await reporter.itemsDone(record, storage);
    }
    return loop.only === undefined ? this.#read(loop) : NO_ITEMS;
  }

  #count(loop: SourceLoop, index: number, place: ItemPlace, failed: StepRecord | undefined): void {
    const { saved, record } = loop;
    if (!failed) saved.succeeded++;
    else {
      saved.failed++;
      if (saved.failures.length < itemSource.failures) {
        const error = textHead(failed.error, itemSource.errorCharacters).text;
        saved.failures.push({ index, ...place, step: failed.nodeId, error });
        loop.hasNewFailures = true;
      }
    }
    const seconds = Math.max(MOMENT_SECONDS, (performance.now() - loop.begunMs) / 1000);
    const done = countDone(saved);
    record.items = { done, failed: saved.failed, per_second: Math.round((done - loop.begunAt) / seconds) };
  }

  #keepOrForget(loop: SourceLoop, index: number, records: readonly StepRecord[], hasFailed: boolean): void {
    const { state, values } = this.#given;
    const isWanted = loop.keep === 'all' || (loop.keep === 'failed' && hasFailed);
    const { isPure } = loop.source;
    if (isWanted && loop.saved.kept < itemSource.keptItems) {
      loop.saved.kept++;
      if (!isPure) return;
      state.keep(records);
      for (const record of records) values.add(record);
    } else if (!isPure) {
      loop.forgotten.items.push(index);
      loop.forgotten.records.push(...records);
    }
  }
}

type LoopParams = Params & {
  keep?: 'failed' | 'all' | 'none';
  on_failure?: 'continue' | 'stop';
  concurrency?: number;
};

function nothingSaved(): SavedCursor {
  return { position: null, window: null, succeeded: 0, failed: 0, kept: 0, credits: 0, failures: [] };
}

function countDone({ succeeded, failed }: SavedCursor): number {
  return succeeded + failed;
}
