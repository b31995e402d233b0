/** Several processes on one data folder share its PostgreSQL, which starts with the first and stops with the last. */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { call, commandHost, newInstallation } from '../support/process.ts';

suite('shared embedded PostgreSQL', () => {
  test('commands and services join the running server, and outlive the first service', async t => {
    const heddle = await newInstallation(t, {}, commandHost);
    // Both find an empty folder, and create one cluster.
    const [first, second] = await Promise.all([heddle.serve(), heddle.serve({ words: ['--no-worker'] })]);
    for (const { url } of [first, second]) {
      assert.deepEqual(await call(url, '/api/v1/user/count'), { status: 200, body: 1 });
    }

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

    await t.test('the second service continues when the first is stopped, and a worker too', async () => {
      const [postmaster] = await heddle.serverPids();
      const worker = heddle.start(['worker']);
      await worker.printed(/works in the background/);
      const endFirst = await first.process.end('SIGTERM');
      assert.equal((await call(second.url, '/api/v1/user/count')).body, 2);
      const endSecond = await second.process.end('SIGTERM');
      assert.equal((await heddle.serverPids())[0], postmaster);
      const endWorker = await worker.end('SIGTERM');
      for (const { code, stderr } of [endFirst, endSecond, endWorker]) {
        assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
      }
      assert.deepEqual(await heddle.serverPids(), []);
      const left = await readdir(path.join(heddle.dataFolder, 'postgres'));
      assert.deepEqual(left.sort(), ['cluster', 'password', 'server.log']);
    });
  });
});
