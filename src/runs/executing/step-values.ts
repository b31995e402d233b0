/**
 * What the steps of a run have given: in memory while it is small or in use, and otherwise, once it is saved, only in
 * the database. So a run needs memory for what it has in hand, not for all that went through it.
 *
 *   put ──▶ in memory ── save ──▶ small: still in memory
 *                             ──▶ long, or too much in all: away ── use ──▶ in memory for as long as it is used
 */
import { fixedLimits } from '../../configuration/limits.ts';
import { type Blobs, newBlobKey } from '../../platform/blobs/blobs.ts';
import { readText, writeText } from '../../platform/blobs/text.ts';
import { DEFAULT_DEPTH } from '../../platform/json/errors.ts';
import { jsonIsSmall } from '../../platform/json/head.ts';
import { charactersLeft } from '../../platform/json/measure.ts';
import { parseJson } from '../../platform/json/parse.ts';
import { stringifyJson } from '../../platform/json/stringify.ts';
import type { Semaphore } from '../../platform/semaphore.ts';
import type { RunLimits } from '../run-limits.ts';
import { toSavedStep } from './run-records.ts';
import type { SavedStep } from './saved-run.ts';
import type { StepRecord } from './step-record.ts';

/** Where values are kept. Throws when the run is another's by now. */
export interface ValueKeeper {
  /** Steps that have settled since the last time. */
  save(steps: readonly SavedStep[]): Promise<void>;
  /** The whole output of a saved step, as JSON, where it is not in a blob. */
  load(step: Pick<StepRecord, 'nodeId' | 'iteration'>): Promise<string>;
}

export interface StepValuesOptions {
  storage: ValueKeeper;
  limits: RunLimits;
  blobs: Blobs;
  /** Of all runs of this process: characters of long values that are in hand. */
  loading: Semaphore;
  /** Whether the run is written already. */
  isSaved: boolean;
  /** The user for whom the run executes. */
  owner: string;
  signal: AbortSignal;
}

/** Up to this length a value is measured and written at once; longer, in slices. */
export const SMALL_CHARACTERS = 100_000;
/** Longer ones are kept in blobs instead of rows. */
const BLOB_CHARACTERS = 500_000;
/** What one run keeps in memory of small values, and what is worth putting away when it has more. */
const KEPT_CHARACTERS = 4_000_000;
const WORTHWHILE_CHARACTERS = 4_000;
/** Skipped steps are not counted, so there may be any number; one statement takes the values of 13,000 at most. */
const UNSAVED_STEPS = 2_000;

export class StepValues {
  readonly #options: StepValuesOptions;
  readonly #unsaved: StepRecord[] = [];
  /** In memory, and saved. */
  #kept: StepRecord[] = [];
  /** Saved, and in memory only while they are used. */
  readonly #resting = new Set<StepRecord>();
  /** How many steps use an output: several may at once, and it must stay until the last of them is done. */
  readonly #uses = new Map<StepRecord, number>();
  #keptCharacters = 0;
  #unsavedCharacters = 0;
  #isSaved: boolean;

  constructor(options: StepValuesOptions) {
    this.#options = options;
    this.#isSaved = options.isSaved;
  }

  /** Whether there is anything of the run that others could know of. */
  get isSaved(): boolean {
    return this.#isSaved;
  }

  /** Measures an output: at once when it is small. Throws when it is larger than may be kept. */
  measure(record: StepRecord): Promise<void> | undefined {
    const left = charactersLeft(record.output, SMALL_CHARACTERS, DEFAULT_DEPTH);
    if (left < 0) return this.#measureLong(record);
    record.outputCharacters = SMALL_CHARACTERS - left;
    return undefined;
  }

