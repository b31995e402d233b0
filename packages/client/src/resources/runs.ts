import type { ApiRequest, CallOptions } from '../attempt.ts';
import { ConnectionError, type HeddleError, TimeoutError } from '../errors.ts';
import { readEvents } from '../event-stream.ts';
import { retryDelayMs } from '../retries.ts';
import { sleep } from '../transport.ts';
import type { Run, RunEvent, RunRequest, StartedRuns } from '../types.ts';
import { type Caller, type KeyedCallOptions, keyHeader } from './caller.ts';
import { Collection } from './collection.ts';

const PATH = '/api/v3/workflow';
/** Runs come with all their steps, so a page is short. */
const PAGE_ITEMS = 50;
const FIRST_POLL_MS = 100;
const LONGEST_POLL_MS = 2_000;
const RECONNECTIONS = 5;

export interface StartOptions extends KeyedCallOptions {
  /** With `false`, the run is returned as soon as it is queued. By default, when it has ended or waits for somebody. */
  wait?: boolean;
}

export interface WaitOptions extends CallOptions {
  /** How long to wait altogether. Without it, until the run has ended. */
  timeoutMs?: number;
  /** Whether to return a run that waits for an approval or another event, too. By default the wait goes on. */
  orPaused?: boolean;
}

export class Runs extends Collection<Run> {
  constructor(call: Caller) {
    super(call, `${PATH}/runs`, PAGE_ITEMS);
  }

  /**
   * Runs the published version of a workflow, or its draft, and returns the run when it has ended or pauses. A run that
   * failed is returned with the `status` `failed`, and is not thrown.
   */
  start(request: RunRequest, { idempotencyKey, wait = true, ...options }: StartOptions = {}): Promise<Run> {
    return this.call.transport.json({
      path: '/api/v1/run/start',
      json: { ...request, wait },
      headers: keyHeader(idempotencyKey),
      isRepeatable: true,
      isLong: wait,
      options,
    });
  }

  /**
   * Starts a run like `start`, and yields its events until it has ended or pauses. When the connection breaks, the client
   * connects again to the same run. Leaving the loop does not stop the run.
   */
  async *stream(
    request: RunRequest,
    { idempotencyKey, ...options }: KeyedCallOptions = {},
  ): AsyncGenerator<RunEvent, void, void> {
    const { version = 'published', ...draft } = request;
    if (version === 'published') {
      const run = await this.start(request, { ...(idempotencyKey && { idempotencyKey }), ...options, wait: false });
      yield* this.watch(run.id, options);
      return;
    }
    const headers = keyHeader(idempotencyKey);
    yield* this.#follow({ path: `${PATH}/run/stream`, json: draft, headers, isRepeatable: true, options });
  }

  /** Finds the runs that a stored file of a panel has started, and how they stand. */
  ofFile(request: { panel_id: string; file_id: string }, options: CallOptions = {}): Promise<StartedRuns> {
    return this.call.transport.json({ path: '/api/v1/run/of_file', json: request, isRepeatable: true, options });
  }

  /** Finds the runs that a record of a panel has started, and how they stand. */
  ofRecord(request: { panel_id: string; key: string }, options: CallOptions = {}): Promise<StartedRuns> {
    return this.call.transport.json({ path: '/api/v1/run/of_record', json: request, isRepeatable: true, options });
  }

  /** Yields the events of a run from its beginning, until it has ended. */
  watch(runId: string, options: CallOptions = {}): AsyncGenerator<RunEvent, void, void> {
    return this.#follow({ path: '/api/v1/run/watch', json: { run_id: runId }, isRepeatable: true, options });
  }

  /** Asks for a run until it has ended. Throws `TimeoutError` when it takes longer than `timeoutMs`. */
  async wait(runId: string, { timeoutMs = 0, orPaused = false, ...options }: WaitOptions = {}): Promise<Run> {
    const endsAt = timeoutMs > 0 ? Date.now() + timeoutMs : Number.POSITIVE_INFINITY;
    for (let pauseMs = FIRST_POLL_MS; ; pauseMs = Math.min(LONGEST_POLL_MS, pauseMs * 1.5)) {
      const run = await this.get(runId, options);
      if (hasEnded(run) || (orPaused && run.status === 'waiting')) return run;
      if (Date.now() + pauseMs > endsAt) throw new TimeoutError(`${PATH}/runs/get`, timeoutMs);
      await sleep(pauseMs, options.signal);
    }
  }

  /** Ends a run that waits or is queued. */
  cancel(id: string, options?: CallOptions): Promise<Run> {
    return this.call.json(`${PATH}/run/cancel`, { run_id: id }, options);
  }

  /** After a new connection, the service tells of what was there before again. */
  async *#follow(request: ApiRequest): AsyncGenerator<RunEvent, void, void> {
    const seen = new Set<string>();
    for (let broken = 0; ; broken++) {
      const before = new Set(seen);
      let isPaused = false;
      try {
        for await (const event of readEvents<RunEvent>(this.call.transport, request)) {
          const name = JSON.stringify([event.type, event.node_id, event.iteration, event.text]);
          seen.add(name);
          if (!before.has(name)) yield event;
          if (event.type === 'run_end') return;
          isPaused = event.type === 'run_waiting';
        }
        if (isPaused) return;
        throw new ConnectionError(request.path, 'The stream ended before the run');
      } catch (error) {
        if (!isBroken(error) || broken >= RECONNECTIONS) throw error;
        await sleep(retryDelayMs(error, broken) ?? 0, request.options?.signal);
      }
    }
  }
}

/** What the run has produced, parsed. Undefined when it set no output. */
export function runOutput<Output = unknown>({ output_json }: Pick<Run, 'output_json'>): Output | undefined {
  return output_json === '' ? undefined : (JSON.parse(output_json) as Output);
}

export function hasEnded({ status }: Pick<Run, 'status'>): boolean {
  return status === 'success' || status === 'failed' || status === 'cancelled';
}

function isBroken(error: unknown): error is HeddleError {
  return error instanceof ConnectionError || error instanceof TimeoutError;
}
