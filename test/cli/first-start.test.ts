/** The first start gives the operator an administrator, a key, and a first request that works. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { suite, test } from 'node:test';
import { promisify } from 'node:util';
import { welcome } from '../../src/commands/serve.ts';
import { call, commandHost, inReverse, newInstallation, newInstallationOnDatabase } from '../support/process.ts';
import { serviceOf } from '../support/service.ts';

const run = promisify(execFile);

suite('a first start', { concurrency: 3 }, () => {
  test('creates an administrator and prints the key once, with a curl line that works', async t => {
    const heddle = await newInstallation(t);
    const first = heddle.start([]);
    const url = await first.ready();
    const key = keyIn(first.stdout);
    assert.match(first.stdout, /^The API key of admin@localhost, shown this once: hdl_\S+$/m);

    await t.test('the printed curl line works', async t => {
      const line = await first.printed(/^ *(curl .*)$/m);
      if (!(await isInstalled('curl'))) return t.skip('there is no curl here');
      const { stdout } = await run('sh', ['-c', line]);
      const [administrator, ...others] = JSON.parse(stdout);
      assert.deepEqual(others, []);
      assert.deepEqual(
        { ...administrator, id: '' },
        {
          id: '',
          email: 'admin@localhost',
          name: 'Administrator',
          admin: true,
          enabled: true,
          credits: null,
          storage_quota: null,
          permissions: { workflow: 'write' },
        },
      );
    });

    await t.test('the key is stored as a hash', async () => {
      const client = await heddle.connect();
      const { rows } = await client.query('SELECT row_to_json(api_keys)::text AS row FROM api_keys');
      await client.end();
      assert.equal(rows.length, 1);
      assert.ok(!rows[0].row.includes(key));
      assert.ok(!rows[0].row.includes(Buffer.from(key).toString('hex')));
    });

    assert.deepEqual(await call(url, '/api/v1/user/count', {}, key), { status: 200, body: 1 });
    assert.equal((await first.end('SIGTERM')).code, 0);

    const second = heddle.start(['serve']);
    const again = await second.ready();
    assert.equal((await call(again, '/api/v1/user/count', {}, key)).status, 200);
    const { stdout, code } = await second.end('SIGTERM');
    assert.equal(code, 0);
    assert.doesNotMatch(stdout, /hdl_|curl|API key/);
  });

  test('takes key and e-mail from the settings, and prints no key', async t => {
    const key = 'a-key-of-$HOME-and-"quotes"';
    const environment = { HEDDLE_ADMIN_KEY: key, HEDDLE_ADMIN_EMAIL: 'Ada@Example.org' };
    const { heddle } = await newInstallationOnDatabase(t, { host: commandHost });
    const { process, url } = await heddle.serve({ environment });
    const { body } = await call(url, '/api/v1/user/find', {}, key);
    assert.ok(Array.isArray(body));
    assert.deepEqual(
      body.map(({ email, admin }) => ({ email, admin })),
      [{ email: 'Ada@Example.org', admin: true }],
    );
    const line = await process.printed(/^ *(curl .*)$/m);
    if (await isInstalled('curl')) {
      const { stdout } = await run('sh', ['-c', line], { env: { PATH: globalThis.process.env.PATH, ...environment } });
      assert.equal(JSON.parse(stdout).length, 1);
    }
    const { stdout, stderr } = await process.end('SIGTERM');
    assert.ok(!(stdout + stderr).includes(key));
  });

  test('makes an existing user the administrator', async t => {
    const hooks = inReverse(t);
    const installation = await newInstallationOnDatabase(hooks, { host: commandHost });
    const { heddle } = installation;
    const { id } = Object(await heddle.ask(['user', 'create', '--email', 'Admin@localhost', '--name', 'Ada']));
    await heddle.ask(['user', 'create', '--email', 'bob@example.org', '--name', 'Bob']);
    const { url } = await serviceOf(installation, hooks);
    const { body } = await call(url, '/api/v1/user/find', { sort_key: 'email' });
    assert.ok(Array.isArray(body));
    assert.deepEqual(
      body.map(({ email, name, admin }) => ({ email, name, admin })),
      [
        { email: 'Admin@localhost', name: 'Ada', admin: true },
        { email: 'bob@example.org', name: 'Bob', admin: false },
      ],
    );
    assert.equal(body[0].id, id);
  });

  test('creates no administrator when a command already created one', async t => {
    const hooks = inReverse(t);
    const installation = await newInstallationOnDatabase(hooks, { host: commandHost });
    const { heddle } = installation;
    const email = 'ada@example.org';
    await heddle.ask(['user', 'create', '--email', email, '--name', 'Ada', '--admin', 'true']);
    const created = await heddle.ask(['key', 'create', '--name', 'hers', '--scopes', '*', '--user-id', email]);
    const { url, service } = await serviceOf(installation, hooks, { HEDDLE_ADMIN_KEY: '' });
    assert.deepEqual(await call(url, '/api/v1/user/count', {}, Object(created).key), { status: 200, body: 1 });
    assert.doesNotMatch(welcome(service), /hdl_|curl/);
  });

  test('creates one administrator with one key when two run at once on one database', async t => {
    const { heddle } = await newInstallationOnDatabase(t, { template: 'template0' });
    const both = [heddle.start(['serve']), heddle.start(['serve'])];
    const urls = await Promise.all(both.map(one => one.ready()));
    const printed = both.filter(({ stdout }) => stdout.includes('hdl_'));
    assert.equal(printed.length, 1);
    const [winner] = printed;
    assert.ok(winner);
    const key = keyIn(winner.stdout);
    for (const url of urls) {
      assert.deepEqual(await call(url, '/api/v1/user/count', {}, key), { status: 200, body: 1 });
      assert.deepEqual(await call(url, '/api/v1/key/count', {}, key), { status: 200, body: 1 });
    }
    await Promise.all(both.map(one => one.end('SIGTERM')));
  });

  test('that fails at its port loses no key, because the next one prints it', async t => {
    const hooks = inReverse(t);
    const installation = await newInstallationOnDatabase(hooks, { host: commandHost });
    const port = await occupiedPort(t);
    const environment = { HEDDLE_PORT: String(port) };
    const sentence = 'the port is in use by another program: choose another with HEDDLE_PORT';
    await installation.heddle.refuse(sentence, ['serve'], { environment });
    const { url, service } = await serviceOf(installation, hooks, { HEDDLE_ADMIN_KEY: '' });
    assert.equal((await call(url, '/api/v1/user/count', {}, keyIn(welcome(service)))).status, 200);
  });
});

/** The service prints the key together with the ready line. */
function keyIn(printed: string): string {
  const keys = [...printed.matchAll(/shown this once: (\S+)\n/g)].map(([, key]) => key);
  assert.equal(keys.length, 1, printed);
  return keys[0] ?? '';
}

async function isInstalled(program: string): Promise<boolean> {
  return run(program, ['--version']).then(
    () => true,
    () => false,
  );
}

async function occupiedPort(t: { after(act: () => void): void }): Promise<number> {
  const server = createServer();
  const listening = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', listening.resolve);
  await listening.promise;
  t.after(() => server.close());
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return address.port;
}
