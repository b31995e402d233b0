/** A command that runs as several processes looks like one, and outlives each of them. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { suite, test } from 'node:test';
import pg from 'pg';
import { beginRun, DisturbedRuns, ENVIRONMENT, repeatRun } from '../support/disturbed-runs.ts';
import { openOutside } from '../support/outside.ts';
import { FIRST_KEY, inReverse, kill, newInstallationOnDatabase, until } from '../support/process.ts';

const TWO = { HEDDLE_PROCESSES: '2' };

suite('a command with several processes', { concurrency: 3 }, () => {
  test('looks like one, and replaces a process that is killed without losing its run', async t => {
    const ends = inReverse(t);
    const outside = await openOutside(ends);
    const { heddle, database } = await newInstallationOnDatabase(ends);
    const client = new pg.Client(database.address);
    await client.connect();
    ends.after(() => client.end());
    const environment = { ...ENVIRONMENT, ...TWO, HEDDLE_LOG_LEVEL: 'info', HEDDLE_LOG_FORMAT: 'json' };
    const { process: service, url } = await heddle.serve({ environment });
    assert.equal(service.stdout.match(/is ready: /g)?.length, 1);
    assert.equal(service.stdout.match(/A first request:/g)?.length, 1);
    const isReady = async () => (await fetch(`${url}/ready`)).status === 200;
    assert.ok(await isReady());

    // Every connection goes to the next process.
    for (let count = 0; count < 4; count++) assert.equal(await countUsers(url), 200);
    for (const number of [1, 2]) await service.printed(new RegExp(`"process":${number},.*"/api/v1/user/count"`));
    assert.equal(await measuredCounts(url), 4);
    assert.match(await metricsOf(url), /^heddle_runs_open\{status="running"\} 0$/m);

    // The process that executes a run is killed.
    const disturbed = await new DisturbedRuns(outside).create(url, 'sequence');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    outside.delayAnswers(`/${disturbed.name}/`, released);
    const reply = beginRun(url, disturbed, 'key');
    await until(() => outside.seen.length > 0, 'the run has begun');
    kill(await pidOfRunner(client, disturbed.workflowId), 'SIGKILL');
    await service.printed(/a process has ended: another one takes its place/);
    release();
    assert.equal((await reply).ended, false);
    const run = await repeatRun(url, disturbed);
    assert.equal(run.status, 'success');
    const effects = run.steps.filter(({ node_type }) => node_type === 'http.request');
    assert.equal(new Set(outside.seen.map(({ key }) => key)).size, effects.length, 'one key for each effect');
    await until(isReady, 'all processes are ready again');
    assert.equal(await measuredCounts(url), 4, 'what the killed process had counted');

    const { code, stdout, stderr } = await service.end('SIGTERM');
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    assert.ok(stdout.split('\n').every(line => !line.startsWith('{') || JSON.parse(line)));
  });

  test('says once why it does not start', async t => {
    const { heddle } = await newInstallationOnDatabase(t);
    const other = createServer().listen(0, '127.0.0.1');
    t.after(() => other.close());
    await once(other, 'listening');
    const address = other.address();
    assert.ok(address && typeof address === 'object');
    await heddle.refuse('the port is in use by another program: choose another with HEDDLE_PORT', ['serve'], {
      environment: { ...TWO, HEDDLE_PORT: String(address.port) },
    });
    await heddle.refuse(
      "HEDDLE_DATABASE_CONNECTIONS must be at least 4 for 2 processes (HEDDLE_PROCESSES), not '3'",
      ['worker'],
      { environment: { ...TWO, HEDDLE_DATABASE_CONNECTIONS: '3' } },
    );
  });

  test('ends as a whole when its first process is killed', async t => {
    const { heddle } = await newInstallationOnDatabase(t);
    const worker = heddle.start(['worker'], { environment: TWO });
    await worker.printed(/works in the background/);
    const pids = await childrenOf(worker.pid);
    assert.equal(pids.length, 2);
    await worker.end('SIGKILL');
    await until(async () => (await Promise.all(pids.map(isAlive))).every(alive => !alive), 'the others have ended');
  });
});

async function countUsers(url: string): Promise<number> {
  const headers = { 'uni-api-key': FIRST_KEY, 'content-type': 'application/json', connection: 'close' };
  const response = await fetch(`${url}/api/v1/user/count`, { method: 'POST', headers, body: '{}' });
  await response.text();
  return response.status;
}

async function metricsOf(url: string): Promise<string> {
  return (await fetch(`${url}/metrics`, { headers: { connection: 'close' } })).text();
}

/** How many calls of `countUsers` the metrics have counted. */
async function measuredCounts(url: string): Promise<number> {
  const text = await metricsOf(url);
  const [, count] = /^heddle_http_request_seconds_count\{[^}]*user\/count[^}]*\} (\d+)$/m.exec(text) ?? [];
  return Number(count);
}

async function pidOfRunner(client: pg.Client, workflowId: string): Promise<number> {
  const { rows } = await client.query(
    'SELECT pid FROM runs JOIN processes ON processes.id = runner_id WHERE workflow_id = $1',
    [workflowId],
  );
  assert.ok(rows[0]);
  return rows[0].pid;
}

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.trim().split(' ').map(Number);
}

async function isAlive(pid: number): Promise<boolean> {
  // A process that has ended may stay visible until the system collects it.
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return status !== undefined && !/\) Z /.test(status);
}
