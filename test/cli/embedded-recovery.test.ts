/** Kills processes and servers. The next start is ready, with everything that was acknowledged. */
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { call, FIRST_KEY, type Installation, kill, newInstallation, until } from '../support/process.ts';

suite('embedded PostgreSQL recovers', { concurrency: 2 }, () => {
  test('after kill -9 and SIGTERM', async t => {
    const heddle = await newInstallation(t, { HEDDLE_ADMIN_KEY: FIRST_KEY, HEDDLE_LOG_LEVEL: 'silent' });
    let created = 0;
    /** Starts the service, which knows all users, and creates another. */
    const serveOneMore = async () => {
      const { process: service, url } = await heddle.serve();
      assert.deepEqual(await call(url, '/api/v1/user/count'), { status: 200, body: 1 + created });
      const email = `user${++created}@example.org`;
      assert.equal((await call(url, '/api/v1/user/create', { email, name: 'User' })).status, 200);
      return { service, url };
    };

    const all: [what: string, victims: (service: number, server: number[]) => number[]][] = [
      ['the service', service => [service]],
      ['the service and its server', (service, server) => [service, ...server]],
      // The other processes of the server end by themselves, a moment after the next start has begun.
      ['the service and the first process of its server', (service, [postmaster = 0]) => [service, postmaster]],
    ];
    for (const [what, victims] of all) {
      await t.test(`after kill -9 of ${what}`, async () => {
        const { service } = await serveOneMore();
        for (const pid of victims(service.pid, await heddle.serverPids())) kill(pid, 'SIGKILL');
        await service.finished;
      });
    }

    await t.test('by itself when it is killed under a running service', async () => {
      const { service, url } = await serveOneMore();
      for (const victims of [(server: number[]) => server.slice(0, 1), (server: number[]) => server]) {
        const before = await heddle.serverPids();
        for (const pid of victims(before)) kill(pid, 'SIGKILL');
        await until(async () => (await heddle.serverPids())[0] !== before[0], 'the server is another');
        const refusals = new Set<unknown>();
        await until(async () => {
          const { status, body } = await call(url, '/api/v1/user/count');
          if (status !== 200) refusals.add(Object(body).detail);
          else assert.equal(body, 1 + created);
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

    await t.test('after SIGTERM at any moment of a start, which leaves no server behind', async () => {
      for (let round = 0; round < 2; round++) {
        const started = heddle.start(['serve']);
        await until(async () => (await heddle.serverPids()).length > 0, 'the server starts');
        await delay(randomInt(150));
        await started.end('SIGTERM');
        await until(async () => (await heddle.serverPids()).length === 0, 'the server stops');
      }
    });
  });

  test('after kill -9 at any moment of a first start', async t => {
    const heddle = await newInstallation(t, { HEDDLE_ADMIN_KEY: FIRST_KEY });
    // Each start begins where the previous one was killed. Times are random, and the milestones cover early and late
    // moments. An initdb outlives its start, which one of the next ones has to cope with. The others end too, as when the
    // machine stops.
    const milestones = [
      { name: 'password', stops: true },
      { name: 'initdb-', stops: false },
      { name: 'initdb-', stops: true },
      { name: 'cluster', stops: false },
      { name: 'server.log', stops: false },
    ];
    for (const { name: milestone, stops } of milestones) {
      const before = milestone === 'initdb-' ? await namesIn(heddle, '') : [];
      // The previous start may have come further than intended.
      const isNew = (name: string) => name === 'cluster' || (name.startsWith(milestone) && !before.includes(name));
      const started = heddle.start(['serve']);
      await until(async () => (await namesIn(heddle, '')).some(isNew), milestone);
      await delay(randomInt(150));
      await started.end('SIGKILL');
      if (stops) await heddle.killServer();
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
});

async function namesIn({ dataFolder }: Installation, folder: string): Promise<string[]> {
  return readdir(path.join(dataFolder, 'postgres', folder)).catch(() => []);
}
