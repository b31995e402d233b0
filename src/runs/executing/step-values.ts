/**
 * The outputs of a run's steps. Small outputs, and outputs in use, are in memory. Other saved outputs are evicted, and
 * exist only in the database or a blob. So a run needs memory for what it uses at the moment, not for everything that
 * went through it. What all runs keep and load is counted (`run-memory.ts`).
 *
 *   add ──▶ in memory ── save ──▶ small: still in memory
 *                             ──▶ long, or more than the run may keep: evicted ── load ──▶ in memory until it is released
 */
import { fixedLimits } from '../../configuration/limits.ts';
import { type Blobs, newBlobKey } from '../../platform/blobs/blobs.ts';
import { readTextBlob, writeTextBlob } from '../../platform/blobs/text.ts';
import type { Release } from '../../platform/concurrency/semaphore.ts';
import { DEFAULT_DEPTH } from '../../platform/json/errors.ts';
import { isJsonSmall, textHead } from '../../platform/json/head.ts';
import { charactersLeft } from '../../platform/json/measure.ts';
import { parseJson } from '../../platform/json/parse.ts';
import { stringifyJson } from '../../platform/json/stringify.ts';
import type { RunLimits } from '../run-limits.ts';
import type { RunMemory } from './run-memory.ts';
import { SMALL_CHARACTERS, toSavedStep } from './run-records.ts';
import type { RunStorage } from './run-storage.ts';
import type { SavedStep, StepKey } from './saved-run.ts';
import { type StepRecord, shownCharacters } from './step-record.ts';

interface StepValuesOptions {
  storage: Pick<RunStorage, 'save' | 'loadOutput'>;
  limits: RunLimits;
  blobs: Blobs;
  memory: RunMemory;
  /** Whether the database has the run already. */
  isSaved: boolean;
  /** The user for whom the run executes. */
  owner: string;
  signal: AbortSignal;
}

/** Longer outputs are stored in blobs instead of rows. */
const BLOB_CHARACTERS = 500_000;
/** How much of its small outputs one run keeps in memory. When it has more, it evicts those of at least some size. */
export const MEMORY_CHARACTERS = 4_000_000;
export const EVICTABLE_CHARACTERS = 4_000;
/** Every run may keep this much. For more, it takes portions of what all runs together may keep. */
const FREE_CHARACTERS = 50_000;
const PORTION_CHARACTERS = 250_000;
/** The number of skipped steps has no limit, and one statement can insert at most 13,000 steps. */
const UNSAVED_STEPS = 2_000;

export class StepValues {
  readonly #options: StepValuesOptions;
  readonly #unsaved: StepRecord[] = [];
  /** Saved steps whose outputs stay in memory. */
  #inMemory: StepRecord[] = [];
  /** Saved steps whose outputs are in memory only while they are used. */
  readonly #evictable = new Set<StepRecord>();
  /** How many steps use an output at the moment. It stays in memory until the last of them is done. */
  readonly #useCounts = new Map<StepRecord, number>();
  /** Releases what the run has of the memory for all runs. */
  readonly #portions: Release[] = [];
  readonly #loads = new Set<Release>();
  /** What the run may keep at the moment. */
  #roomCharacters = FREE_CHARACTERS;
  #inMemoryCharacters = 0;
  #unsavedCharacters = 0;
  #isSaved: boolean;

  constructor(options: StepValuesOptions) {
    this.#options = options;
    this.#isSaved = options.isSaved;
  }

  /** Whether the database has the run, so that others can know of it. */
  get isSaved(): boolean {
    return this.#isSaved;
  }

  /** Measures an output, and returns a promise when it is long. Throws when the output is longer than allowed. */
  measure(record: StepRecord): Promise<void> | undefined {
    const left = charactersLeft(record.output, SMALL_CHARACTERS, DEFAULT_DEPTH);
    if (left < 0) return this.#measureLong(record);
    record.outputCharacters = SMALL_CHARACTERS - left;
    return undefined;
  }

