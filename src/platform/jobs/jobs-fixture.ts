/** Simulates processes that share a database, and defines jobs for them. */
import { EventEmitter, once } from 'node:events';
import type { TestContext } from 'node:test';
import { createTestDatabase } from '../../../test/support/database.ts';
import { createLiveness } from '../heartbeat/liveness.ts';
import { type Database, openDatabase } from '../postgres/database.ts';
import { openListener } from '../postgres/listener.ts';
import { defineJob, type JobKind, type Jobs, openJobs } from './jobs.ts';

export const NEVER_MS = 3_600_000;

export interface Note {
  text: string;
}

export const note = defineJob<Note>('note');

interface Process {
  jobs: Jobs;
  database: Database<unknown>;
  /** The id under which it claims jobs. */
  id: string;
  errors: unknown[];
}

/** Creates a database; `open` simulates a process that uses it. */
export async function setUp(t: TestContext) {
  const { address, drop } = await createTestDatabase();
  const closings: (() => Promise<void>)[] = [];
  t.after(async () => {
    for (const close of closings.reverse()) await close();
    await drop();
  });

  async function open(
    kinds: readonly JobKind<object>[],
    { work = true, pollMs = 1_000, silenceSeconds = 15 } = {},
  ): Promise<Process> {
    const database = openDatabase(address, { maxConnections: 10 });
    closings.push(() => database.close());
    const listener = await openListener(address);
    closings.push(() => listener.close());
    const errors: unknown[] = [];
    const onError = (error: unknown) => errors.push(error);
    const liveness = createLiveness({ database, silenceSeconds, hungSeconds: 60, onError });
    closings.push(() => liveness.leave());
    const jobs = await openJobs({ database, listener, ...(work && { liveness }), kinds, onError, pollMs });
    closings.push(() => jobs.stop({ drainMs: 0 }));
    return { jobs, database, id: liveness.id, errors };
  }
  return { open, address };
}

/** Collects what handlers add, and lets a test wait for it. */
export function recorder<Item>() {
  const all: Item[] = [];
  const added = new EventEmitter();
  return {
    all,
    add(item: Item) {
      all.push(item);
      added.emit('added');
    },
    async reach(count: number) {
      while (all.length < count) await once(added, 'added');
    },
  };
}

/** Waits until a query returns a row. */
export async function until({ pool }: Database<unknown>, query: string): Promise<void> {
  while ((await pool.query(query)).rows.length === 0) await pool.query('SELECT pg_sleep(0.05)');
}
