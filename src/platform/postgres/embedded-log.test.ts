import assert from 'node:assert/strict';
import { mkdtemp, open, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { boundLog } from './embedded-log.ts';

test('a log that grew too long begins anew, with the server still writing to it', async t => {
  const folder = await mkdtemp(path.join(tmpdir(), 'heddle-log-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'server.log');
  await boundLog(file, 100); // there is none yet
  // As the server holds it.
  const log = await open(file, 'a');
  await log.write('a'.repeat(100));
  await boundLog(file, 100);
  assert.equal((await stat(file)).size, 100);
  await log.write('b');
  await boundLog(file, 100);
  await log.write('c');
  await log.close();
  assert.equal(await readFile(file, 'utf8'), 'c');
  assert.equal(await readFile(`${file}.1`, 'utf8'), `${'a'.repeat(100)}b`);
});
