/**
 * Kills processes with `kill -9` before and after the commits of steps that change panels, and of the runs that these
 * changes start. One step makes one change, one change is one event, and one event starts one run.
 */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import pg from 'pg';
import { openCrashWorld } from '../support/crash-world.ts';
import type { TestDatabase } from '../support/database.ts';
import { type Definition, edge, node } from '../support/definitions.ts';
import { dyingAt } from '../support/points.ts';
import {
  call,
  FIRST_KEY,
  type HeddleProcess,
  type Installation,
  inReverse,
  newInstallationOnDatabase,
  until,
} from '../support/process.ts';
import { endSilenceAfterRun } from '../support/silence.ts';
import { startSurvivor } from '../support/survivors.ts';
import { casesOf, firstPer, test as testOnce } from '../support/tiers.ts';

const ENVIRONMENT = { HEDDLE_RATE_LIMITS: 'off', HEDDLE_DATABASE_CONNECTIONS: '4' };

const hooks = inReverse({ after });
let heddle: Installation;
let database: TestDatabase;
let client: pg.Pool;
/** The address of a service that is not disturbed. */
let url: string;

before(async () => {
  ({ heddle, database } = await newInstallationOnDatabase(hooks));
  ({ url } = await startSurvivor(hooks, heddle, database, ENVIRONMENT));
  client = new pg.Pool({ ...database.address, max: 3 });
  hooks.after(() => client.end());
});

async function ask<Answer>(at: string, endpoint: string, body: object = {}): Promise<Answer> {
  const reply = await call(at, endpoint, body);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return reply.body as Answer;
}

async function newPanel(at: string): Promise<string> {
  return (await ask<{ id: string }>(at, '/api/v1/panel/create', { name: 'panel' })).id;
}

async function newWorkflow(at: string, definition: Definition, { isPublished = true } = {}): Promise<string> {
  const { id } = await ask<{ id: string }>(at, '/api/v3/workflow/create', { name: 'workflow', definition });
  if (isPublished) await ask(at, '/api/v3/workflow/publish', { workflow_id: id });
  return id;
}

function createWatcher(type: string, panelId: string): Definition {
  const nodes = [node('watch', type, { panel_id: panelId }), node('end', 'output', { value: '{{ input }}' })];
  return { nodes, edges: [edge('watch', 'end')] };
}

async function readRuns(workflowId: string): Promise<{ id: string; status: string; output: string; lease: number }[]> {
  const { rows } = await client.query('SELECT id, status, output, lease FROM runs WHERE workflow_id = $1', [
    workflowId,
  ]);
  return rows;
}

/** Waits until all events of the panel have started their runs, and these runs have ended. */
async function waitUntilSettled(panelId: string, workflowId: string): Promise<void> {
  await until(async () => {
    const events = await client.query('SELECT FROM booster_events WHERE panel_id = $1 AND starts_runs', [panelId]);
    const runs = await readRuns(workflowId);
    return events.rowCount === 0 && runs.length > 0 && runs.every(({ status }) => status === 'success');
  }, 'its runs have ended');
}

async function readEvents(panelId: string): Promise<string[]> {
  const { rows } = await client.query('SELECT type, subject FROM booster_events WHERE panel_id = $1', [panelId]);
  return rows.map(({ type, subject }) => `${type} ${subject}`);
}

async function assertKilled(victim: HeddleProcess): Promise<void> {
  assert.equal((await victim.end('SIGCONT')).signal, 'SIGKILL', 'it never came to the point');
}

interface Change {
  tool: string;
  params: object;
  trigger: string;
  event: string;
  /** Selects what the change created in the panel, by its id or key. */
  subjects: string;
}

