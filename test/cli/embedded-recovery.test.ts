/** Kills processes and servers. The next start is ready, with everything that was acknowledged. */
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { call, FIRST_KEY, type Installation, kill, newInstallation, until } from '../support/process.ts';

suite('embedded PostgreSQL recovers', { concurrency: 3 }, () => {
  test('after kill -9 of the service, of its server, or of both', async t => {
    const heddle = await newInstallation(t);
    let created = 0;
    const killedAfterCreating = async (victims: (service: number, server: number[]) => number[]) => {
      const { process: service, url } = await heddle.serve();
      assert.deepEqual(await call(url, '/api/v1/user/count'), { status: 200, body: 1 + created });
      const email = `user${++created}@example.org`;
      assert.equal((await call(url, '/api/v1/user/create', { email, name: 'User' })).status, 200);
      for (const pid of victims(service.pid, await heddle.serverPids())) kill(pid, 'SIGKILL');
      await service.finished;
    };
    await killedAfterCreating(service => [service]);
    await killedAfterCreating((service, server) => [service, ...server]);
    // The other processes of the server end by themselves, a moment after the next start has begun.
    await killedAfterCreating((service, [postmaster = 0]) => [service, postmaster]);
    const { process: last, url } = await heddle.serve();
    assert.deepEqual(await call(url, '/api/v1/user/count'), { status: 200, body: 1 + created });
    assert.equal((await last.end('SIGTERM')).code, 0);
    assert.deepEqual(await heddle.serverPids(), []);
  });

  test('by itself when it is killed under a running service', async t => {
    const heddle = await newInstallation(t, { HEDDLE_LOG_LEVEL: 'silent' });
    const { process: service, url } = await heddle.serve();
    const email = 'ada@example.org';
    assert.equal((await call(url, '/api/v1/user/create', { email, name: 'Ada' })).status, 200);
    for (const victims of [(server: number[]) => server.slice(0, 1), (server: number[]) => server]) {
      const before = await heddle.serverPids();
      for (const pid of victims(before)) kill(pid, 'SIGKILL');
      await until(async () => (await heddle.serverPids())[0] !== before[0], 'the server is another');
      const refusals = new Set<unknown>();
      await until(async () => {
        const { status, body } = await call(url, '/api/v1/user/count');
        if (status !== 200) refusals.add(Object(body).detail);
        else assert.equal(body, 2);
        return status === 200;
      }, 'requests are answered again');
      refusals.delete('the service can not reach its database or storage');
      assert.deepEqual([...refusals], [], 'a server that is away is told as 503');
      await until(async () => (await fetch(`${url}/ready`)).status === 200, 'ready');
    }
    assert.equal((await call(url, '/api/v1/user/create', { email: 'bob@example.org', name: 'Bob' })).status, 200);
    assert.equal((await service.end('SIGTERM')).code, 0);
    assert.deepEqual(await heddle.serverPids(), []);
  });

  test('after kill -9 at any moment of a first start', async t => {
    const heddle = await newInstallation(t, { HEDDLE_ADMIN_KEY: FIRST_KEY });
    // Each start begins where the previous one was killed. Times are random, and the milestones cover early and late
    // moments.
    for (const milestone of ['password', 'initdb-', 'initdb-', 'cluster', 'server.log']) {
      const before = milestone === 'initdb-' ? await namesIn(heddle, '') : [];
      // The previous start may have come further than intended.
      const isNew = (name: string) => name === 'cluster' || (name.startsWith(milestone) && !before.includes(name));
      const started = heddle.start(['serve']);
      await until(async () => (await namesIn(heddle, '')).some(isNew), milestone);
      await delay(randomInt(150));
      await started.end('SIGKILL');
    }
    const { process: service, url } = await heddle.serve();
    assert.deepEqual(await call(url, '/api/v1/user/count'), { status: 200, body: 1 });
    assert.equal((await service.end('SIGTERM')).code, 0);
    assert.deepEqual(await heddle.serverPids(), []);
    assert.deepEqual(
      (await namesIn(heddle, '')).filter(name => name.startsWith('initdb-')),
      [],
    );
  });

  test('after SIGTERM at any moment of a start, which leaves no server behind', async t => {
    const heddle = await newInstallation(t, { HEDDLE_ADMIN_KEY: FIRST_KEY });
    await heddle.run(['migrate']);
    for (let round = 0; round < 2; round++) {
      const started = heddle.start(['serve']);
      await until(async () => (await heddle.serverPids()).length > 0, 'the server starts');
      await delay(randomInt(150));
      await started.end('SIGTERM');
      await until(async () => (await heddle.serverPids()).length === 0, 'the server stops');
    }
  });
});

async function namesIn({ dataFolder }: Installation, folder: string): Promise<string[]> {
  return readdir(path.join(dataFolder, 'postgres', folder)).catch(() => []);
}
