/**
 * Lets clients watch runs from their beginning, whichever process executes them.
 *
 * What a client sees comes from the database: the run's row, its settled steps, and the unsettled ones, which a runner
 * stores every second. One poll per process asks which of the watched runs have changed, and reads only these. Runs that
 * nobody watches cost nothing. The events of a run that this process executes are sent on at once; what is stored later
 * repeats none of them.
 */
import type { HeddleDatabase } from '../../database.ts';
import type { Caller } from '../../http/caller.ts';
import { runAsOwner } from '../../platform/concurrency/owner-context.ts';
import { SharedPoll } from '../../platform/concurrency/shared-poll.ts';
import type { RunEvent } from '../executing/events.ts';
import type { LocalEvents } from '../executing/local-events.ts';
import type { RunLimits } from '../run-limits.ts';
import type { Run } from '../schemas.ts';
import { withSteps } from '../store/runs.ts';
import { isOfOther, toEventOfOther } from '../store/runs-of-others.ts';
import { requireSeenRun } from '../store/team-runs.ts';
import { EventLog } from './watch-events.ts';

export interface RunWatchers {
  /** Sends the events of a run from its beginning. Resolves when the run has ended, and rejects when it is deleted. */
  watch(caller: Caller, runId: string, send: (event: RunEvent) => void, signal: AbortSignal): Promise<void>;
}

interface WatchersOptions {
  database: HeddleDatabase;
  limits: RunLimits;
  /** The events of runs that this process executes. */
  localEvents: LocalEvents;
}

const POLL_MS = 400;

export function createRunWatchers({ database, limits, localEvents }: WatchersOptions): RunWatchers {
  const poll = new SharedPoll<string>({
    pauseMs: { first: POLL_MS, longest: POLL_MS },
    read: ids => readStamps(database, ids),
  });

  return {
    async watch(caller, runId, sendToClient, signal) {
      if (signal.aborted) return;
      const log = new EventLog();
      const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
      // It may be rejected while something else is awaited, which then fails as well.
      ended.catch(() => {});
      let isOver = false;
      /** The first read tells, and nothing is sent before it. */
      let isForeign = true;
      const send = (event: RunEvent) => {
        const shown = isForeign ? toEventOfOther(event) : event;
        if (!isOver && shown) sendToClient(shown);
      };
      /** Reads and events of the execution follow one another, so that nothing older is sent after something newer. */
      let queue = Promise.resolve();
      function enqueue(act: () => Promise<void> | void): Promise<void> {
        queue = queue.then(act);
        return queue;
      }

      async function readAndSend(): Promise<void> {
        const run = await readWatched(database, limits, caller, runId);
        isForeign = isOfOther(caller, { created_by: run.created.user_id });
        for (const event of log.advance(run)) send(event);
        if (log.isEnded) resolve();
      }

      async function receive(event: RunEvent): Promise<void> {
        // An execution after a pause does not repeat what ended the pause.
        if (log.isWaiting) await readAndSend();
        if (log.accept(event)) send(event);
      }

      // The poll is for everybody, but reading a run counts for the user who watches it.
      const refresh = () => enqueue(() => runAsOwner(caller.userId, readAndSend));
      /** What the last poll found. A run that has another stamp has changed. */
      let seen: string | undefined;
      const see = (stamp = '') => {
        if (stamp === seen) return;
        seen = stamp;
        return refresh();
      };
      const stopListening = localEvents.listen(runId, event => void enqueue(() => receive(event)).catch(reject));
      let stopWatching = () => {};
      signal.addEventListener('abort', () => resolve(), { once: true });
      try {
        await refresh();
        stopWatching = poll.watch(runId, { see, fail: reject });
        await ended;
      } finally {
        isOver = true;
        stopWatching();
        stopListening();
      }
    },
  };
}

/** Reads the run and its steps as they are at one moment: a run that ends between two reads would have no steps. */
async function readWatched({ query }: HeddleDatabase, limits: RunLimits, caller: Caller, id: string): Promise<Run> {
  const reading = query.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return reading.execute(async transaction => {
    const row = await requireSeenRun(transaction, caller, id, runs => runs);
    return withSteps(transaction, limits, row);
  });
}

/** Saving a settled step does not change the row of the run, so the steps are counted. */
async function readStamps({ pool }: HeddleDatabase, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<{ id: string; stamp: string }>({
    name: 'runs.stamps',
    text: `SELECT id, status || ' ' || lease || ' ' || extract(epoch FROM updated_at) || ' '
        || (SELECT count(*) FROM run_steps WHERE run_id = runs.id) AS stamp
      FROM runs WHERE id = ANY ($1::uuid[])`,
    values: [ids],
  });
  return new Map(rows.map(({ id, stamp }) => [id, stamp]));
}
