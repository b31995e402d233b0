/** Settles the steps of one run: records how each step ended, and what that means for the run. */
import type { StepPlace } from '../../engine/settlement.ts';
import { StepError, type StepOutcome } from '../../nodes/step.ts';
import { JsonTooDeep, JsonTooLarge } from '../../platform/json/errors.ts';
import { ownDatabaseProblem } from '../../platform/postgres/connection-error.ts';
import { toStorableText } from '../../platform/postgres/storable-text.ts';
import { TemplateError } from '../../templates/template.ts';
import { classifyFailure } from './failure.ts';
import { restoreRecord, stepKey } from './run-records.ts';
import type { RunReporter } from './run-reporter.ts';
import { isPassing, type RunState } from './run-state.ts';
import type { Pin } from './run-variation.ts';
import type { KnownStep, StepKey } from './saved-run.ts';
import type { StepRecord } from './step-record.ts';
import type { StepValues } from './step-values.ts';

/** A promise only for long values: a turn of the event loop for every step would take most of a step's time. */
export type Settling = Promise<void> | undefined;

interface StepSettlerOptions {
  state: RunState;
  values: StepValues;
  reporter: RunReporter;
  /** The steps that had settled before this process took over the run, by `stepKey`. */
  known: ReadonlyMap<string, KnownStep> | undefined;
}

export class StepSettler {
  readonly #state: RunState;
  readonly #values: StepValues;
  readonly #reporter: RunReporter;
  readonly #known: Map<string, KnownStep>;
  /** The steps that wait for people, by `stepKey`. */
  readonly #waiting = new Map<string, StepRecord>();
  #runFailure: string | undefined;

  constructor({ state, values, reporter, known }: StepSettlerOptions) {
    this.#state = state;
    this.#values = values;
    this.#reporter = reporter;
    this.#known = new Map(known);
  }

  /** Why the run fails. Undefined as long as it does not. */
  get runFailure(): string | undefined {
    return this.#runFailure;
  }

  /** The first reason counts. */
  failRun(reason: string): void {
    this.#runFailure ??= reason;
  }

  /**
   * Settles a step as it was settled before. Returns false when it was not. With `ifPinned`, it leaves other steps alone.
   */
  restore(record: StepRecord, { ifPinned = false } = {}): boolean {
    if (ifPinned && this.#known.get(stepKey(record))?.summary.pinned !== true) return false;
    const known = this.#takeKnown(record);
    if (known) this.#restoreFrom(record, known);
    return known !== undefined;
  }

  /** The steps that had settled before and that this execution did not reach. */
  get unreachedSteps(): KnownStep[] {
    return [...this.#known.values()];
  }

  /** Settles a step with the result that a test gives it. */
  settlePinned(record: StepRecord, pin: Pin): Settling {
    record.isPinned = true;
    if ('error' in pin) return this.fail(record, pin.error);
    const { output, handle } = pin;
    return this.succeed(record, { output, ...(handle !== null && { handle }) });
  }

  succeed(record: StepRecord, outcome: StepOutcome): Settling {
    record.receive(outcome);
    if (outcome.isWaiting) return this.#wait(record);
    const measuring = this.#values.measure(record);
    return measuring ? this.#succeedWithLongOutput(record, measuring) : this.#settle(record, 'success');
  }

  fail(record: StepRecord, message: string): undefined {
    record.error = toStorableText(message);
    return this.#settle(record, 'failed');
  }

  /** Throws an error of our own database: then the run is left to be claimed again, and does not fail. */
  failBecauseOf(record: StepRecord, error: unknown): undefined {
    if (ownDatabaseProblem(error)) throw error;
    record.failure = classifyFailure(error);
    if (error instanceof StepError && error.text !== undefined) record.setText(error.text);
    return this.fail(record, this.describeError(error));
  }

  skip(place: StepPlace): void {
    const record = this.#state.add(place, null);
    const known = this.#takeKnown(record);
    if (known) {
      restoreRecord(record, known);
      return;
    }
    record.end('skipped');
    if (!isPassing(record)) this.#values.add(record);
    this.#reporter.stepSkipped(record);
  }

  /** Why a step failed, for the author of the workflow. An unexpected error is our bug: only the log gets its text. */
  describeError(error: unknown): string {
    if (ownDatabaseProblem(error)) throw error;
    if (error instanceof StepError || error instanceof TemplateError) return error.message;
    this.#reporter.stepCrashed(error);
    return 'The step failed because of an internal error';
  }

  get waitingSteps(): StepKey[] {
    return [...this.#waiting.values()].map(({ nodeId, iteration }) => ({ nodeId, iteration }));
  }

  /** Settles the waiting steps whose results have arrived. */
  endWaiting(results: ReadonlyMap<string, KnownStep>): undefined {
    for (const [key, record] of this.#waiting) {
      const result = results.get(key);
      if (!result) continue;
      this.#waiting.delete(key);
      this.#state.settlement.resume(record.place);
      this.#restoreFrom(record, result);
      this.#reporter.stepEnded(record);
      record.evictHead();
    }
    return undefined;
  }

  #wait(record: StepRecord): undefined {
    record.status = 'waiting';
    this.#state.settlement.wait(record.place);
    this.#waiting.set(stepKey(record), record);
    this.#reporter.stepWaits(record);
    return undefined;
  }

  async #succeedWithLongOutput(record: StepRecord, measuring: Promise<void>): Promise<void> {
    try {
      await measuring;
      this.#settle(record, 'success');
    } catch (error) {
      if (!(error instanceof JsonTooLarge || error instanceof JsonTooDeep)) throw error;
      record.output = undefined;
      this.fail(record, `The output can not be kept: ${error.message}`);
    }
  }

  #settle(record: StepRecord, status: 'success' | 'failed'): undefined {
    record.end(status);
    this.#continueAfter(record);
    if (!isPassing(record)) this.#values.add(record);
    this.#reporter.stepEnded(record);
    return undefined;
  }

  #restoreFrom(record: StepRecord, known: KnownStep): void {
    restoreRecord(record, known);
    this.#values.addSaved(record);
    this.#continueAfter(record);
  }

  #continueAfter(record: StepRecord): void {
    if (this.#state.settle(record) === 'run failed') this.failRun(record.error);
  }

  #takeKnown(record: StepRecord): KnownStep | undefined {
    const key = stepKey(record);
    const known = this.#known.get(key);
    this.#known.delete(key);
    return known;
  }
}
