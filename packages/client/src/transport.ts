/** Sends requests, and sends them again where that does no harm. */
import { type ApiRequest, attempt, type Destination } from './attempt.ts';
import { isRetryable, retryDelayMs } from './retries.ts';

export interface TransportOptions extends Destination {
  retries: number;
}

/** After so much time, a connection broke because it was a long wait, and not because something is wrong. */
const LONG_WAIT_MS = 20_000;

export class Transport {
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  async json<Reply>(request: ApiRequest): Promise<Reply> {
    return this.execute(request, async response => (await response.json()) as Reply);
  }

  /** Sends the request until it succeeds, and reads the reply within the same time limit. */
  async execute<Result>(request: ApiRequest, read: (response: Response) => Promise<Result>): Promise<Result> {
    const retries = request.options?.retries ?? this.#options.retries;
    for (let tries = 0; ; tries++) {
      const startedAt = Date.now();
      try {
        return await attempt(this.#options, request, read);
      } catch (error) {
        const delayMs = retryDelayMs(error, tries);
        if (!isRetryable(error, request.isRepeatable) || delayMs === undefined) throw error;
        if (request.isLong && Date.now() - startedAt > LONG_WAIT_MS) tries = -1;
        else if (tries >= retries) throw error;
        await sleep(delayMs, request.options?.signal);
      }
    }
  }
}

export async function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
