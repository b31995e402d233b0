/** Tests what administrators see of the service itself: settings, health, processes and jobs that failed. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, suite, test } from 'node:test';
import type { Health, Installation, InstallationProcess, JobList } from '../../src/installation/schemas.ts';
import { openMailServer } from '../support/mail-server.ts';
import { openModelServer } from '../support/model-server.ts';
import { serviceOn, testService } from '../support/service.ts';
import { poll } from './poll.ts';

const BASE = '/api/v1/installation';
const models = await openModelServer({ after });
const mails = await openMailServer({ after });
const nobody = await closedAddress();
const service = await testService({
  HEDDLE_SMTP_URL: mails.url,
  HEDDLE_DRAIN_SECONDS: '5',
  HEDDLE_MODELS: JSON.stringify([
    { id: 'there', provider: 'openai-compatible', name: 'a', url: models.url, key: 'sk-very-secret' },
    { id: 'gone', provider: 'openai-compatible', name: 'b', url: `${nobody}/v1`, key: 'sk-very-secret' },
  ]),
  HEDDLE_MCP_SERVERS: JSON.stringify({ lost: { url: `${nobody}/mcp` } }),
});
const { pool } = service.service.system.database;
const person = await service.person();

/** Returns an address at which nobody listens any more. */
async function closedAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${address.port}`;
}

async function addDeadJob(kind: string, payload: object, errorKind = 'ECONNREFUSED'): Promise<string> {
  const id = randomUUID();
  await pool.query(
    `INSERT INTO jobs (id, kind, payload, state, attempts, started_at, error, error_kind)
     VALUES ($1, $2, $3, 'dead', 5, now(), 'it said: ada@example.org', $4)`,
    [id, kind, JSON.stringify(payload), errorKind],
  );
  return id;
}

const jobs = (body: object = {}) => service.ask<JobList>(`${BASE}/jobs`, body);
const countsOf = async (kind: string) => (await jobs()).kinds.find(each => each.kind === kind);

suite('the installation', () => {
  test('is shown to administrators only', async () => {
    for (const path of ['get', 'check', 'processes', 'mail/test', 'jobs', 'jobs/retry', 'jobs/delete']) {
      await service.refuse(403, 'permission denied', `${BASE}/${path}`, {}, person.key);
      await service.refuse(401, 'API key is invalid', `${BASE}/${path}`, {}, null);
    }
  });

  test('has versions, counts and the settings in effect, without secrets', async () => {
    const { settings, ...rest } = await service.ask<Installation>(`${BASE}/get`);
    assert.match(rest.version, /^\d+\.\d+\.\d+/);
    assert.equal(rest.node_version, process.versions.node);
    assert.match(rest.postgres_version, /^\d+/);
    assert.equal(rest.public_url, service.url);
    assert.deepEqual(rest.runs, { queued: 0, running: 0, waiting: 0 });
    const byName = new Map(settings.map(setting => [setting.variable, setting]));
    assert.deepEqual(byName.get('HEDDLE_DRAIN_SECONDS'), {
      area: 'Service',
      variable: 'HEDDLE_DRAIN_SECONDS',
      value: '5',
      secret: false,
      set: true,
      default: '20',
      differs: true,
      meaning:
        'After SIGTERM, requests, runs and jobs in progress may continue for this many seconds. ' +
        'Other processes then take over the rest of the runs and jobs.',
    });
    const { value, secret, set, differs } = byName.get('HEDDLE_MODELS') ?? assert.fail();
    assert.deepEqual({ value, secret, set, differs }, { value: null, secret: true, set: true, differs: true });
    assert.equal(byName.get('HEDDLE_HOST')?.differs, false);
    const shown = JSON.stringify(settings);
    for (const hidden of ['sk-very-secret', 'administrators-own-test-key', mails.url]) {
      assert.equal(shown.includes(hidden), false, hidden);
    }
  });

  test('checks what it depends on, names the kinds of failures, and shares the result', async () => {
    const before = models.seen.length;
    const health = await service.ask<Health>(`${BASE}/check`);
    const states = health.checks.map(({ kind, name, state, error_kind }) => [kind, name, state, error_kind]);
    assert.deepEqual(states, [
      ['database', 'postgres', 'ok', null],
      ['storage', 'disk', 'ok', null],
      ['mail', 'smtp', 'ok', null],
      ['model', 'there', 'ok', null],
      ['model', 'gone', 'failed', 'unreachable'],
      ['mcp_server', 'lost', 'failed', 'unreachable'],
    ]);
    assert.deepEqual(await service.ask<Health>(`${BASE}/check`), health);
    assert.equal(models.seen.length, before + 1, 'the endpoint of the model is asked once');
    assert.equal(mails.mails.length, 0, 'no mail is sent');
  });

  test('sends a test mail to the administrator who asks', async () => {
    const { to } = await service.ask<{ to: string }>(`${BASE}/mail/test`);
    assert.deepEqual(
      mails.to(to).map(({ subject }) => subject),
      ['A test mail from Heddle'],
    );
    mails.refusals = 1;
    const { status, body } = await service.call(`${BASE}/mail/test`);
    assert.equal(status, 502);
    assert.match(JSON.stringify(body), /The mail could not be sent: .*try again later/);
  });

  test('lists its processes while they live', async () => {
    const list = () => service.ask<InstallationProcess[]>(`${BASE}/processes`);
    const other = await serviceOn(service.database, {}, { work: false });
    const both = await poll(async () => {
      const processes = await list();
      return processes.length === 2 ? processes : undefined;
    });
    assert.deepEqual(
      both.map(({ kind, works, alive, is_this, pid, runs, jobs }) => ({
        kind,
        works,
        alive,
        is_this,
        pid,
        runs,
        jobs: typeof jobs,
      })),
      [true, false].map(isFirst => ({
        kind: 'serve',
        works: isFirst,
        alive: true,
        is_this: isFirst,
        pid: process.pid,
        runs: 0,
        jobs: 'number',
      })),
    );
    await other.stopService();
    assert.deepEqual(
      (await list()).map(({ is_this }) => is_this),
      [true],
    );
    // One was killed just now, and one long ago.
    for (const age of ['2 minutes', '2 hours']) {
      await pool.query(
        `INSERT INTO processes (id, kind, host, pid, version, works, seen_at)
         VALUES ($1, 'worker', 'elsewhere', 7, '0.0.1', true, now() - $2::interval)`,
        [randomUUID(), age],
      );
    }
    assert.deepEqual(
      (await list()).map(({ host, alive, version }) => (host === 'elsewhere' ? { alive, version } : host)).slice(1),
      [{ alive: false, version: '0.0.1' }],
    );
  });
});

suite('jobs', () => {
  const kind = 'test.unknown-kind';

  test('that failed are counted by kind and listed with ids only', async () => {
    const run_id = randomUUID();
    const id = await addDeadJob(kind, { run_id, email: 'ada@example.org', text: 'private' });
    assert.deepEqual(await countsOf(kind), { kind, waiting: 0, retrying: 0, active: 0, dead: 1 });
    assert.ok(await countsOf('http.sweep-rate-windows'), 'kinds without jobs are listed too');
    const { total, dead } = await jobs({ kind });
    assert.equal(total, 1);
    const [job] = dead;
    assert.deepEqual(
      { ...job, created_at: 0, failed_at: 0 },
      { id, kind, attempts: 5, error_kind: 'ECONNREFUSED', created_at: 0, failed_at: 0, ids: { run_id } },
    );
    assert.deepEqual((await jobs({ kind: 'test.other' })).dead, []);
    assert.deepEqual((await jobs({ kind, skip: 1 })).dead, []);
  });

  test('are retried one by one or all of a kind, with all their attempts', async () => {
    const [one] = (await jobs({ kind })).dead;
    assert.deepEqual(await service.ask(`${BASE}/jobs/retry`, { id: one?.id }), { count: 1 });
    assert.deepEqual(await countsOf(kind), { kind, waiting: 1, retrying: 0, active: 0, dead: 0 });
    await service.refuse(404, 'entity not found', `${BASE}/jobs/retry`, { id: one?.id });
    await addDeadJob(kind, {});
    await addDeadJob(kind, {});
    assert.deepEqual(await service.ask(`${BASE}/jobs/retry`, { kind }), { count: 2 });
    assert.deepEqual(await service.ask(`${BASE}/jobs/retry`, { kind }), { count: 0 });
    assert.equal((await countsOf(kind))?.waiting, 3);
  });

  test('that a worker knows are done after a retry', async () => {
    const known = 'accounts.mail-notification';
    const id = await addDeadJob(known, { notification_id: randomUUID() });
    await service.ask(`${BASE}/jobs/retry`, { id });
    await poll(async () => {
      const { rows } = await pool.query('SELECT FROM jobs WHERE id = $1', [id]);
      return rows.length === 0 || undefined;
    });
  });

  test('are deleted only when they are dead', async () => {
    const id = await addDeadJob(kind, {});
    assert.deepEqual(await service.ask(`${BASE}/jobs/delete`, { id }), { count: 1 });
    await service.refuse(404, 'entity not found', `${BASE}/jobs/delete`, { id });
    assert.deepEqual(await service.ask(`${BASE}/jobs/delete`, { kind }), { count: 0 });
    assert.equal((await countsOf(kind))?.waiting, 3);
  });

  test('must be chosen by id or by kind', async () => {
    const detail = "Give either the 'id' of a dead job or a 'kind'";
    for (const path of ['retry', 'delete']) {
      await service.refuse(422, detail, `${BASE}/jobs/${path}`, {});
      await service.refuse(422, detail, `${BASE}/jobs/${path}`, { id: randomUUID(), kind });
    }
  });
});
