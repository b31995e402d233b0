import { unlessAborted } from '../promises.ts';

/** What a piece of work is told, and tells, of those who wait for it. */
export interface Waiters {
  /** Aborted when nobody waits any more, or on closing. */
  gone: AbortSignal;
  /** From here on it can not be interrupted: it goes on with nobody waiting, and who comes then may still join. */
  mustFinish(): void;
}

interface Work<Result> {
  result: Promise<Result>;
  waiting: number;
  stop: AbortController;
  canStop: boolean;
}

/** One piece of work for all who ask for the same at once; it is broken off only when all of them have gone. */
export class SharedWork<Result> {
  readonly #joinable = new Map<string, Work<Result>>();
  /** Also those that are just being broken off. */
  readonly #underWay = new Set<Work<Result>>();

  async join(key: string, perform: (waiters: Waiters) => Promise<Result>, signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted();
    const work = this.#joinable.get(key) ?? this.#begin(key, perform);
    work.waiting += 1;
    try {
      return await unlessAborted(work.result, signal);
    } finally {
      work.waiting -= 1;
      if (work.waiting === 0 && work.canStop) {
        this.#leave(key, work);
        work.stop.abort(signal.reason);
      }
    }
  }

  /** Breaks off what can be, and resolves when all has ended. */
  async close(reason: Error): Promise<void> {
    for (const work of this.#underWay) work.stop.abort(reason);
    await Promise.allSettled([...this.#underWay].map(work => work.result));
  }

  #begin(key: string, perform: (waiters: Waiters) => Promise<Result>): Work<Result> {
    const { promise, resolve } = Promise.withResolvers<Result>();
    const work: Work<Result> = { result: promise, waiting: 0, stop: new AbortController(), canStop: true };
    const mustFinish = () => {
      work.canStop = false;
    };
    this.#joinable.set(key, work);
    this.#underWay.add(work);
    resolve(
      perform({ gone: work.stop.signal, mustFinish }).finally(() => {
        work.canStop = false;
        this.#leave(key, work);
        this.#underWay.delete(work);
      }),
    );
    return work;
  }

  /** Another may have begun the same since. */
  #leave(key: string, work: Work<Result>): void {
    if (this.#joinable.get(key) === work) this.#joinable.delete(key);
  }
}
