import { setTimeout as delay } from 'node:timers/promises';
import { type CollectorAddress, CollectorConnection, type Outcome } from './collector-connection.ts';
import { type OtlpService, type OtlpSpan, otlpRequest } from './otlp.ts';

export interface ExportLimits {
  /** How many spans go out together. */
  batchSpans: number;
  /** How long the first of them waits for others. */
  batchDelayMs: number;
  /** How many may wait: the oldest are dropped for new ones. */
  queueSpans: number;
  requestTimeoutMs: number;
  /** After the first failure in a row; doubled after each further one. */
  retryDelayMs: number;
  maxRetryDelayMs: number;
  /** How long closing may take. */
  closeMs: number;
}

const defaultLimits: ExportLimits = {
  batchSpans: 512,
  batchDelayMs: 2_000,
  queueSpans: 4_096,
  requestTimeoutMs: 10_000,
  retryDelayMs: 1_000,
  maxRetryDelayMs: 30_000,
  closeMs: 3_000,
};

export interface ExporterSettings extends CollectorAddress, OtlpService {
  onError(error: unknown): void;
  limits?: Partial<ExportLimits>;
}

/**
 * Sends spans in batches, one request at a time:
 *
 *     waiting --enough spans, or the delay is over--> sending --all sent--> waiting
 *     sending --collector away--> retrying --the retry delay is over--> sending
 *
 * What could not be sent returns to the head of the queue, so that the newest spans are there when the collector is.
 * No timer or socket keeps the process alive, except for the one timer of close().
 */
export class Exporter {
  readonly #settings: ExporterSettings;
  readonly #limits: ExportLimits;
  readonly #connection: CollectorConnection;
  #queue: OtlpSpan[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #failuresInARow = 0;
  #retryAfterMs = 0;
  #closing: Promise<void> | undefined;
  readonly #deadline = new AbortController();
  #droppedSpans = 0;
  #droppedUnreported = 0;

  constructor(settings: ExporterSettings) {
    this.#settings = settings;
    this.#limits = { ...defaultLimits, ...settings.limits };
    this.#connection = new CollectorConnection(settings, this.#limits.requestTimeoutMs);
  }

  get droppedSpans(): number {
    return this.#droppedSpans;
  }

  add(span: OtlpSpan): void {
    if (this.#closing) {
      this.#drop(1);
      return;
    }
    this.#queue.push(span);
    this.#dropOldest();
    this.#schedule();
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  #schedule(): void {
    if (this.#sending || this.#closing || this.#queue.length === 0) return;
    if (this.#failuresInARow === 0 && this.#queue.length >= this.#limits.batchSpans) this.#start();
    else this.#timer ??= setTimeout(() => this.#start(), this.#waitMs()).unref();
  }

  #start(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending = this.#sendAll().finally(() => {
      this.#sending = undefined;
      this.#schedule();
    });
  }

  #waitMs(): number {
    if (this.#failuresInARow === 0) return this.#limits.batchDelayMs;
    const { retryDelayMs, maxRetryDelayMs } = this.#limits;
    const backoffMs = retryDelayMs * 2 ** (this.#failuresInARow - 1) * (0.5 + Math.random() / 2);
    return Math.min(maxRetryDelayMs, Math.max(backoffMs, this.#retryAfterMs));
  }

  /** Until nothing is left, or the collector is away. */
  async #sendAll(): Promise<void> {
    while (this.#queue.length > 0 && !this.#deadline.signal.aborted) {
      const batch = this.#queue.splice(0, this.#limits.batchSpans);
      const outcome = await this.#connection.send(otlpRequest(this.#settings, batch), this.#deadline.signal);
      if (outcome.kind === 'away') {
        this.#queue.unshift(...batch);
        this.#dropOldest();
        this.#retryAfterMs = outcome.retryAfterMs;
        this.#failuresInARow++;
        if (this.#failuresInARow === 1) this.#settings.onError(outcome.error);
        return;
      }
      this.#failuresInARow = 0;
      this.#settle(outcome, batch.length);
    }
  }

  #settle(outcome: Exclude<Outcome, { kind: 'away' }>, spans: number): void {
    if (outcome.kind === 'refused') {
      this.#droppedSpans += outcome.spans ?? spans;
      this.#settings.onError(outcome.error);
    }
    this.#reportDropped();
  }

  #dropOldest(): void {
    const excess = this.#queue.length - this.#limits.queueSpans;
    if (excess <= 0) return;
    this.#queue.splice(0, excess);
    this.#drop(excess);
  }

  #drop(spans: number): void {
    this.#droppedSpans += spans;
    this.#droppedUnreported += spans;
  }

  /** Once the collector is back, or at the end: not for each span. */
  #reportDropped(): void {
    if (this.#droppedUnreported === 0) return;
    this.#settings.onError(new Error(`${this.#droppedUnreported} spans were dropped, as they could not be sent`));
    this.#droppedUnreported = 0;
  }

  async #close(): Promise<void> {
    clearTimeout(this.#timer);
    // Keeps the process alive: nothing else does until the last request is answered.
    const timer = setTimeout(() => this.#deadline.abort(), this.#limits.closeMs);
    await this.#sending;
    while (this.#queue.length > 0 && !this.#deadline.signal.aborted) {
      await this.#sendAll();
      if (this.#queue.length > 0)
        await delay(this.#waitMs(), undefined, { signal: this.#deadline.signal }).catch(() => {});
    }
    clearTimeout(timer);
    this.#drop(this.#queue.length);
    this.#queue = [];
    this.#reportDropped();
    this.#connection.close();
  }
}
