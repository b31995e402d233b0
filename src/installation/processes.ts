/**
 * Which processes share this installation. Each long-lived process has a row that says what it is, and touches it from
 * its event loop: a process whose event loop hangs is not seen any more, even while its lease is still valid.
 */
import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { HeddleDatabase, Query } from '../database.ts';
import { settledWithin } from '../platform/concurrency/promises.ts';
import { runPeriodically } from '../platform/concurrency/run-periodically.ts';
import type { InstallationProcess } from './schemas.ts';

export interface OwnProcess {
  id: string;
  kind: 'serve' | 'worker';
  version: string;
  /** Whether it does background work. */
  works: boolean;
}

const TOUCH_MS = 10_000;
/** A process that was not seen for this long counts as gone. */
const SILENT_SECONDS = 45;
/** How long the page still shows a process that went away without saying so. */
const forgotten = sql<Date>`now() - interval '1 hour'`;
/** How long the database may take to record that a process ends. */
const LEAVE_MS = 1_500;

export interface AnnouncedProcess {
  /** Says that the process ends in order. */
  leave(): Promise<void>;
}

/** Makes a process known to the others, from now until it leaves. */
export function announceProcess(
  { query: db }: HeddleDatabase,
  own: OwnProcess,
  onError: (error: unknown) => void,
): AnnouncedProcess {
  // The first touch is not awaited, because a start must not depend on what only a page shows.
  const first = Promise.all([touch(db, own), forgetSilent(db)]).catch(onError);
  const touching = runPeriodically(TOUCH_MS, () => touch(db, own), onError);
  return {
    async leave() {
      await settledWithin(LEAVE_MS, [first, touching.stop()]);
      await settledWithin(LEAVE_MS, [db.deleteFrom('processes').where('id', '=', own.id).execute()]);
    },
  };
}

async function touch(db: Query, { id, kind, version, works }: OwnProcess): Promise<void> {
  await db
    .insertInto('processes')
    .values({ id, kind, version, works, host: hostname(), pid: process.pid })
    .onConflict(conflict => conflict.column('id').doUpdateSet({ seen_at: sql<Date>`now()` }))
    .execute();
}

/** Deletes the row of a process that is known to have ended. */
export async function forgetProcess(db: Query, id: string): Promise<void> {
  await db.deleteFrom('processes').where('id', '=', id).execute();
}

/** Deletes the rows of processes that went away without saying so. */
async function forgetSilent(db: Query): Promise<void> {
  await db.deleteFrom('processes').where('seen_at', '<', forgotten).execute();
}

/** Lists the processes, oldest first, with the runs and jobs that each of them executes. */
export async function listProcesses(db: Query, ownId: string): Promise<InstallationProcess[]> {
  const rows = await db
    .selectFrom('processes')
    .select(['id', 'kind', 'host', 'pid', 'version', 'works', 'started_at', 'seen_at'])
    .select([
      sql<boolean>`seen_at > now() - make_interval(secs => ${SILENT_SECONDS})`.as('alive'),
      sql<number>`(SELECT count(*) FROM runs WHERE status = 'running' AND runner_id = processes.id)`.as('runs'),
      sql<number>`(SELECT count(*) FROM jobs WHERE state = 'active' AND runner_id = processes.id)`.as('jobs'),
    ])
    .where('seen_at', '>=', forgotten)
    .orderBy('started_at')
    .orderBy('id')
    .execute();
  return rows.map(({ started_at, seen_at, ...row }) => ({
    ...row,
    started_at: started_at.getTime(),
    seen_at: seen_at.getTime(),
    is_this: row.id === ownId,
  }));
}
