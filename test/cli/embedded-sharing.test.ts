/** Several processes on one data folder share its PostgreSQL, which starts with the first and stops with the last. */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { call, newInstallation } from '../support/process.ts';

suite('shared embedded PostgreSQL', { concurrency: 3 }, () => {
  test('commands and further services join the running server, and outlive the first service', async t => {
    const heddle = await newInstallation(t);
    const first = await heddle.serve();

    await t.test('acknowledged data is on the disk', async () => {
      const client = await heddle.connect();
      const { rows } = await client.query(
        `SELECT name, setting FROM pg_settings
         WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'listen_addresses')`,
      );
      await client.end();
      assert.deepEqual(Object.fromEntries(rows.map(({ name, setting }) => [name, setting])), {
        data_checksums: 'on',
        fsync: 'on',
        full_page_writes: 'on',
        listen_addresses: '',
        synchronous_commit: 'on',
      });
    });

    await t.test('a command works while the service runs', async () => {
      await heddle.ask(['user', 'create', '--email', 'ada@example.org', '--name', 'Ada']);
      assert.equal((await call(first.url, '/api/v1/user/count')).body, 2);
      assert.equal((await heddle.run(['migrate'])).stdout, 'the database is up to date\n');
      assert.equal((await call(first.url, '/api/v1/user/count')).status, 200);
    });

    await t.test('the port of another service is refused', async () => {
      const environment = { HEDDLE_PORT: new URL(first.url).port };
      await heddle.refuse('the port is in use by another program: choose another with HEDDLE_PORT', ['serve'], {
        environment,
      });
      assert.equal((await call(first.url, '/api/v1/user/count')).status, 200);
    });

    await t.test('a second service continues when the first is stopped, and a worker too', async () => {
      const [postmaster] = await heddle.serverPids();
      const second = await heddle.serve({ words: ['--no-worker'] });
      const worker = heddle.start(['worker']);
      await worker.printed(/works in the background/);
      assert.equal((await first.process.end('SIGTERM')).code, 0);
      assert.equal((await call(second.url, '/api/v1/user/count')).body, 2);
      assert.equal((await second.process.end('SIGTERM')).code, 0);
      assert.equal((await heddle.serverPids())[0], postmaster);
      assert.equal((await worker.end('SIGTERM')).code, 0);
      assert.deepEqual(await heddle.serverPids(), []);
    });
  });

  test('simultaneous first starts on one empty folder create one cluster', async t => {
    const heddle = await newInstallation(t);
    const services = await Promise.all([heddle.serve(), heddle.serve(), heddle.serve()]);
    for (const { url } of services) assert.deepEqual(await call(url, '/api/v1/user/count'), { status: 200, body: 1 });
    const ends = await Promise.all(services.map(({ process }) => process.end('SIGTERM')));
    assert.deepEqual(
      ends.map(({ code, stderr }) => ({ code, stderr })),
      services.map(() => ({ code: 0, stderr: '' })),
    );
    assert.deepEqual(await heddle.serverPids(), []);
    assert.deepEqual((await readdir(path.join(heddle.dataFolder, 'postgres'))).sort(), [
      'cluster',
      'password',
      'server.log',
    ]);
  });
});
