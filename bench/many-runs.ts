/** Compares the answers for a user with a million runs with those for a user with a thousand. */
import { sql } from 'kysely';
import type { Schema } from '../src/database.ts';
import { type Database, openDatabase, type PostgresTarget } from '../src/platform/postgres/database.ts';
import { fewAndMany, type Size } from './few-and-many.ts';
import { call, latencies, startHeddle } from './load.ts';
import type { Row } from './report.ts';

const SIZES = { few: 1_000, many: 1_000_000 };
/** One run in this many had an approval, and one in this many failed. */
const WAITING = 100;
const FAILED = 500;
const WORKFLOWS = 10;
const REPEATS = 60;
const API = '/api/v3/workflow';

interface Owner {
  key: string;
  workflowId: string;
}

export async function benchManyRuns(target: PostgresTarget, databaseUrl: string, dataFolder: string): Promise<Row[]> {
  const heddle = await startHeddle(databaseUrl, dataFolder, { HEDDLE_RUN_RETENTION_DAYS: '36500' });
  const database = openDatabase<Schema>(target, { maxConnections: 2 });
  try {
    const owners: Record<Size, Owner> = {
      few: await fill(heddle.url, database, 'few'),
      many: await fill(heddle.url, database, 'many'),
    };
    await sql`VACUUM ANALYZE runs, approvals, approval_assignees`.execute(database.query);
    await sql`CHECKPOINT`.execute(database.query); // Avoid a checkpoint during the measurement.
    const page = { limit_from: 0, limit_to: 10 };
    const requests: [what: string, path: string, body: (owner: Owner) => object][] = [
      ['`runs/find` of a page', '/runs/find', () => page],
      [
        '`runs/find` of a workflow',
        '/runs/find',
        ({ workflowId }) => ({ ...page, filters: [['workflow_id', '==', workflowId]] }),
      ],
      ['`runs/find` of failed ones', '/runs/find', () => ({ ...page, filters: [['status', '==', 'failed']] })],
      ['`runs/find` of waiting ones', '/runs/find', () => ({ ...page, filters: [['status', '==', 'waiting']] })],
      ['`approval/find`', '/approval/find', () => ({ limit_to: 10 })],
      ['`approval/find` of pending ones', '/approval/find', () => ({ status: 'pending', limit_to: 10 })],
      ['`approval/count`', '/approval/count', () => ({})],
    ];
    const rows: Row[] = [];
    for (const [what, path, body] of requests) {
      const ask = (size: Size) => {
        const { [size]: owner } = owners;
        const headers = { 'uni-api-key': owner.key };
        return latencies(heddle.url + API + path, REPEATS, headers, JSON.stringify(body(owner)));
      };
      rows.push(await fewAndMany(`${what} at 1,000,000 runs`, ask));
    }
    return rows;
  } finally {
    await database.close();
    await heddle.stop();
  }
}

/** Creates a user with this many runs, some of which wait for that same user. */
async function fill(url: string, { query: db }: Database<Schema>, size: Size): Promise<Owner> {
  const { id: userId } = await call<{ id: string }>(`${url}/api/v1/user/create`, {
    email: `${size}@example.org`,
    name: size,
  });
  const { key } = await call<{ key: string }>(`${url}/api/v1/key/create`, {
    user_id: userId,
    name: 'bench',
    scopes: ['*'],
  });
  const workflows: string[] = [];
  for (let count = 0; count < WORKFLOWS; count++) {
    const { id } = await call<{ id: string }>(
      `${url}${API}/create`,
      { name: `bench ${count}` },
      { 'uni-api-key': key },
    );
    workflows.push(id);
  }
  await sql`
    INSERT INTO runs (id, workflow_id, workflow_name, trigger_node_id, trigger_type, input, status, started_at,
      active_since, finished_at, settled_at, steps, output, created_at, created_by, updated_at)
    SELECT gen_random_uuid(), (${workflows}::uuid[])[n % ${WORKFLOWS}::int + 1], 'bench', 'start', 'trigger.manual', '{}',
      CASE WHEN n % ${WAITING}::int = 0 THEN 'waiting' WHEN n % ${FAILED}::int = 1 THEN 'failed' ELSE 'success' END,
      at, at, CASE WHEN n % ${WAITING}::int > 0 THEN at END, at, ${STEPS}, '"done"', at, ${userId}, at
    FROM generate_series(1, ${SIZES[size]}::int) AS n, LATERAL (SELECT now() - n * interval '1 second' AS at) AS moment
    `.execute(db);
  await sql`
    WITH opened AS (
      INSERT INTO approvals (id, run_id, node_id, iteration, position, started_at, workflow_id, workflow_name, status,
        title, message, form_values, allow_reject, assignee_user_ids, expires_at, timeout_continues, created_at, created_by)
      SELECT gen_random_uuid(), id, 'ask', '{}', 1, created_at, workflow_id, 'bench', 'pending', 'Pay?', '', '{}', true,
        ARRAY[${userId}::uuid], now() + interval '1 day', false, created_at, created_by
      FROM runs WHERE created_by = ${userId} AND status = 'waiting' RETURNING id, created_at
    )
    INSERT INTO approval_assignees (approval_id, user_id, status, created_at)
    SELECT id, ${userId}::uuid, 'pending', created_at FROM opened`.execute(db);
  // Most approvals were decided long ago.
  await sql`
    UPDATE approvals SET status = 'approved' WHERE created_by = ${userId} AND id NOT IN (
      SELECT id FROM approvals WHERE created_by = ${userId} ORDER BY created_at DESC LIMIT 10)`.execute(db);
  return { key, workflowId: workflows[0] ?? '' };
}

/** The shortest run that is possible. */
const STEPS = JSON.stringify([
  {
    node_id: 'start',
    node_type: 'trigger.manual',
    status: 'success',
    started_at: 1,
    finished_at: 1,
    handle: null,
    output_json: '{}',
    output_truncated: false,
    text: '',
    error: '',
    file_ids: [],
    conversation_id: null,
    iteration: [],
  },
]);
