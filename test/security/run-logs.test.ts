/** What is logged of runs: that they happened, never what they know. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Attachment } from '../../src/nodes/step.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { memoryLog } from '../http/memory-log.ts';
import { chain, node } from '../support/definitions.ts';
import { json, openPlaces } from '../support/outside-places.ts';
import { createWorkflow, resultOf } from '../support/runs.ts';
import { testService } from '../support/service.ts';

const memory = memoryLog();
const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' }, memory);
const openPlace = await openPlaces();

test('neither keys nor links, neither inputs nor outputs', async () => {
  const ann = await service.person();
  const place = openPlace(json({ reply: 'told-in-confidence' }));
  const definition = chain(
    node('call', 'http.request', {
      url: `${place.url}?token=in-the-url`,
      headers: { Authorization: 'Bearer in-the-header' },
      sign: true,
    }),
    node('done', 'output', { value: ['{{ input.doc }}', '{{ steps.call.output.body }}'] }),
  );
  const [start] = definition.nodes;
  const doc = { type: 'object', format: 'file' };
  if (start) start.params = { input_schema: { type: 'object', properties: { doc } } };
  const workflow_id = await createWorkflow(service, definition, ann.key);
  const input = { doc: { filename: 'private-name.txt', data: 'cHJpdmF0ZQ==' }, text: 'private-text' };
  const request = { body: JSON.stringify({ workflow_id, input }) };
  const headers = { 'content-type': 'application/json', 'uni-api-key': ann.key, 'idempotency-key': 'private-key' };
  const reply = await service.send('/api/v3/workflow/run', { ...request, headers });
  const run = reply.body as Run;
  const [file] = resultOf(run) as [Attachment];
  const { signing_secret } = await service.ask('/api/v3/workflow/deployment', { workflow_id }, ann.key);
  const failing = await createWorkflow(service, chain(node('bad', 'transform', { value: '{{ 1 / 0 }}' })), ann.key);
  await service.ask('/api/v3/workflow/run', { workflow_id: failing, input: { text: 'private-text' } }, ann.key);

  const log = memory.text();
  assert.ok(log.includes(run.id), 'the run is told of');
  const secrets = [
    ann.key,
    new URL(file.file_url).searchParams.get('secret'),
    signing_secret,
    place.seen[0]?.headers['x-service-signature'],
    ...['in-the-url', 'in-the-header', 'told-in-confidence', 'private-name', 'private-text', 'private-key'],
    'cHJpdmF0ZQ',
  ].map(String);
  for (const secret of secrets) assert.equal(log.includes(secret), false, secret);
  assert.deepEqual(
    memory.lines().filter(({ level }) => level >= 40),
    [],
  );
});
