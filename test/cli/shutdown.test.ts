/** When a service ends, it answers the requests in progress and leaves nothing behind. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import pg from 'pg';
import {
  admitted,
  call,
  type HeddleProcess,
  type Installation,
  newInstallation,
  newInstallationOnDatabase,
  until,
} from '../support/process.ts';

suite('shutdown', { concurrency: 3 }, () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    test(`${signal} lets a request in progress finish`, async t => {
      const { heddle, database } = await newInstallationOnDatabase(t);
      const { service, url, request, release } = await withSlowRequest(heddle, { address: database.address });
      service.signal(signal);
      // New requests are refused, which shows that the signal has arrived.
      await until(() => isClosed(url), 'the port is closed');
      await release();
      const { status, body } = await request;
      assert.equal(status, 200);
      assert.equal(Object(body).name, 'changed');
      const { code, stderr } = await service.finished;
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    });
  }

  test('leaves nothing behind of an embedded PostgreSQL, or an intact one', async t => {
    const heddle = await newInstallation(t);
    await t.test('a request that outlasts the drain is cut off, and the process ends', async () => {
      const environment = { HEDDLE_DRAIN_SECONDS: '1', HEDDLE_LOG_LEVEL: 'info' };
      const { service, request, release } = await withSlowRequest(heddle, { environment });
      const answer = request.then(
        ({ status }) => status,
        () => 'cut off',
      );
      const { code, stdout, stderr } = await service.end('SIGTERM');
      assert.equal(await answer, 'cut off');
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, stdout);
      assert.match(stdout, /"stopped"/);
      await until(async () => (await heddle.serverPids()).length === 0, 'no server');
      await release();
    });

    await t.test('a second signal ends it at once, and idle connections do not delay the end', async () => {
      const { service, url, request, release } = await withSlowRequest(heddle);
      const answer = request.then(
        ({ status }) => status,
        () => 'cut off',
      );
      service.signal('SIGTERM');
      await until(() => isClosed(url), 'the port is closed');
      const { code } = await service.end('SIGTERM');
      assert.equal(code, 1);
      assert.equal(await answer, 'cut off');
      await release();
      // The service left its server running. The next start finds it intact.
      const next = await heddle.serve();
      assert.equal((await call(next.url, '/api/v1/user/count')).status, 200);
      // fetch keeps its connection for the next request, and a connection that is idle does not delay the end.
      assert.equal((await next.process.end('SIGTERM')).code, 0);
      assert.deepEqual(await heddle.serverPids(), []);
    });
  });
});

interface SlowRequest {
  service: HeddleProcess;
  url: string;
  request: ReturnType<typeof call>;
  /** Lets the request continue. */
  release(): Promise<void>;
}

/** Starts a service with a request in progress that waits for a row which another connection has locked. */
async function withSlowRequest(
  heddle: Installation,
  { address, environment = {} }: { address?: pg.ClientConfig; environment?: Record<string, string> } = {},
): Promise<SlowRequest> {
  const { process: service, url } = await heddle.serve({ environment });
  const { body } = await admitted(() => call(url, '/api/v1/user/find'));
  const { id } = Object(body)[0];
  const holder = address ? new pg.Client(address) : await heddle.connect();
  if (address) await holder.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [id]);
  const request = admitted(() => call(url, '/api/v1/user/update', { id, name: 'changed' }));
  await until(() => isWaitedFor(holder), 'the request waits for the row');
  return {
    service,
    url,
    request,
    async release() {
      await holder.query('COMMIT').catch(() => {}); // The server may have ended first.
      await holder.end();
    },
  };
}

async function isWaitedFor(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    'SELECT FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))',
  );
  return rowCount !== 0;
}

async function isClosed(url: string): Promise<boolean> {
  return fetch(`${url}/health`, { headers: { connection: 'close' } }).then(
    response => response.status === 503,
    () => true,
  );
}
