import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { HeddleDatabase, Schema } from '../src/database.ts';
import { openDatabase, type PostgresTarget } from '../src/platform/postgres/database.ts';
import { KEY, startHeddle } from './load.ts';
import type { Row } from './report.ts';

const SCHEDULES = 10_000;
const LOOK_AGAIN_MS = 50;

/** Measures schedules that are all due at once, in a process that also executes the runs that they start. */
export async function benchSchedules(target: PostgresTarget, url: string, dataFolder: string): Promise<Row[]> {
  const database = openDatabase<Schema>(target, { maxConnections: 2 });
  const heddle = await startHeddle(url, dataFolder);
  try {
    await copyPublished(database, await publishWorkflow(heddle.url));
    const begun = performance.now();
    await sql`UPDATE workflow_triggers SET next_run_at = now() WHERE type = 'trigger.schedule'`.execute(database.query);
    const enqueued = await secondsUntil(database, begun, sql`true`);
    const executed = await secondsUntil(database, begun, sql`status = 'success'`);
    const what = `${SCHEDULES.toLocaleString('en')} schedules due in the same minute`;
    return [
      { what: `${what}, until all are enqueued`, value: `${enqueued.toFixed(1)} s`, target: '< 60 s' },
      { what: `${what}, until all runs have ended`, value: `${executed.toFixed(1)} s` },
    ];
  } finally {
    await heddle.stop();
    await database.close();
  }
}

async function publishWorkflow(url: string): Promise<string> {
  const definition = {
    nodes: [node('clock', 'trigger.schedule', { cron: '0 3 * * *' }), node('done', 'output', { value: '{{ input }}' })],
    edges: [{ source: 'clock', target: 'done', source_handle: null }],
  };
  const { id } = await ask(`${url}/api/v3/workflow/create`, { name: 'scheduled', definition });
  await ask(`${url}/api/v3/workflow/publish`, { workflow_id: id });
  return id;
}

function node(id: string, type: string, params: object) {
  return { id, type, name: id, params, position: null };
}

async function ask(url: string, body: object): Promise<{ id: string }> {
  const headers = { 'content-type': 'application/json', 'uni-api-key': KEY };
  const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (reply.status !== 200) throw new Error(await reply.text());
  return Object(await reply.json());
}

/** Copies the schedule until there are this many, each with its own time, as in real use. */
async function copyPublished({ query }: HeddleDatabase, workflowId: string): Promise<void> {
  await sql`
    WITH copies AS (SELECT gen_random_uuid() AS id, n FROM generate_series(1, ${SCHEDULES - 1}::integer) AS n),
    workflows AS (
      INSERT INTO workflows (id, name, description, definition, published_version, active, run_as, created_by, updated_by)
      SELECT copies.id, name, description, definition, published_version, active, run_as, created_by, updated_by
      FROM workflows, copies WHERE workflows.id = ${workflowId}
    ),
    versions AS (
      INSERT INTO workflow_versions (workflow_id, version, definition, note, created_by)
      SELECT copies.id, version, definition, note, created_by
      FROM workflow_versions, copies WHERE workflow_id = ${workflowId}
    )
    INSERT INTO workflow_triggers (id, workflow_id, node_id, type, params)
    SELECT gen_random_uuid(), copies.id, node_id, type,
      json_build_object('cron', n % 60 || ' ' || n % 24 || ' * * *', 'timezone', 'Europe/Berlin')
    FROM workflow_triggers, copies WHERE workflow_id = ${workflowId}`.execute(query);
  await sql`VACUUM ANALYZE workflows, workflow_triggers`.execute(query);
  await sql`CHECKPOINT`.execute(query); // Avoid a checkpoint during the measurement.
}

async function secondsUntil({ query }: HeddleDatabase, begun: number, isSo: ReturnType<typeof sql>): Promise<number> {
  for (;;) {
    const { rows } = await sql<{ runs: number }>`
      SELECT count(*) AS runs FROM runs WHERE trigger_type = 'trigger.schedule' AND ${isSo}`.execute(query);
    if (rows[0]?.runs === SCHEDULES) return (performance.now() - begun) / 1000;
    await delay(LOOK_AGAIN_MS);
  }
}