  async #measureLong(record: StepRecord): Promise<void> {
    const { limits, owner, signal } = this.#options;
    const limitCharacters = fixedLimits.run.valueCharacters;
    record.outputText = await stringifyJson(record.output, { limitCharacters, owner, signal });
    record.outputCharacters = record.outputText.length;
  }

  /** A step that has settled, to be saved with the next ones. */
  add(record: StepRecord): void {
    this.#unsaved.push(record);
    this.#unsavedCharacters += record.outputCharacters;
  }

  /** Whether so much is in memory that it should be saved and put away. */
  get isFull(): boolean {
    const characters = this.#keptCharacters + this.#unsavedCharacters;
    return characters > KEPT_CHARACTERS || this.#unsaved.length > UNSAVED_STEPS;
  }

  async save(): Promise<void> {
    if (this.#isSaved && this.#unsaved.length === 0) return;
    const { storage, limits } = this.#options;
    const records = this.#unsaved.splice(0);
    this.#unsavedCharacters = 0;
    for (const record of records) await this.#toBlob(record);
    await storage.save(records.map(record => toSavedStep(record, limits)));
    this.#isSaved = true;
    for (const record of records) this.#keep(record);
    if (this.isFull) this.#putAway();
  }

  /** A step that was saved before the run came here. */
  adopt(record: StepRecord): void {
    if (record.isAway) return void this.#resting.add(record);
    record.outputCharacters = SMALL_CHARACTERS - charactersLeft(record.output, SMALL_CHARACTERS, DEFAULT_DEPTH);
    this.#keep(record);
    if (this.isFull) this.#putAway();
  }

  /**
   * Brings the outputs of these steps into memory, when there is room, and keeps there those that are; what it answers
   * lets them go again. `atOnce`: for a moment, and for who must not wait because others wait for it.
   */
  async use(records: readonly StepRecord[], { atOnce = false } = {}): Promise<() => void> {
    const { loading, owner, signal } = this.#options;
    for (const record of records) this.#uses.set(record, (this.#uses.get(record) ?? 0) + 1);
    let giveBack = () => {};
    const letGo = () => {
      for (const record of records) this.#letGo(record);
      giveBack();
    };
    try {
      const resting = records.filter(record => this.#resting.has(record));
      const characters = resting.reduce((sum, { outputCharacters }) => sum + outputCharacters, 0);
      if (!atOnce) giveBack = await loading.acquire(owner, characters, signal);
      for (const record of resting) {
        if (record.isAway) record.bringBack(await parseJson(await this.textOf(record), { owner, signal }));
      }
      return letGo;
    } catch (error) {
      letGo();
      throw error;
    }
  }

  /** The whole output, as JSON. */
  async textOf(record: StepRecord): Promise<string> {
    const { storage, blobs, signal } = this.#options;
    if (!record.isAway) return record.outputText ?? this.#textInMemory(record.output);
    return record.outputKey === null ? storage.load(record) : readText(blobs, record.outputKey, signal);
  }

  async #textInMemory(output: unknown): Promise<string> {
    const { owner, signal } = this.#options;
    return jsonIsSmall(output, SMALL_CHARACTERS) ? JSON.stringify(output) : stringifyJson(output, { owner, signal });
  }

  /** A long output is a blob of its own: as one value of a statement it would hold up the event loop. */
  async #toBlob(record: StepRecord): Promise<void> {
    if (record.outputText === undefined || record.outputText.length <= BLOB_CHARACTERS) return;
    const { blobs, signal } = this.#options;
    record.outputKey = newBlobKey();
    await writeText(blobs, record.outputKey, record.outputText, signal);
  }

  #keep(record: StepRecord): void {
    if (record.output === undefined) return;
    if (record.outputCharacters > SMALL_CHARACTERS) return void this.#rest(record);
    this.#kept.push(record);
    this.#keptCharacters += record.outputCharacters;
  }

  #putAway(): void {
    const isWorthwhile = ({ outputCharacters }: StepRecord) => outputCharacters > WORTHWHILE_CHARACTERS;
    for (const record of this.#kept.filter(isWorthwhile)) this.#rest(record);
    this.#kept = this.#kept.filter(record => !isWorthwhile(record));
    this.#keptCharacters = this.#kept.reduce((sum, { outputCharacters }) => sum + outputCharacters, 0);
  }

  #rest(record: StepRecord): void {
    this.#resting.add(record);
    if (!this.#uses.has(record)) record.putAway(this.#options.limits);
  }

  #letGo(record: StepRecord): void {
    const left = (this.#uses.get(record) ?? 0) - 1;
    if (left > 0) return void this.#uses.set(record, left);
    this.#uses.delete(record);
    if (this.#resting.has(record) && !record.isAway) record.putAway(this.#options.limits);
  }
}
