/** The key file and `heddle keys`, with real processes on one database. */
import assert from 'node:assert/strict';
import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import pg from 'pg';
import { findHookPath } from '../http/webhook-calls.ts';
import {
  call,
  commandHost,
  Installation,
  inReverse,
  newInstallationOnDatabase,
  ROOT,
  temporaryFolder,
} from '../support/process.ts';
import { serviceOf } from '../support/service.ts';

interface Listed {
  key: string;
  newest: boolean;
  in_file: boolean;
  secrets: number;
}

async function setUp(t: TestContext) {
  const hooks = inReverse(t);
  const installation = await newInstallationOnDatabase(hooks, { host: commandHost });
  const { heddle, database } = installation;
  /** Starts a service on it, in this process. */
  const serve = () => serviceOf(installation, hooks);
  const file = path.join(heddle.dataFolder, 'keys');
  const folder = await temporaryFolder(hooks);
  const environment = { HEDDLE_DATABASE_URL: database.url };
  const elsewhere = (name: string) => new Installation(path.join(folder, name), environment, commandHost);
  const keyLines = async () => (await readFile(file, 'utf8')).split('\n').filter(line => /^[^#]/.test(line));
  const list = async () => (await heddle.ask(['keys', 'list'])) as Listed[];
  return { heddle, database, serve, file, elsewhere, keyLines, list };
}

const definition = {
  nodes: [{ id: 'hook', type: 'trigger.webhook', position: { x: 0, y: 0 }, params: {} }],
  edges: [],
};

/** Publishes a workflow with a webhook, and returns the path of its URL. */
async function publishWebhook(url: string): Promise<{ workflow_id: string; hookPath: string }> {
  const created = await call(url, '/api/v3/workflow/create', { name: 'hooked', definition });
  const workflow_id = String(Object(created.body).id);
  const published = await call(url, '/api/v3/workflow/publish', { workflow_id });
  return { workflow_id, hookPath: findHookPath(Object(published.body)) };
}

/** The same by commands, where no service runs. */
async function publishByCommands(heddle: Installation, names: readonly string[]): Promise<void> {
  await heddle.ask(['user', 'create', '--email', 'ada@example.org', '--name', 'Ada', '--admin', 'true']);
  for (const name of names) {
    const document = { version: '1.0', workflow: { name, description: '', definition } };
    await heddle.ask(['workflow', 'import', '-'], { input: JSON.stringify(document) });
    await heddle.ask(['workflow', 'publish', name]);
  }
}

suite('the key file', { concurrency: 3 }, () => {
  test('is made by the first start, for its owner alone, and by no later one', async t => {
    const { heddle, file, elsewhere, keyLines, list } = await setUp(t);
    await heddle.run(['migrate']);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    const [line] = await keyLines();
    await heddle.run(['migrate']);
    assert.deepEqual(await keyLines(), [line]);
    const [listed, ...others] = await list();
    assert.deepEqual([listed, others], [{ key: listed?.key, newest: true, in_file: true, secrets: 0 }, []]);

    const other = elsewhere('other');
    const otherFile = path.join(other.dataFolder, 'keys');
    for (const words of [['migrate'], ['serve'], ['worker'], ['user', 'find'], ['keys', 'list'], ['keys', 'add']]) {
      await other.refuse(
        `there is no key file ${otherFile} with the key ${listed?.key} of this database: ` +
          'give every process the same key file with HEDDLE_KEYS, or restore it from a backup',
        words,
      );
    }
    await assert.rejects(stat(otherFile), { code: 'ENOENT' });
    const { code } = await other.run(['migrate'], { environment: { HEDDLE_KEYS: file } });
    assert.equal(code, 0);
  });

  test('of another installation is refused', async t => {
    const { heddle, elsewhere, list } = await setUp(t);
    await heddle.run(['migrate']);
    const [listed] = await list();
    const other = elsewhere('other');
    const { dataFolder } = await newInstallation(t);
    const environment = { HEDDLE_KEYS: path.join(dataFolder, 'keys') };
    await other.refuse(
      `the key file ${environment.HEDDLE_KEYS} lacks the key ${listed?.key} of this database: ` +
        'give every process the same key file with HEDDLE_KEYS, or restore it from a backup',
      ['migrate'],
      { environment },
    );
  });

  async function newInstallation(t: TestContext): Promise<Installation> {
    const { heddle } = await newInstallationOnDatabase(inReverse(t), { host: commandHost });
    await heddle.run(['migrate']);
    return heddle;
  }

  test('is made once when two processes with one data folder start first', async t => {
    const { heddle, keyLines } = await setUp(t);
    const started = await Promise.all([1, 2].map(() => heddle.start(['migrate']).finished));
    assert.deepEqual(
      started.map(({ code, stderr }) => [code, stderr]),
      [1, 2].map(() => [0, '']),
    );
    assert.equal((await keyLines()).length, 1);
  });

  test('is that of one process when two with their own data folders start first', async t => {
    const { elsewhere } = await setUp(t);
    const started = await Promise.all(['a', 'b'].map(name => elsewhere(name).start(['migrate']).finished));
    assert.deepEqual(started.map(({ code }) => code).sort(), [0, 3]);
    for (const { code, stderr } of started) if (code === 3) assert.match(stderr, /^heddle: there is no key file .+\n$/);
  });

  test('that others may read, that is broken or that has no key is refused in one sentence', async t => {
    const { heddle, file } = await setUp(t);
    await heddle.run(['migrate']);
    const good = await readFile(file);
    await chmod(file, 0o644);
    await heddle.refuse(
      `other accounts of this machine may access the key file ${file} (mode 0644): run 'chmod 600 ${file}'`,
      ['migrate'],
    );
    await chmod(file, 0o600);
    await writeFile(file, 'no key');
    await heddle.refuse(`line 1 of the key file ${file} is no key: a key is 32 random bytes in base64`, ['migrate']);
    await writeFile(file, '# nothing\n');
    await heddle.refuse(`the key file ${file} has no key: restore it, because it can not be made again`, ['migrate']);
    await writeFile(file, good);
    assert.equal((await heddle.run(['migrate'])).code, 0);
  });
});

suite('heddle keys', { concurrency: 3 }, () => {
  test('adds a key and rotates while the service runs, and the old key can be removed', async t => {
    const { heddle, serve, file, keyLines, list } = await setUp(t);
    const service = await serve();
    const { url } = service;
    const before = await publishWebhook(url);
    const [old, ...others] = await list();
    assert.deepEqual([old, others], [{ key: old?.key, newest: true, in_file: true, secrets: 1 }, []]);

    const added = Object(await heddle.ask(['keys', 'add']));
    assert.deepEqual(added, {
      key: added.key,
      file,
      next: "copy the file to the other machines, if there are any, and run 'heddle keys rotate'",
    });
    assert.equal((await keyLines()).length, 2);
    const after = await publishWebhook(url);
    assert.deepEqual(await list(), [
      { key: added.key, newest: true, in_file: true, secrets: 1 },
      { key: old?.key, newest: false, in_file: true, secrets: 1 },
    ]);

    const rotated = Object(await heddle.ask(['keys', 'rotate']));
    assert.deepEqual(rotated, {
      newest: added.key,
      'workflow_triggers.secret_sealed': 1,
      wrapped: 1,
      failed: 0,
      still_used: [],
      next: `no secret needs ${old?.key} any more: once every machine has the newest key, remove the older lines from ${file}`,
    });
    assert.equal(Object(await heddle.ask(['keys', 'rotate'])).wrapped, 0);
    assert.deepEqual(
      (await list()).map(({ secrets }) => secrets),
      [2, 0],
    );

    const [newest = ''] = await keyLines();
    await writeFile(file, `${newest}\n`);
    for (const { workflow_id, hookPath } of [before, after]) {
      assert.equal((await call(url, hookPath)).status, 200);
      const shown = await call(url, '/api/v3/workflow/deployment', { workflow_id });
      assert.equal(findHookPath(Object(shown.body)), hookPath);
    }
    await service.stopService();
    // The next start finds that nothing needs the old key, and forgets it.
    assert.deepEqual(await list(), [{ key: added.key, newest: true, in_file: true, secrets: 2 }]);
    const { code } = await heddle.run(['migrate']);
    assert.equal(code, 0);
  });

  test('an old key that secrets still need can not be removed', async t => {
    const { heddle, file, keyLines } = await setUp(t);
    await publishByCommands(heddle, ['hooked']);
    const [old] = (await heddle.ask(['keys', 'list'])) as Listed[];
    await heddle.ask(['keys', 'add']);
    const both = await readFile(file);
    const [newest = ''] = await keyLines();
    await writeFile(file, `${newest}\n`);
    await heddle.refuse(
      `the key file ${file} lacks the key ${old?.key} of this database: ` +
        'give every process the same key file with HEDDLE_KEYS, or restore it from a backup',
      ['serve'],
    );
    await writeFile(file, both);
    assert.equal(Object(await heddle.ask(['keys', 'rotate'])).wrapped, 1);
  });

  test('a secret that was damaged is counted, and does not stop the rotation', async t => {
    const { heddle, database } = await setUp(t);
    await publishByCommands(heddle, ['one', 'other']);
    const client = new pg.Client(database.url);
    await client.connect();
    await client.query(
      `UPDATE workflow_triggers SET secret_sealed = set_byte(secret_sealed, 40, 255 - get_byte(secret_sealed, 40))
       WHERE id = (SELECT min(id::text)::uuid FROM workflow_triggers)`,
    );
    await client.end();
    await heddle.ask(['keys', 'add']);
    const { wrapped, failed, next } = Object(await heddle.ask(['keys', 'rotate']));
    assert.deepEqual([wrapped, failed, next], [1, 1, 'nothing: no key can be removed']);
  });

  test('explains itself, and refuses other words before anything starts', async t => {
    const folder = await temporaryFolder(inReverse(t));
    const bare = new Installation(path.join(folder, 'data'), {}, commandHost);
    const { stdout } = await bare.run(['keys', '--help']);
    for (const command of ['keys list', 'keys add', 'keys rotate'])
      assert.match(stdout, new RegExp(`^ {2}${command} `, 'm'));
    await bare.refuse("there is no command 'keys remove': see 'heddle --help'", ['keys', 'remove']);
    await bare.refuse("'--all' is no option of 'heddle keys list': see 'heddle keys list --help'", [
      'keys',
      'list',
      '--all',
    ]);
    await assert.rejects(stat(bare.dataFolder), { code: 'ENOENT' });
  });

  test('a lost key file can be given up as the documentation says', async t => {
    const { database, serve, file } = await setUp(t);
    const first = await serve();
    const { url } = first;
    const { workflow_id, hookPath } = await publishWebhook(url);
    const events = ['record.created'];
    const webhooks = [{ url: 'https://example.org/hook', events }];
    const panel = Object((await call(url, '/api/v1/panel/create', { name: 'panel', webhooks })).body);
    await first.stopService();
    await rm(file);

    const page = await readFile(path.join(ROOT, 'docs', 'operations', 'keys.md'), 'utf8');
    const [, statements = ''] = /```sql\n(DELETE FROM encryption_keys;[^`]+)```/.exec(page) ?? [];
    const client = new pg.Client(database.url);
    await client.connect();
    await client.query(statements);
    await client.end();

    const { url: secondUrl } = await serve();
    assert.equal((await call(secondUrl, hookPath)).status, 200);
    const trigger = { workflow_id, node_id: 'hook' };
    const shown = await call(secondUrl, '/api/v3/workflow/deployment', { workflow_id });
    assert.equal(Object(shown.body).triggers[0].url, null);
    const regenerated = await call(secondUrl, '/api/v3/workflow/trigger/regenerate', trigger);
    assert.equal((await call(secondUrl, findHookPath(Object(regenerated.body)))).status, 200);
    assert.equal((await call(secondUrl, hookPath)).status, 404);
    const opened = Object((await call(secondUrl, '/api/v1/panel/open', { panel_id: panel.id })).body);
    const [webhook] = opened.panel.webhooks;
    assert.deepEqual(webhook, { ...webhooks[0], secret: webhook.secret });
    assert.match(webhook.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.notEqual(webhook.secret, panel.webhooks[0].secret);
  });

  test('a lost key file is not replaced', async t => {
    const { heddle, file } = await setUp(t);
    await heddle.run(['migrate']);
    await rm(file);
    await heddle.refuse(/^heddle: there is no key file .+\n$/, ['serve']);
    await assert.rejects(stat(file), { code: 'ENOENT' });
  });
});
