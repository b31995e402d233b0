/** The log records that runs happened, but never their data. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Attachment } from '../../src/nodes/step.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { startCollector } from '../fixtures/collector.ts';
import { memoryLog } from '../http/memory-log.ts';
import { createTestDatabase } from '../support/database.ts';
import { chain, node } from '../support/definitions.ts';
import { json, openPlaces } from '../support/outside-places.ts';
import { createWorkflow, readResult, runOnce } from '../support/runs.ts';
import { serviceOn, testService } from '../support/service.ts';

const memory = memoryLog();
const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' }, memory);
const openPlace = await openPlaces();

test('the log contains neither keys nor links, neither inputs nor outputs', async () => {
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
  const [file] = readResult(run) as [Attachment];
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

test('the log contains the kind, step and status of a failure, but never its text', async t => {
  const collector = await startCollector(t);
  const ownLog = memoryLog();
  const environment = { HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8', HEDDLE_OTLP_URL: collector.endpoint };
  const own = await serviceOn(await createTestDatabase(), environment, ownLog);
  const angry = openPlace((_request, response) => response.writeHead(503).end('said-in-anger'));
  const endless = { text: `${'a'.repeat(60)}b`, pattern: '^(a+)+$' };
  const failing: [failure: object, type: string, params: Record<string, unknown>][] = [
    [{ kind: 'http_status', status: 503 }, 'http.request', { url: angry.url }],
    [{ kind: 'request_url' }, 'http.request', { url: 'http://in-the-host:x/{{ input.text }}' }],
    [{ kind: 'template' }, 'transform', { value: '{{ steps[input.text].output }}' }],
    [{ kind: 'params' }, 'tool.call', { tool: 'hash', params: { text: '{{ [input.text] }}' } }],
    [{ kind: 'timeout' }, 'tool.call', { tool: 'text_extract', params: endless, timeout_seconds: 0.2 }],
    [{ kind: 'step' }, 'tool.call', { tool: '{{ input.text }}' }],
  ];
  const expected: object[] = [];
  for (const [failure, type, params] of failing) {
    const run = await runOnce(own, chain(node('bad', type, params)), { text: 'a-value' });
    assert.equal(run.status, 'failed');
    expected.push({ run: run.id, failure: { step: 'bad', step_name: 'bad', ...failure } });
  }
  await own.stop(); // This sends the remaining traces.

  const runLines = ownLog.lines().filter(({ msg }) => msg === 'run');
  assert.deepEqual(
    runLines.map(({ run, failure }) => ({ run, failure })),
    expected,
  );
  const traced = collector.exports.map(({ text }) => text).join();
  assert.match(traced, /http_status/);
  for (const secret of ['said-in-anger', 'in-the-host', 'a-value', 'aaaaaaaa']) {
    assert.equal(ownLog.text().includes(secret), false, `${secret} is in the log`);
    assert.equal(traced.includes(secret), false, `${secret} is in the traces`);
  }
});
