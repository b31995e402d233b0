/** What the service does while its database refuses, is read-only, or does not answer at all. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import pg from 'pg';
import type { Run } from '../../src/runs/schemas.ts';
import { createTestDatabase } from '../support/database.ts';
import { edge, node } from '../support/definitions.ts';
import { createWorkflow } from '../support/runs.ts';
import { serviceOn } from '../support/service.ts';
import { asking, decide, findApprovalId, waitForEnd, waitingRun } from './approval-workflows.ts';
import { openDatabaseProxy } from './database-proxy.ts';
import { memoryLog } from './memory-log.ts';
import { poll } from './poll.ts';

const UNAVAILABLE = { detail: 'the service can not reach its database or storage' };
const memory = memoryLog();
const database = await createTestDatabase();
const proxy = await openDatabaseProxy(database);
const service = await serviceOn(
  proxy.database,
  { HEDDLE_STATEMENT_SECONDS: '4', HEDDLE_DATABASE_SILENCE_SECONDS: '5' },
  memory,
);
after(() => service.stop());

async function administer(...statements: string[]): Promise<void> {
  const client = new pg.Client(database.address);
  await client.connect();
  try {
    await client.query('SET default_transaction_read_only = off');
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The next changes of the tables fail with this SQLSTATE, as many as are said for each. */
async function failChanges(state: string, tables: Record<string, number>): Promise<void> {
  for (const [table, times] of Object.entries(tables)) {
    await administer(
      `CREATE SEQUENCE failures_of_${table}`,
      `CREATE FUNCTION fail_${table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF nextval('failures_of_${table}') <= ${times} THEN RAISE EXCEPTION 'as a test wants it' USING ERRCODE = '${state}'; END IF;
         RETURN NULL;
       END $$`,
      `CREATE TRIGGER fail AFTER INSERT OR UPDATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION fail_${table}()`,
    );
  }
}

async function endFailures(tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    await administer(`DROP FUNCTION fail_${table} CASCADE`, `DROP SEQUENCE failures_of_${table}`);
  }
}

suite('a run does not fail because of the database', () => {
  for (const state of ['25006', '08P01', '40001', '53200', '57014', '57P01', '58030']) {
    test(`that answers ${state}`, async () => {
      const person = await service.person();
      const times = { approvals: 2, run_steps: 1, runs: 1 };
      await failChanges(state, times);
      try {
        const run = await waitingRun(service, asking({ assignees: [person.id] }), person);
        await decide(service, findApprovalId(run), person);
        const ended = await waitForEnd(service, run.id, person);
        assert.equal(ended.status, 'success', ended.error);
      } finally {
        await endFailures(Object.keys(times));
      }
    });
  }
});

test('a server that became read-only is not ready, refuses runs with 503, and is used again afterwards', async () => {
  const person = await service.person();
  const nodes = [node('start', 'trigger.manual'), node('end', 'output', { value: 1 })];
  const definition = { nodes, edges: [edge('start', 'end')] };
  const workflow_id = await createWorkflow(service, definition, person.key);
  const start = () => service.call('/api/v3/workflow/run', { workflow_id }, person.key);
  await administer(`ALTER DATABASE ${database.address.database} SET default_transaction_read_only = on`);
  await proxy.cut();
  await proxy.mend();
  const [ready, refused] = [await service.send('/ready', { method: 'GET' }), await start()];
  assert.deepEqual([ready.status, ready.body], [503, { status: 'not ready', database: 'unreachable', storage: 'ok' }]);
  assert.deepEqual([refused.status, refused.body], [503, UNAVAILABLE]);
  await administer(`ALTER DATABASE ${database.address.database} RESET default_transaction_read_only`);
  const run = await poll(async () => {
    const reply = await start();
    return reply.status === 200 ? (reply.body as Run) : undefined;
  });
  assert.equal(run.status, 'success');
  assert.equal((await service.send('/ready', { method: 'GET' })).status, 200);
});

test('connections that were forgotten on the way are replaced, and the log says when it begins and ends', async () => {
  const person = await service.person();
  const outages = () => memory.lines().flatMap(({ msg = '' }) => (msg.startsWith('the database can ') ? [msg] : []));
  await poll(() => outages().length % 2 === 0 || undefined);
  const before = outages().length;
  proxy.forget();
  const answers = await Promise.all(Array.from({ length: 3 }, () => service.call('/api/v1/key/count', {}, person.key)));
  for (const { status, body } of answers) if (status !== 200) assert.deepEqual([status, body], [503, UNAVAILABLE]);
  await poll(async () => (await service.call('/api/v1/key/count', {}, person.key)).status === 200 || undefined);
  await poll(() => outages().length > before + 1 || undefined);
  // Other connections may be found to be forgotten after that.
  assert.deepEqual(outages().slice(before, before + 2), [
    'the database can not be reached: its errors are not logged until it is back',
    'the database can be reached again',
  ]);
});

test('with a direct address for listening, the other connections keep no settings', async () => {
  const person = await service.person();
  const direct = await serviceOn(database, { HEDDLE_DATABASE_DIRECT_URL: database.url });
  try {
    const run = await waitingRun(direct, asking({ assignees: [person.id] }), person);
    await decide(direct, findApprovalId(run), person);
    assert.equal((await waitForEnd(direct, run.id, person)).status, 'success');
    const { rows } = await direct.service.system.database.pool.query(
      `SELECT current_setting('statement_timeout') AS limit`,
    );
    assert.deepEqual(rows, [{ limit: '0' }]);
  } finally {
    await direct.stopService();
  }
});
