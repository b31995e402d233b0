import { unlessAborted } from '../concurrency/promises.ts';

export interface CallContext {
  /** Aborts when nobody waits for the result any more, or on closing. */
  signal: AbortSignal;
  /** Says that the call can not be interrupted from now on. It continues without waiters, and new ones may join it. */
  mustFinish(): void;
}

interface Call<Result> {
  result: Promise<Result>;
  waiters: number;
  abort: AbortController;
  canAbort: boolean;
}

/** Shares one call between all who ask for the same key at once, and aborts it only when all of them have left. */
export class AbortableSingleFlight<Result> {
  readonly #joinable = new Map<string, Call<Result>>();
  /** All calls in progress, including those that are being aborted. */
  readonly #active = new Set<Call<Result>>();

  async run(key: string, act: (context: CallContext) => Promise<Result>, signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted();
    const call = this.#joinable.get(key) ?? this.#start(key, act);
    call.waiters += 1;
    try {
      return await unlessAborted(call.result, signal);
    } finally {
      call.waiters -= 1;
      if (call.waiters === 0 && call.canAbort) {
        this.#remove(key, call);
        call.abort.abort(signal.reason);
      }
    }
  }

  /** Aborts the calls that can be aborted, and resolves when all have ended. */
  async close(reason: Error): Promise<void> {
    for (const call of this.#active) call.abort.abort(reason);
    await Promise.allSettled([...this.#active].map(call => call.result));
  }

  #start(key: string, act: (context: CallContext) => Promise<Result>): Call<Result> {
    const { promise, resolve } = Promise.withResolvers<Result>();
    const call: Call<Result> = { result: promise, waiters: 0, abort: new AbortController(), canAbort: true };
    const mustFinish = () => {
      call.canAbort = false;
    };
    this.#joinable.set(key, call);
    this.#active.add(call);
    resolve(
      act({ signal: call.abort.signal, mustFinish }).finally(() => {
        call.canAbort = false;
        this.#remove(key, call);
        this.#active.delete(call);
      }),
    );
    return call;
  }

  /** Another call for the key may have started meanwhile. */
  #remove(key: string, call: Call<Result>): void {
    if (this.#joinable.get(key) === call) this.#joinable.delete(key);
  }
}