const changes: Change[] = [
  {
    tool: 'booster_record_create',
    params: { collection: 'c', data: { n: 1 } },
    trigger: 'trigger.booster_record',
    event: 'record.created',
    subjects: 'SELECT key AS id FROM booster_records WHERE panel_id = $1',
  },
  {
    tool: 'booster_file_save',
    params: { path: 'docs/a.txt', text: 'x', rename: true },
    trigger: 'trigger.booster_file',
    event: 'file.stored',
    subjects: 'SELECT id FROM booster_files WHERE panel_id = $1',
  },
];
/** Before the commit, right after it, and when the step is done but its result is not saved yet. */
const POINTS = ['booster-effect.announced', 'booster-effect.made', 'step.performed'];
suite('a step whose process is killed makes its change once', { concurrency: 3 }, () => {
  for (const { tool, params, trigger, event, subjects, point } of casesOf(
    changes.flatMap(change => POINTS.map(point => ({ ...change, point }))),
    firstPer(({ point }) => point),
  )) {
    test(`when ${tool} is killed at ${point}`, async () => {
      const panelId = await newPanel(url);
      const watcher = await newWorkflow(url, createWatcher(trigger, panelId));
      const step = node('change', 'tool.call', { tool, params: { panel_id: panelId, ...params } });
      const nodes = [
        node('start', 'trigger.manual'),
        step,
        node('end', 'output', { value: '{{ steps.change.output }}' }),
      ];
      const definition = { nodes, edges: [edge('start', 'change'), edge('change', 'end')] };
      const workflowId = await newWorkflow(url, definition, { isPublished: false });
      // The process claims no other runs, so it reaches the point with this one.
      const victim = await heddle.serve({
        words: ['--no-worker'],
        environment: { ...ENVIRONMENT, ...dyingAt(point, 1) },
      });
      await assert.rejects(call(victim.url, '/api/v3/workflow/run', { workflow_id: workflowId }), TypeError);
      await assertKilled(victim.process);
      const isMade = (await client.query(subjects, [panelId])).rowCount === 1;
      assert.equal(isMade, point !== 'booster-effect.announced');
      await endSilenceAfterRun(client, workflowId);

      await until(async () => (await readRuns(workflowId)).every(({ status }) => status === 'success'), 'it went on');
      const [run, ...others] = await readRuns(workflowId);
      assert.deepEqual(others, []);
      assert.ok(run && run.lease > 1, 'another process went on with it');
      const { rows } = await client.query(subjects, [panelId]);
      assert.equal(rows.length, 1);
      const { id } = rows[0];
      assert.equal(findSubject(JSON.parse(run.output)), id);
      assert.deepEqual(await readEvents(panelId), [`${event} ${id}`]);
      await waitUntilSettled(panelId, watcher);
      assert.deepEqual(
        (await readRuns(watcher)).map(started => findSubject(JSON.parse(started.output))),
        [id],
      );
    });
  }
});

suite('a process that is killed while it starts runs for events', { concurrency: 2 }, () => {
  for (const point of ['booster-trigger.queueing', 'booster-trigger.queued']) {
    testOnce(`at ${point} leaves every event with exactly one run`, async t => {
      const world = await openCrashWorld(inReverse(t));
      const { url, client: mine } = world;
      const panelId = await newPanel(url);
      const workflowId = await newWorkflow(url, createWatcher('trigger.booster_record', panelId));
      const victim = await world.heddle.serve({ environment: { ...ENVIRONMENT, ...dyingAt(point, 3) } });
      const headers = { 'panel-id': panelId };
      const keys = new Set<string>();
      for (let n = 0; n < 10; n++) keys.add(await createRecord(url, headers));
      await assertKilled(victim.process);
      const count = async () =>
        (await mine.query("SELECT FROM runs WHERE workflow_id = $1 AND status = 'success'", [workflowId])).rowCount;
      await world.withWorker(() => until(async () => (await count()) === keys.size, 'all have run'));
      const { rows } = await mine.query<{ key: string }>(
        "SELECT input::json ->> 'key' AS key FROM runs WHERE workflow_id = $1",
        [workflowId],
      );
      assert.deepEqual(rows.map(({ key }) => key).toSorted(), [...keys].toSorted());
    });
  }
});

/** Returns the id or key of a record, a file, or the input that a trigger makes of one. */
function findSubject({ key, id, file }: { key?: string; id?: string; file?: { id: string } }): string | undefined {
  return key ?? id ?? file?.id;
}

async function createRecord(at: string, headers: Record<string, string>): Promise<string> {
  const response = await fetch(`${at}/api/v3/booster/database/private/create`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'uni-api-key': FIRST_KEY },
    body: JSON.stringify({ collection: 'c', data: {} }),
  });
  const body = (await response.json()) as { key: string };
  assert.equal(response.status, 200, JSON.stringify(body));
  return body.key;
}
