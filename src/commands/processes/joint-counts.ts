/** What several processes have counted, for the one of them that was asked for the metrics. */

import { settledWithin } from '../../platform/concurrency/promises.ts';
import type { Counts } from '../../platform/metrics.ts';
import type { ToMember } from './messages.ts';

/** A process that counts. */
export interface Counting {
  /** What it had counted when it was last asked. */
  counts: Counts | undefined;
  send(message: ToMember): void;
}

export interface JointCounts {
  /** Asks all of them. For one that is busy, it returns what it had counted before. */
  collect(processes: readonly Counting[]): Promise<readonly Counts[]>;
  /** The answer of a process. */
  receive(request: number, counts: Counts): void;
  /** Keeps what a process had counted that has ended. What it counted since it was last asked is lost. */
  retire(process: Counting): void;
}

/** Monitoring waits ten seconds for its answer. */
const ANSWER_MS = 2_000;

export function createJointCounts(): JointCounts {
  const answers = new Map<number, (counts: Counts) => void>();
  let ofEnded: Promise<readonly Counts[]> = Promise.resolve([]);
  let requests = 0;

  async function ask(process: Counting, request: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<Counts>();
    answers.set(request, resolve);
    process.send({ kind: 'count', request });
    process.counts = await promise;
  }

  return {
    async collect(processes) {
      const asked = processes.map(process => ({ process, request: ++requests }));
      await settledWithin(
        ANSWER_MS,
        asked.map(({ process, request }) => ask(process, request)),
      );
      for (const { request } of asked) answers.delete(request);
      const ofLiving = processes.flatMap(({ counts }) => (counts ? [counts] : []));
      return [...ofLiving, ...(await ofEnded)];
    },
    receive(request, counts) {
      answers.get(request)?.(counts);
    },
    retire(process) {
      const { counts } = process;
      process.counts = undefined;
      if (!counts) return;
      ofEnded = addTo(ofEnded, counts);
    },
  };
}

async function addTo(earlier: Promise<readonly Counts[]>, counts: Counts): Promise<readonly Counts[]> {
  // Only now, because a supervisor that never needs it stays smaller without it.
  const { totalsOf } = await import('../../platform/metrics.ts');
  return [await totalsOf([...(await earlier), counts])];
}
