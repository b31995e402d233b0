/** A database of the operator. One line reports what is wrong with its address, without the password. */
import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { suite, test } from 'node:test';
import pg from 'pg';
import {
  assertRefused,
  commandHost,
  type Hooks,
  Installation,
  inReverse,
  newInstallationOnDatabase,
  temporaryFolder,
} from '../support/process.ts';

const PASSWORD = 'open-sesame';
const unreachable = (why: string) => `the database can not be reached: ${why} (HEDDLE_DATABASE_URL)`;
const MALFORMED = 'HEDDLE_DATABASE_URL must be a URL such as postgres://user:password@host:5432/database';

suite('an external database', { concurrency: 3 }, () => {
  test('is reported as unreachable when its address is wrong', { concurrency: 2 }, async t => {
    const hooks = inReverse(t);
    const { database } = await newInstallationOnDatabase(hooks);
    const heddle = new Installation(await temporaryFolder(hooks), {}, commandHost);
    hooks.after(() => heddle.remove());
    const silent = await listen(hooks, () => {});
    const foreign = await listen(hooks, socket => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const { host, port, user } = database.address;
    const given = (change: { password?: string; name?: string; query?: string }) =>
      `postgres://${user}:${change.password ?? database.address.password}@${encodeURIComponent(host)}:${port}/${change.name ?? 'postgres'}${change.query ?? ''}`;

    const cases: [string, string, string | RegExp][] = [
      [
        'a server that says nothing',
        `postgres://ada:${PASSWORD}@127.0.0.1:${silent}/heddle`,
        /^heddle: the database can not be reached: .*\(HEDDLE_DATABASE_URL\)\n$/,
      ],
      [
        'wrong host',
        `postgres://ada:${PASSWORD}@host.invalid/heddle`,
        /^heddle: the database can not be reached: the host (is not known|could not be looked up) \(HEDDLE_DATABASE_URL\)\n$/,
      ],
      ['wrong port', `postgres://ada:${PASSWORD}@127.0.0.1:1/heddle`, unreachable('nothing listens at that address')],
      ['wrong password', given({ password: PASSWORD }), unreachable('user or password is wrong')],
      ['missing database', given({ name: 'nobodys' }), unreachable('there is no such database')],
      [
        'TLS against a server without',
        given({ query: '?sslmode=verify-full' }),
        unreachable('The server does not support SSL connections'),
      ],
      [
        'a server of another kind',
        `postgres://ada:${PASSWORD}@127.0.0.1:${foreign}/heddle`,
        /^heddle: the database can not be reached: .*\(HEDDLE_DATABASE_URL\)\n$/,
      ],
      [
        'a read-only server',
        given({ query: '?options=-c%20default_transaction_read_only%3Don' }),
        'the database is read-only, as a standby server is: name the primary server (HEDDLE_DATABASE_URL)',
      ],
      ['no URL', `ada:${PASSWORD}@host`, MALFORMED],
      [
        'a wish for a standby',
        `postgres://ada:${PASSWORD}@a,b/heddle?target_session_attrs=standby`,
        'HEDDLE_DATABASE_URL must be a URL whose target_session_attrs is any, read-write or primary',
      ],
      ['a port that is none', `postgres://ada:${PASSWORD}@host:port/heddle`, MALFORMED],
    ];
    const trials = cases.map(([what, url, line]) =>
      t.test(what, async () => {
        const finished = await heddle.run(['serve'], { environment: { HEDDLE_DATABASE_URL: url } });
        assertRefused(finished, line);
        assert.ok(!finished.stderr.includes(database.address.password));
        assert.ok(!finished.stderr.includes(PASSWORD));
      }),
    );
    await Promise.all(trials);
  });

  test('is not touched after a newer Heddle upgraded it', async t => {
    const { heddle, database } = await newInstallationOnDatabase(t, { host: commandHost });
    const client = new pg.Client(database.address);
    await client.connect();
    await client.query("INSERT INTO migrations (version, name) VALUES (9999, '9999_of_the_future.sql')");
    await client.end();
    for (const words of [['serve'], ['user', 'find']]) {
      await heddle.refuse(
        /^heddle: the database is at version 9999, this Heddle knows versions up to \d+: start the newer Heddle that upgraded it\n$/,
        words,
      );
    }
  });

  test('can be prepared by several processes at once', async t => {
    const { heddle } = await newInstallationOnDatabase(t, { template: 'template0', host: commandHost });
    const all = await Promise.all([1, 2, 3].map(() => heddle.start(['migrate']).finished));
    assert.deepEqual(
      all.map(({ code, stdout, stderr }) => ({ code, stdout, stderr })),
      all.map(() => ({ code: 0, stdout: 'the database is up to date\n', stderr: '' })),
    );
    assert.equal(await heddle.ask(['user', 'count']), 0);
  });
});

async function listen(hooks: Hooks, onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => {}); // The other side may hang up at any time.
    onConnection(socket);
  });
  const listening = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', listening.resolve);
  await listening.promise;
  hooks.after(async () => {
    // Nobody reads from these, so they do not notice that the other side has gone.
    for (const socket of sockets) socket.destroy();
    await new Promise(resolve => server.close(resolve));
  });
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return address.port;
}
