/** Tests of the embedded server without Heddle: sharing, unusual folders, and leftovers of killed processes. */
import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import pg from 'pg';
import { TEST_SERVER } from '../../../test/support/database.ts';
import { Installation, until } from '../../../test/support/process.ts';
import { type EmbeddedOptions, type EmbeddedPostgres, openEmbeddedPostgres } from './embedded.ts';

suite('embedded PostgreSQL, on one data folder', () => {
  let folder: Folder;
  before(async () => {
    folder = new Folder(await createFolder(), 'data');
    await mkdir(folder.inCluster('../initdb-killed/base'), { recursive: true });
    const { address, release } = await folder.open();
    await query(address, 'CREATE TABLE kept AS SELECT 1 AS one');
    await release();
  });
  after(() => folder.remove());
  const assertStarts = async () => {
    const { address, release } = await folder.open();
    assert.deepEqual(await query(address, 'SELECT one FROM kept'), [{ one: 1 }]);
    await release();
    assert.deepEqual(await folder.installation.serverPids(), []);
  };

  test('leaves nothing of a first start that was killed', async () => {
    const left = await readdir(folder.inCluster('..'));
    assert.deepEqual(left.sort(), ['cluster', 'password', 'server.log']);
  });

  test('starts with the first user, and stops with the last', async () => {
    const first = await folder.open();
    const second = await folder.open();
    assert.deepEqual(first.address, second.address);
    await first.release();
    await first.release(); // twice is once
    assert.deepEqual(await query(second.address, 'SELECT one FROM kept'), [{ one: 1 }]);
    await second.release();
    assert.deepEqual(await folder.installation.serverPids(), []);
  });

  test('stays for a process that arrives while the last one leaves', async () => {
    let current = await folder.open();
    for (let round = 0; round < 8; round++) {
      const leaving = current.release();
      current = await folder.open();
      await Promise.all([leaving, query(current.address, 'SELECT pg_sleep(0.05)')]);
    }
    await current.release();
  });

  test('restarts when the server is killed, and leaves no server behind', async () => {
    const messages: string[] = [];
    const server = await folder.open({ log: message => messages.push(message) });
    const killed = await folder.postmaster();
    process.kill(killed, 'SIGKILL');
    const isBack = () =>
      query(server.address, 'SELECT one FROM kept').then(
        async () => (await folder.postmaster()) !== killed,
        () => false,
      );
    await until(isBack, 'the server comes back');
    assert.match(messages[0] ?? '', /has gone away/);
    await server.release();
    assert.deepEqual(await folder.installation.serverPids(), []);
  });

  test('restarts although a process of the killed server does not end by itself', async () => {
    const server = await folder.open();
    const client = new pg.Client(server.address);
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    process.kill(rows[0]?.pid ?? 0, 'SIGSTOP');
    const killed = await folder.postmaster();
    process.kill(killed, 'SIGKILL');
    await until(
      () =>
        query(server.address, 'SELECT one FROM kept').then(
          found => found.length === 1,
          () => false,
        ),
      'the server is back',
    );
    await client.end().catch(() => {});
    await server.release();
    assert.deepEqual(await folder.installation.serverPids(), []);
  });

  test('leaves no server behind when a process leaves right after the server was killed', async () => {
    const server = await folder.open();
    process.kill(await folder.postmaster(), 'SIGKILL');
    await server.release();
    await until(async () => (await folder.installation.serverPids()).length === 0, 'no server');
  });

  const staleNumbers: [string, () => number | Promise<number>][] = [
    ['of a process that has ended', () => 2 ** 22 - 1],
    ['that now belongs to another program', () => process.pid],
    ['that now belongs to the PostgreSQL of another folder', pidOfTestServer],
  ];
  for (const [whose, pid] of staleNumbers) {
    test(`starts on a stale pid file with a number ${whose}`, { timeout: 120_000 }, async () => {
      const lines = [await pid(), folder.inCluster(''), 1, 5432, folder.inCluster('..'), '', ''];
      await writeFile(folder.inCluster('postmaster.pid'), lines.join('\n'));
      await assertStarts();
    });

    test(`starts on a stale socket and its lock file with a number ${whose}`, { timeout: 120_000 }, async () => {
      const socket = folder.inCluster('../.s.PGSQL.5432');
      const lines = [await pid(), folder.inCluster(''), 1, 5432, path.dirname(socket), ''];
      await writeFile(socket, '');
      await writeFile(`${socket}.lock`, lines.join('\n'));
      await assertStarts();
    });
  }

  test('starts with truncated settings', async () => {
    await writeFile(folder.inCluster('heddle.conf'), 'listen_addr');
    const { address, release } = await folder.open();
    assert.deepEqual(await query(address, 'SHOW listen_addresses'), [{ listen_addresses: '' }]);
    await release();
  });

  test('reports why the server does not start', async () => {
    await assert.rejects(folder.open({ settings: { shared_preload_libraries: 'of_nobody' } }), {
      message: 'PostgreSQL does not start: could not access file "of_nobody": No such file or directory',
    });
    await assertStarts();
  });
});

