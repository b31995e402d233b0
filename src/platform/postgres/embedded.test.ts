/** The embedded server without Heddle around it: sharing, strange places, and what earlier ends left behind. */
import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, suite, test } from 'node:test';
import pg from 'pg';
import { openEmbeddedPostgres } from './embedded.ts';

suite('embedded PostgreSQL', () => {
  suite('on one data folder, again and again', () => {
    let dataFolder = '';
    const inCluster = (name: string) => path.join(dataFolder, 'postgres', 'cluster', name);

    test('starts, and stops with the last user', async () => {
      dataFolder = path.join(await newFolder(), 'data');
      const first = await openEmbeddedPostgres({ dataFolder });
      const second = await openEmbeddedPostgres({ dataFolder });
      assert.deepEqual(first.address, second.address);
      await query(first.address, 'CREATE TABLE kept AS SELECT 1 AS one');
      await first.release();
      await first.release(); // twice is once
      assert.deepEqual(await query(second.address, 'SELECT one FROM kept'), [{ one: 1 }]);
      await second.release();
      await assert.rejects(query(first.address, 'SELECT'), { code: 'ENOENT' });
    });

    test('whoever comes while the last one leaves has a server that stays', async () => {
      let current = await openEmbeddedPostgres({ dataFolder });
      for (let round = 0; round < 15; round++) {
        const leaving = current.release();
        const next = await openEmbeddedPostgres({ dataFolder });
        const client = new pg.Client(next.address);
        const { promise: lost, reject: lose } = Promise.withResolvers<never>();
        client.on('error', lose);
        await client.connect();
        await Promise.race([lost, Promise.all([leaving, client.query('SELECT pg_sleep(0.1)')])]);
        await client.end();
        current = next;
      }
      await current.release();
    });

    for (const [what, pid] of [
      ['of a process that is no more', async () => 2 ** 22 - 1],
      ['that now belongs to another program', async () => process.pid],
      [
        'that now belongs to the PostgreSQL of another folder',
        async () => Number((await pidFileOfOther()).split('\n')[0]),
      ],
    ] as const) {
      test(`starts on a stale pid file with a number ${what}`, { timeout: 30_000 }, async () => {
        const other = path.join(dataFolder, 'postgres', 'cluster');
        await writeFile(inCluster('postmaster.pid'), `${await pid()}\n${other}\n1\n5432\n${dataFolder}\n\n`);
        const server = await openEmbeddedPostgres({ dataFolder });
        assert.deepEqual(await query(server.address, 'SELECT one FROM kept'), [{ one: 1 }]);
        await server.release();
      });
    }

    test('starts on a stale socket and its lock file', async () => {
      const socket = path.join(dataFolder, 'postgres', '.s.PGSQL.5432');
      await writeFile(socket, '');
      await writeFile(`${socket}.lock`, `${2 ** 22 - 1}\n/nowhere\n1\n5432\n/nowhere\n`);
      const server = await openEmbeddedPostgres({ dataFolder });
      await query(server.address, 'SELECT');
      await server.release();
    });

    test('starts on settings cut short', async () => {
      await writeFile(inCluster('heddle.conf'), 'listen_addr');
      const server = await openEmbeddedPostgres({ dataFolder });
      assert.deepEqual(await query(server.address, 'SHOW listen_addresses'), [{ listen_addresses: '' }]);
      await server.release();
    });

    test('tells why the server does not start', async () => {
      const settings = { shared_buffers: 'plenty' };
      await assert.rejects(openEmbeddedPostgres({ dataFolder, settings }), {
        message: /^PostgreSQL does not start: .*shared_buffers/,
      });
    });

    test('comes back when the server is killed', async () => {
      const messages: string[] = [];
      const server = await openEmbeddedPostgres({ dataFolder, log: message => messages.push(message) });
      const postmaster = Number((await readFile(inCluster('postmaster.pid'), 'utf8')).split('\n')[0]);
      process.kill(postmaster, 'SIGKILL');
      for (;;) {
        const rows = await query(server.address, 'SELECT one FROM kept').catch(() => undefined);
        if (rows && Number((await readFile(inCluster('postmaster.pid'), 'utf8')).split('\n')[0]) !== postmaster) break;
      }
      assert.match(messages.join('\n'), /has gone away/);
      await server.release();
      await assert.rejects(query(server.address, 'SELECT'), { code: 'ENOENT' });
    });
  });

  suite('in folders of all kinds', () => {
    for (const [what, name] of [
      ['spaces, quotes and letters of other scripts', `a 'single' and "double" ünïcödé Ωж目 name`],
      ['what a shell or a settings file would take for something else', 'a,b;$HOME `id` \\ & # % {x} --y'],
      ["a path longer than a socket's may be", `${'long'.repeat(20)}/${'longer'.repeat(20)}`],
      ['few letters of many bytes', 'ж'.repeat(45)],
    ] as const) {
      test(what, async t => {
        const dataFolder = path.join(await newFolder(), name);
        const before = new Set(await readdir(tmpdir()));
        const server = await openEmbeddedPostgres({ dataFolder });
        t.after(() => server.release());
        const rows = await query(server.address, "SELECT current_setting('data_directory') AS folder");
        assert.deepEqual(rows, [{ folder: path.join(await realpath(dataFolder), 'postgres', 'cluster') }]);
        await server.release();
        if (server.address.host.startsWith(tmpdir()) && !before.has(path.basename(server.address.host))) {
          await rm(server.address.host, { recursive: true });
        }
      });
    }
  });

  test('leaves nothing of a first start that was killed', async () => {
    const dataFolder = path.join(await newFolder(), 'data');
    const folder = path.join(dataFolder, 'postgres');
    await mkdir(path.join(folder, 'initdb-killed', 'base'), { recursive: true });
    const server = await openEmbeddedPostgres({ dataFolder });
    await server.release();
    assert.deepEqual((await readdir(folder)).sort(), ['cluster', 'password', 'server.log']);
  });
});

/** Removed after all tests. */
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'heddle-embedded-'));
  await chmod(folder, 0o755);
  after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function query(address: pg.ClientConfig, statement: string): Promise<unknown[]> {
  const client = new pg.Client(address);
  client.on('error', () => {}); // told by the query as well
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** The test run's own server. */
async function pidFileOfOther(): Promise<string> {
  const { host } = JSON.parse(process.env.HEDDLE_TEST_POSTGRES ?? '{}');
  return readFile(path.join(host, 'cluster', 'postmaster.pid'), 'utf8');
}
