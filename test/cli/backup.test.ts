/** Backs an installation up while it runs, and restores it elsewhere. */
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { chain, node } from '../support/definitions.ts';
import {
  assertRefused,
  call,
  commandHost,
  inReverse,
  newInstallationOnDatabase,
  temporaryFolder,
} from '../support/process.ts';
import { serviceOf } from '../support/service.ts';

test('a backup of a running installation is restored elsewhere, complete or not at all', async t => {
  const hooks = inReverse(t);
  const folder = await temporaryFolder(hooks);
  const [{ heddle: first }, elsewhere] = await Promise.all([
    newInstallationOnDatabase(hooks, { host: commandHost }),
    newInstallationOnDatabase(hooks, { host: commandHost }),
  ]);
  const { heddle: second } = elsewhere;
  const { process: serving, url } = await first.serve();
  const definition = chain(node('result', 'output', { value: 'Hello' }));
  const created = await call(url, '/api/v3/workflow/create', { name: 'Say hello', definition });
  const { id } = Object(created.body);
  await call(url, '/api/v3/workflow/run', { workflow_id: id });
  await call(url, '/api/v1/panel/create', {
    name: 'Desk',
    webhooks: [{ url: 'https://a.example', events: ['file.stored'] }],
  });
  const file = path.join(folder, 'note.txt');
  await writeFile(file, 'warp and weft');
  const [stored] = Object(await first.ask(['file', 'put', file]));

  const backup = path.join(folder, 'backup');
  const made = await first.run(['backup', backup, '--json']);
  assert.equal(made.code, 0, made.stderr);
  assert.match(made.stderr, /^The key file \S+ is not in it\./);
  assertRefused(await first.run(['backup', backup]), `${backup} is not empty: name a new folder`);
  // A backup that fails in its middle leaves nothing behind, and nothing that was there before is lost.
  const there = path.join(folder, 'there');
  await mkdir(there);
  const keys = path.join(first.dataFolder, 'keys');
  await rename(keys, `${keys}-away`);
  assert.notEqual((await first.run(['backup', there, '--with-keys'])).code, 0);
  await rename(`${keys}-away`, keys);
  assert.deepEqual(await readdir(there), []);
  assertRefused(await first.run(['restore', backup]), /^heddle: this installation is not empty: it has users\./);
  await serving.end('SIGTERM');

  assertRefused(await second.run(['restore', backup]), /^heddle: the key file \S+ is missing: put the copy/);
  await writeFile(path.join(second.dataFolder, 'keys'), await readFile(path.join(first.dataFolder, 'keys')), {
    mode: 0o600,
  });
  const restored = Object(await second.ask(['restore', backup]));
  assert.equal(restored.rows, JSON.parse(made.stdout).rows);
  const { url: secondUrl } = await serviceOf(elsewhere, hooks);
  const found = await call(secondUrl, '/api/v3/workflow/find');
  assert.partialDeepStrictEqual(found.body, [{ id, definition, last_run: { status: 'success' } }]);
  // Its secrets can be read.
  const [panel] = Object((await call(secondUrl, '/api/v1/panel/find')).body);
  assert.match(panel.webhooks[0].secret, /^whsec_/);
  const copy = path.join(folder, 'copy.txt');
  await second.ask(['file', 'get', stored.file_id, '--output', copy]);
  assert.equal(await readFile(copy, 'utf8'), 'warp and weft');

  await truncate(path.join(backup, 'tables', 'users.jsonl.gz'), 10);
  assertRefused(await second.run(['restore', backup, '--verify']), "the backup is damaged: table 'users'");
  await rm(path.join(backup, 'manifest.json'));
  assertRefused(await second.run(['restore', backup]), /is no complete backup: it has no manifest\.json\n$/);
});
