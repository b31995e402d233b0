/**
 * An import under way. It asks the file for rows and sends them, one batch at a time.
 *
 *     running → paused   by the user, or when the service can not be reached
 *     paused  → running  continues with the batch that was not acknowledged; the service creates nothing twice
 *     running → done     after the last batch
 *     running → failed   when the whole import is refused, such as without access
 */

import type { ImportBody, ImportReply } from '../../../../src/booster/records/console-schemas.ts';
import { explain } from '../../look/explain.ts';
import type { PlannedRow, RefusedRow } from './import-plan.ts';
import type { RowBatch } from './row-reader.ts';

export interface ImportState {
  status: 'running' | 'paused' | 'done' | 'failed';
  created: number;
  updated: number;
  unchanged: number;
  /** In the order of the file. */
  refused: readonly RefusedRow[];
  /** Bytes of the file whose rows are done. */
  bytes: number;
  /** Why it is paused or failed, if nobody asked for it. */
  problem?: string;
}

/** How a request failed. */
export type Failure = 'temporary' | 'rows' | 'all';

interface ImportServices {
  next(): Promise<RowBatch | undefined>;
  send(rows: ImportBody['rows']): Promise<ImportReply>;
  /** Whether to try again later, to find the rows that are wrong, or to give up. */
  judge(error: unknown): Failure;
  onChange(state: ImportState): void;
}

const NOTHING: ImportReply = { created: 0, updated: 0, unchanged: 0, refused: [] };

export class ImportJob {
  readonly #services: ImportServices;
  /** What was read but not acknowledged. */
  #batch: RowBatch | undefined;
  #isWorking = false;
  #isStopped = false;
  state: ImportState = { status: 'running', created: 0, updated: 0, unchanged: 0, refused: [], bytes: 0 };

  constructor(services: ImportServices) {
    this.#services = services;
  }

  pause(): void {
    if (this.state.status === 'running') this.#change({ status: 'paused' });
  }

  /** For a dialog that closes: nothing more is sent or reported. */
  stop(): void {
    this.#isStopped = true;
  }

  async run(): Promise<void> {
    this.#change({ status: 'running' });
    // A pause ends after the batch that is on its way. Who continues before that continues the same work.
    if (this.#isWorking) return;
    this.#isWorking = true;
    try {
      while (this.state.status === 'running' && !this.#isStopped) await this.#sendNext();
    } catch (error) {
      const problem = explain(error);
      this.#change({ status: this.#services.judge(error) === 'temporary' ? 'paused' : 'failed', problem });
    } finally {
      this.#isWorking = false;
    }
  }

  async #sendNext(): Promise<void> {
    const batch = this.#batch ?? (await this.#services.next());
    this.#batch = batch;
    if (!batch) return this.#change({ status: 'done' });
    const reply = batch.rows.length === 0 ? { ...NOTHING, refusedRows: [] } : await this.#send(batch.rows);
    this.#batch = undefined;
    const { created, updated, unchanged, refused } = this.state;
    const added = [...batch.refused, ...reply.refusedRows].toSorted((one, other) => one.number - other.number);
    this.#change({
      created: created + reply.created,
      updated: updated + reply.updated,
      unchanged: unchanged + reply.unchanged,
      refused: added.length === 0 ? refused : [...refused, ...added],
      bytes: batch.bytes,
      // A pause that came while the last batch was on its way has nothing left to pause.
      ...(batch.isLast && { status: 'done' as const }),
    });
  }

  /** If a request is refused as a whole, its halves are sent, until it is known which row is to blame. */
  async #send(rows: readonly PlannedRow[]): Promise<ImportReply & { refusedRows: RefusedRow[] }> {
    try {
      const reply = await this.#services.send(rows.map(({ key, data }) => ({ key, data })));
      const refusedRows = reply.refused.flatMap(({ row, message }) => {
        const refused = rows[row];
        return refused ? [{ number: refused.number, message, source: refused.source }] : [];
      });
      return { ...reply, refusedRows };
    } catch (error) {
      if (this.#services.judge(error) !== 'rows') throw error;
      const [first] = rows;
      if (first && rows.length === 1) {
        const message = explain(error);
        return { ...NOTHING, refusedRows: [{ number: first.number, message, source: first.source }] };
      }
      const middle = Math.ceil(rows.length / 2);
      const [one, other] = [await this.#send(rows.slice(0, middle)), await this.#send(rows.slice(middle))];
      return {
        created: one.created + other.created,
        updated: one.updated + other.updated,
        unchanged: one.unchanged + other.unchanged,
        refused: [],
        refusedRows: [...one.refusedRows, ...other.refusedRows],
      };
    }
  }

  #change(changes: Partial<ImportState>): void {
    if (this.#isStopped) return;
    const { problem: _, ...state } = this.state;
    this.state = { ...state, ...changes };
    this.#services.onChange(this.state);
  }
}
