import type { PgBoss, Queue } from 'pg-boss';
import type { JobKind } from './job-kind.ts';

/** Where jobs go after their last try. No kind can have such a name. */
export const DEAD_LETTERS = '_dead';
/** pg-boss' own queue, through which its schedules pass. */
const SCHEDULES = '__pgboss__send-it';

/** A claim that is not renewed for so long is given to another worker. */
export const CLAIM_SECONDS = 15;
const DAY_SECONDS = 86_400;

/** Creates and changes pg-boss' queues until they are as the kinds say. Does nothing but look when they are already. */
export async function prepareQueues(boss: PgBoss, kinds: readonly JobKind<object>[]): Promise<void> {
  const present = new Map((await boss.getQueues()).map(queue => [queue.name, queue]));
  for (const wanted of [scheduleQueue(), deadLetterQueue(), ...kinds.map(kindQueue)]) {
    const { name, policy, ...settings } = wanted;
    const found = present.get(name);
    if (!found) await boss.createQueue(name, { policy, ...settings });
    else if (!holds(found, settings)) await boss.updateQueue(name, settings);
  }
}

/** Schedules outlive their processes: those of kinds that are no more are taken down. */
export async function removeForeignSchedules(boss: PgBoss, kinds: readonly JobKind<object>[]): Promise<void> {
  const known = new Set(kinds.map(kind => kind.name));
  for (const { name, key } of await boss.getSchedules()) if (!known.has(name)) await boss.unschedule(name, key);
}

function kindQueue(kind: JobKind<object>): Queue {
  return {
    name: kind.name,
    policy: 'short', // at most one waiting job of a key; a job without a key is given one of its own
    retryLimit: kind.attempts - 1,
    // The wait after a failure is set where the failure is recorded: what a dead worker left must not wait at all.
    retryDelay: 0,
    retryBackoff: false,
    heartbeatSeconds: CLAIM_SECONDS,
    expireInSeconds: DAY_SECONDS, // the longest that pg-boss allows
    retentionSeconds: 1825 * DAY_SECONDS, // a job that waits for long is not given up
    deleteAfterSeconds: 600,
    deadLetter: DEAD_LETTERS,
    notify: true,
  };
}

function deadLetterQueue(): Queue {
  return { name: DEAD_LETTERS, policy: 'standard', retentionSeconds: 14 * DAY_SECONDS };
}

/** By default it would keep each firing for a week, and leave one that a dead worker held for a quarter of an hour. */
function scheduleQueue(): Queue {
  return {
    name: SCHEDULES,
    policy: 'standard',
    deleteAfterSeconds: 600,
    heartbeatSeconds: CLAIM_SECONDS,
    notify: true,
  };
}

function holds(found: Queue, settings: Omit<Queue, 'name' | 'policy'>): boolean {
  const values = new Map<string, unknown>(Object.entries(found));
  return Object.entries(settings).every(([name, value]) => values.get(name) === value);
}
