/** Measures what the clients of a disturbed load noticed. */

import { setTimeout as delay } from 'node:timers/promises';

const LOOK_AGAIN_MS = 20;

/** How one request ended. */
export interface Ended {
  begunAt: number;
  endedAt: number;
  /** Undefined when there was no answer. */
  status: number | undefined;
}

/** What clients noticed between two moments. */
export interface Noticed {
  /** The longest time in which no client got a 200. */
  gapMs: number;
  /** The longest time that one request waited for its answer, whatever it was. */
  longestMs: number;
  acknowledged: number;
  unavailable: number;
  unanswered: number;
}

export class Waiting {
  readonly #ended: Ended[] = [];

  note(ended: Ended): void {
    this.#ended.push(ended);
  }

  /** Waits for the next request that succeeds. Returns whether there was one. */
  async awaitAcknowledgement(withinMs: number): Promise<boolean> {
    const begunAt = performance.now();
    while (performance.now() < begunAt + withinMs) {
      if (this.#ended.at(-1)?.status === 200 && (this.#ended.at(-1)?.endedAt ?? 0) > begunAt) return true;
      await delay(LOOK_AGAIN_MS);
    }
    return false;
  }

  between(begin: number, end: number): Noticed {
    const within = this.#ended.filter(({ endedAt }) => endedAt >= begin && endedAt <= end);
    const acknowledged = within.filter(({ status }) => status === 200);
    const times = [begin, ...acknowledged.map(({ endedAt }) => endedAt).toSorted((one, other) => one - other), end];
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
    return {
      gapMs: Math.max(...gaps),
      longestMs: Math.max(0, ...within.map(({ begunAt, endedAt }) => endedAt - begunAt)),
      acknowledged: acknowledged.length,
      unavailable: within.filter(({ status }) => status === 503).length,
      unanswered: within.filter(({ status }) => status === undefined).length,
    };
  }
}

export function describeNoticed({ gapMs, longestMs, acknowledged, unavailable, unanswered }: Noticed): string {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  return [
    `nobody acknowledged for ${seconds(gapMs)} at most`,
    `longest request ${seconds(longestMs)}`,
    `${acknowledged} answered 200, ${unavailable} answered 503, ${unanswered} not answered`,
  ].join('; ');
}
