/** Runs a load from its first request until nothing of it is in progress. */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { PostgresAddress } from '../../src/platform/postgres/embedded.ts';
import { type Act, Client, type ClientOptions, expireNow } from './chaos-clients.ts';
import { type Hooks, until } from './process.ts';

/** The settings of the processes that serve the load. */
export const CHAOS_ENVIRONMENT = {
  HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
  HEDDLE_RATE_LIMITS: 'off',
  HEDDLE_DATABASE_CONNECTIONS: '6',
  HEDDLE_QUEUED_RUNS: '100000',
  HEDDLE_DRAIN_SECONDS: '1',
};

/** The actions that each client repeats. */
export type Clients = readonly (readonly Act[])[];

/** Runs the clients until the disturbance is over, or until the first client fails. */
export async function loadWhile(
  options: ClientOptions,
  clients: Clients,
  disturbance: Promise<unknown>,
  /** Prefixes the names of the clients, and must differ between loads on the same service. */
  name = 'client',
) {
  let isOver = false;
  const all = [
    disturbance,
    ...clients.map((acts, index) => new Client(`${name}${index}`, options).work(acts, () => isOver)),
  ];
  await Promise.race(all).finally(() => {
    isOver = true;
  });
  await Promise.all(all);
}

/** Only ends a hang. Runs of a dead process are taken over after 20 s. */
const SETTLED_WITHIN_MS = 300_000;
const LOOK_AGAIN_MS = 200;

/** Decides all pending approvals until nothing is in progress, or until the time is over. */
export async function settle(options: ClientOptions): Promise<void> {
  const { pool } = options;
  const client = new Client('last', options);
  // PostgreSQL may have been killed last, and processes that start it again wait for their turn on a busy machine.
  await until(() => pool.query('SELECT').then(Boolean, () => false), 'PostgreSQL is back');
  await expireNow(pool);
  for (const deadline = performance.now() + SETTLED_WITHIN_MS; performance.now() < deadline; ) {
    const pending = await client.decideSome();
    if (pending > 0) continue;
    const { rowCount } = await pool.query(
      `SELECT FROM runs WHERE status NOT IN ('success', 'failed', 'cancelled')
       UNION ALL SELECT FROM booster_events WHERE starts_runs
       UNION ALL SELECT FROM workflow_triggers WHERE next_run_at <= now()`,
    );
    if (rowCount === 0) return;
    await delay(LOOK_AGAIN_MS);
  }
}

/** Opens connections whose server may be killed at any moment. */
export function openPool(hooks: Hooks, address: PostgresAddress): pg.Pool {
  const pool = new pg.Pool({ ...address, max: 4, connectionTimeoutMillis: 10_000 });
  pool.on('error', () => {});
  hooks.after(() => pool.end());
  return pool;
}
