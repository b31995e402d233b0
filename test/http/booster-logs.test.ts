/** The log records the use of panel files, but never what gives access to them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testService } from '../support/service.ts';
import { makePanel } from './booster-panels.ts';
import { memoryLog } from './memory-log.ts';

const memory = memoryLog();
const service = await testService({}, memory);
const ann = await service.person();
const panel = await makePanel(service, ann);

test('the log contains no signatures, names or contents of files', async () => {
  const file = await panel.upload({ path: 'docs/private-name.txt' }, { content: 'private-content' });
  const [made] = await panel.ask<{ url: string }[]>('url', { ids: [file.id], ttl_minutes: 7 });
  const links = [file.url, file.download_url, made?.url].map(String);
  for (const link of links) {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'DELETE']) await (await fetch(link, { method })).text();
    await (await fetch(`${link}?w=-1`)).text();
    await (await fetch(`${link}/more`)).text();
  }
  await panel.ask('delete', { id: file.id });
  for (const link of links) await (await fetch(link)).text();
  const log = memory.text();
  assert.ok(log.includes('"route":"/api/v3/booster/storage/file/:id/:grant"'), 'they are told of');
  const secrets = [...links.map(link => link.slice(-43)), 'private-name', 'private-content'];
  for (const secret of secrets) assert.equal(log.includes(secret), false, secret);
  assert.deepEqual(
    memory.lines().filter(({ level }) => level >= 40),
    [],
  );
});

test('the log contains no keys at any level', async () => {
  const { id } = await panel.upload({ path: 'docs/a.txt' });
  await panel.ask('delete', { id });
  const lines = memory.lines().map(line => ({ message: line.msg, text: JSON.stringify(line) }));
  assert.ok(lines.some(({ text }) => text.includes(ann.id)));
  const withKey = lines.filter(({ text }) => text.includes(ann.key)).map(({ message }) => message);
  assert.deepEqual([...new Set(withKey)], []);
});
