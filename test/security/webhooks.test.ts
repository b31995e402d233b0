/** Anybody can call a webhook: tests what callers learn, and what the log says about them. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Attachment } from '../../src/nodes/step.ts';
import { createFileForm, send } from '../http/file-uploads.ts';
import { memoryLog } from '../http/memory-log.ts';
import { defineHook, publishHook } from '../http/webhook-calls.ts';
import { node } from '../support/definitions.ts';
import { readResult } from '../support/runs.ts';
import { testService } from '../support/service.ts';

const memory = memoryLog();
const service = await testService({}, memory);
const ann = await service.person();

test('the log contains neither secrets nor sent data at any level', async () => {
  const hook = await publishHook(service, ann);
  const secret = hook.path.split('/').at(-1) ?? '';
  const hidden = { text: 'private-text', file: { name: 'private-name.txt', data: 'cHJpdmF0ZQ==' } };
  const headers = { 'idempotency-key': 'private-key', 'x-github-event': 'private-event' };
  await hook.call(hidden, headers);
  await hook.send('private-broken', { 'content-type': 'application/json' });
  await hook.send('private-form', { 'content-type': 'multipart/form-data; boundary=x' });
  for (const method of ['GET', 'PUT', 'DELETE']) await service.send(hook.path, { method });
  const right = hook.path;
  for (const path of [`${right}x`, `${right}?private-query=%00`, `${right}/more`, `/x${right}`]) {
    hook.path = path;
    await hook.send(hidden);
  }
  const log = memory.text();
  assert.ok(log.includes('"route":"/api/v3/workflow/hook/:trigger_id/:secret"'), 'they are told of');
  for (const word of [secret, 'private', 'cHJpdmF0ZQ==']) assert.equal(log.includes(word), false, word);
  assert.deepEqual(
    memory.lines().filter(({ level }) => level >= 40),
    [],
  );
  const metrics = String((await service.send('/metrics', { method: 'GET' })).body);
  assert.equal(metrics.includes(secret), false);
});

test('unknown triggers and wrong secrets get the same answer', async () => {
  const hook = await publishHook(service, ann);
  const [secret = '', id = ''] = hook.path.split('/').reverse();
  const answers = [];
  for (const path of [`${id}/x`, `${id}/${'x'.repeat(secret.length)}`, `${randomUUID()}/${secret}`, `x/${secret}`]) {
    const { status, body, headers } = await service.send(`/api/v3/workflow/hook/${path}`);
    answers.push(JSON.stringify([status, body, [...headers.keys()].sort()]));
  }
  assert.equal(new Set(answers).size, 1, answers.join('\n'));
  assert.match(answers[0] ?? '', /^\[404,\{"detail":"Webhook not found"\}/);
});

test('a body that names files of the user does not give their content to any step', async () => {
  const upload = await send(service, ann, createFileForm('the secret content', 'mine.txt', 'text/plain'));
  const { file_id } = upload.body as Attachment;
  const hook = await publishHook(service, ann, defineHook(node('done', 'output', { value: '{{ input.body }}' })));
  for (const body of [{ file_id }, { doc: { file_id } }, [file_id], { name: 'a', file_id, data: 1 }]) {
    const run = await hook.waitForRun(await hook.call(body));
    assert.deepEqual(readResult(run), body);
  }
});

test('a body can not pollute the prototype of objects', async () => {
  const hook = await publishHook(service, ann);
  await hook.call({ constructor: { prototype: { polluted: 1 } } });
  await hook.send('{"__proto__": {"polluted": 1}}', { 'content-type': 'text/plain' });
  hook.path = `${hook.path}?constructor[prototype][polluted]=1&toString=1`;
  await hook.call();
  assert.equal(Object('').polluted, undefined);
});