  async #measureLong(record: StepRecord): Promise<void> {
    const { owner, signal } = this.#options;
    const limitCharacters = fixedLimits.run.valueCharacters;
    record.outputText = await stringifyJson(record.output, { limitCharacters, owner, signal });
    record.outputCharacters = record.outputText.length;
  }

  /** Adds a step that has settled. The next `save` saves it. */
  add(record: StepRecord): void {
    this.#unsaved.push(record);
    this.#unsavedCharacters += record.outputCharacters;
    this.#takeRoom();
  }

  /** Whether so much is in memory that it should be saved and evicted. */
  get isFull(): boolean {
    return this.#keptCharacters > this.#roomCharacters || this.#unsaved.length > UNSAVED_STEPS;
  }

  get #keptCharacters(): number {
    return this.#inMemoryCharacters + this.#unsavedCharacters;
  }

  #takeRoom(): void {
    const { memory, owner } = this.#options;
    while (this.#keptCharacters > this.#roomCharacters && this.#roomCharacters < MEMORY_CHARACTERS) {
      const release = memory.kept.tryAcquire(owner, PORTION_CHARACTERS);
      if (!release) return;
      this.#portions.push(release);
      this.#roomCharacters += PORTION_CHARACTERS;
    }
  }

  /** What can not be evicted is kept in any case: otherwise every further step would be saved on its own. */
  #giveRoomBack(): void {
    for (const release of this.#portions.splice(0)) release();
    this.#roomCharacters = FREE_CHARACTERS;
    this.#takeRoom();
    this.#roomCharacters = Math.max(this.#roomCharacters, this.#keptCharacters + FREE_CHARACTERS);
  }

  /**
   * Whether a step that is not saved has an output of which an ended run shows only a part. When the run fails, a replay
   * needs the whole output.
   */
  get hasUnsavedLong(): boolean {
    const { limits } = this.#options;
    return (
      this.#isSaved &&
      this.#unsaved.some(({ iteration, outputCharacters }) => outputCharacters > shownCharacters(iteration, limits))
    );
  }

  /** Returns the steps that are not saved, for a caller that saves them in another way. Very long ones are left out. */
  takeUnsaved(): SavedStep[] {
    const records = this.#unsaved.splice(0).filter(({ outputCharacters }) => outputCharacters <= BLOB_CHARACTERS);
    return records.map(record => toSavedStep(record, this.#options.limits));
  }

  async save(): Promise<void> {
    if (this.#isSaved && this.#unsaved.length === 0) return;
    const { storage, limits } = this.#options;
    const records = this.#unsaved.splice(0);
    this.#unsavedCharacters = 0;
    for (const record of records) await this.#writeBlob(record);
    try {
      await storage.save(records.map(record => toSavedStep(record, limits)));
    } catch (error) {
      // If the run was cancelled meanwhile, `takeUnsaved` still needs them.
      this.#unsaved.unshift(...records);
      throw error;
    }
    this.#isSaved = true;
    for (const record of records) this.#addToMemory(record);
    if (this.isFull) this.#evictLarge();
  }

  /** Adds a step that is saved already. */
  addSaved(record: StepRecord): void {
    if (record.isEvicted) return void this.#evictable.add(record);
    record.outputCharacters = SMALL_CHARACTERS - charactersLeft(record.output, SMALL_CHARACTERS, DEFAULT_DEPTH);
    this.#addToMemory(record);
    this.#takeRoom();
    if (this.isFull) this.#evictLarge();
  }

  /**
   * Loads the outputs of these steps into memory as soon as there is room, and keeps them there until the returned
   * function is called. `immediately` skips the wait for room. It is for callers that need the outputs only for a
   * moment, and that must not wait because others wait for them.
   */
  async load(records: readonly StepRecord[], { immediately = false } = {}): Promise<() => void> {
    const { owner, signal } = this.#options;
    for (const record of records) this.#useCounts.set(record, (this.#useCounts.get(record) ?? 0) + 1);
    let releaseMemory = () => {};
    const release = () => {
      for (const record of records) this.#release(record);
      releaseMemory();
    };
    try {
      const evictable = records.filter(record => this.#evictable.has(record));
      const characters = evictable.reduce((sum, { outputCharacters }) => sum + outputCharacters, 0);
      if (!immediately) releaseMemory = await this.reserve(characters, signal);
      for (const record of evictable) {
        if (record.isEvicted)
          record.restoreOutput(await parseJson(await this.readOutputText(record), { owner, signal }));
      }
      return release;
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Forgets saved steps that the run does not need any more. */
  drop(records: readonly StepRecord[]): void {
    const dropped = new Set(records);
    this.#inMemory = this.#inMemory.filter(record => !dropped.has(record));
    this.#inMemoryCharacters = this.#inMemory.reduce((sum, { outputCharacters }) => sum + outputCharacters, 0);
    for (const record of dropped) this.#evictable.delete(record);
  }

  /** Waits until so much may be loaded. Closing the values releases what was not released until then. */
  async reserve(characters: number, signal?: AbortSignal): Promise<Release> {
    const { memory, owner } = this.#options;
    const acquired = await memory.loaded.acquire(owner, characters, signal);
    const release = () => {
      this.#loads.delete(release);
      acquired();
    };
    this.#loads.add(release);
    return release;
  }

  /** Gives all memory back, because the run is over, or continues elsewhere. */
  close(): void {
    for (const release of [...this.#portions.splice(0), ...this.#loads]) release();
  }

  /** Reads the part of an evicted output that clients see. The caller has reserved memory for it. */
  async readHead(step: StepKey): Promise<string> {
    const characters = shownCharacters(step.iteration, this.#options.limits);
    return textHead(await this.#options.storage.loadOutput(step, characters), characters).text;
  }

  /** Returns the whole output as JSON. */
  async readOutputText(record: StepRecord): Promise<string> {
    const { storage, blobs, signal } = this.#options;
    if (!record.isEvicted) return record.outputText ?? this.#serialise(record.output);
    return record.outputKey === null ? storage.loadOutput(record) : readTextBlob(blobs, record.outputKey, signal);
  }

  async #serialise(output: unknown): Promise<string> {
    const { owner, signal } = this.#options;
    return isJsonSmall(output, SMALL_CHARACTERS) ? JSON.stringify(output) : stringifyJson(output, { owner, signal });
  }

  /** A long output becomes a blob of its own: as one value of a statement it would block the event loop. */
  async #writeBlob(record: StepRecord): Promise<void> {
    if (record.outputText === undefined || record.outputText.length <= BLOB_CHARACTERS) return;
    const { blobs, signal } = this.#options;
    record.outputKey = newBlobKey();
    await writeTextBlob(blobs, record.outputKey, record.outputText, signal);
  }

  #addToMemory(record: StepRecord): void {
    if (record.output === undefined) return;
    if (record.outputCharacters > SMALL_CHARACTERS) return void this.#makeEvictable(record);
    this.#inMemory.push(record);
    this.#inMemoryCharacters += record.outputCharacters;
  }

  #evictLarge(): void {
    const isEvictable = ({ outputCharacters }: StepRecord) => outputCharacters > EVICTABLE_CHARACTERS;
    for (const record of this.#inMemory.filter(isEvictable)) this.#makeEvictable(record);
    this.#inMemory = this.#inMemory.filter(record => !isEvictable(record));
    this.#inMemoryCharacters = this.#inMemory.reduce((sum, { outputCharacters }) => sum + outputCharacters, 0);
    this.#giveRoomBack();
  }

  #makeEvictable(record: StepRecord): void {
    this.#evictable.add(record);
    if (!this.#useCounts.has(record)) record.evict(this.#options.limits);
  }

  #release(record: StepRecord): void {
    const left = (this.#useCounts.get(record) ?? 0) - 1;
    if (left > 0) return void this.#useCounts.set(record, left);
    this.#useCounts.delete(record);
    if (this.#evictable.has(record) && !record.isEvicted) record.evict(this.#options.limits);
  }
}