suite('embedded PostgreSQL, in folders of all kinds', { concurrency: 2 }, () => {
  const names = {
    'spaces, quotes and letters of other scripts': `a 'single' and "double" ünïcödé Ωж目 name`,
    'what a shell or a settings file takes for something else': 'a,b;$HOME `id` \\ & # % {x} --y',
    "a path longer than a socket's may be": `${'long'.repeat(20)}/${'longer'.repeat(20)}`,
    'few letters of many bytes': 'ж'.repeat(32),
  };
  for (const [what, name] of Object.entries(names)) {
    test(what, async t => {
      const folder = new Folder(await createFolder(), name);
      t.after(() => folder.remove());
      const { address, release } = await folder.open();
      if (path.dirname(address.host) === tmpdir()) t.after(() => rm(address.host, { recursive: true }));
      const rows = await query(address, "SELECT current_setting('data_directory') AS cluster");
      assert.deepEqual(rows, [{ cluster: await realpath(folder.inCluster('')) }]);
      await release();
    });
  }
});

/** A data folder, and the servers opened on it. */
class Folder {
  readonly installation: Installation;
  readonly #folder: string;
  readonly #opened: EmbeddedPostgres[] = [];

  constructor(folder: string, name: string) {
    this.#folder = folder;
    this.installation = new Installation(path.join(folder, name));
  }

  async open(options: Omit<EmbeddedOptions, 'dataFolder'> = {}): Promise<EmbeddedPostgres> {
    const server = await openEmbeddedPostgres({ dataFolder: this.installation.dataFolder, ...options });
    this.#opened.push(server);
    return server;
  }

  inCluster(name: string): string {
    return path.join(this.installation.dataFolder, 'postgres', 'cluster', name);
  }

  async postmaster(): Promise<number> {
    return readFirstNumber(this.inCluster('postmaster.pid'));
  }

  async remove(): Promise<void> {
    await Promise.allSettled(this.#opened.map(server => server.release()));
    await this.installation.remove();
    await rm(this.#folder, { recursive: true });
  }
}

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'heddle-embedded-'));
  await chmod(folder, 0o755);
  return folder;
}

async function query(address: pg.ClientConfig, statement: string): Promise<unknown[]> {
  const client = new pg.Client(address);
  client.on('error', () => {}); // the query reports it too
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

async function pidOfTestServer(): Promise<number> {
  const { host } = JSON.parse(process.env[TEST_SERVER] ?? '{}');
  return readFirstNumber(path.join(host, 'cluster', 'postmaster.pid'));
}

async function readFirstNumber(file: string): Promise<number> {
  return Number.parseInt(await readFile(file, 'utf8'), 10);
}
