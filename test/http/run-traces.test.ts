/** Tests traces of runs: which spans exist, what they contain, and how traces continue into and out of the service. */
import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import type { Run } from '../../src/runs/schemas.ts';
import { type OtlpSpan, startCollector, toAttributes } from '../fixtures/collector.ts';
import { createTestDatabase } from '../support/database.ts';
import { chain, node } from '../support/definitions.ts';
import { gate, json, openPlaces } from '../support/outside-places.ts';
import { createWorkflow, runOnce } from '../support/runs.ts';
import { ADMIN_KEY, serviceOn, type TestService, testService } from '../support/service.ts';
import { call, mcpClient, runTools } from './mcp-clients.ts';
import { defineHook, publishHook } from './webhook-calls.ts';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const CALLER_SPAN = 'b7ad6b7169203331';
const received = { traceparent: `00-${TRACE_ID}-${CALLER_SPAN}-01`, tracestate: 'vendor=value' };
const loopback = { HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' };
const openPlace = await openPlaces();

/** Starts a service with tracing. Stopping it sends the remaining spans. */
async function tracedService(t: TestContext, environment: Record<string, string> = {}) {
  const collector = await startCollector(t);
  const settings = { HEDDLE_OTLP_URL: collector.endpoint, ...loopback, ...environment };
  const service = await serviceOn(await createTestDatabase(), settings);
  const stop = onceOrAfter(t, () => service.stop());
  return { collector, service, stop };
}

/** Runs the action when the test calls it, or after the test when the test failed earlier. */
function onceOrAfter(t: TestContext, act: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  const actOnce = () => {
    done ??= act();
    return done;
  };
  t.after(actOnce);
  return actOnce;
}

async function runWith(
  service: TestService,
  nodes: Parameters<typeof chain>,
  headers: Record<string, string>,
): Promise<Run> {
  const workflow_id = await createWorkflow(service, chain(...nodes));
  const reply = await service.send('/api/v3/workflow/run', {
    headers: { 'content-type': 'application/json', 'uni-api-key': ADMIN_KEY, ...headers },
    body: JSON.stringify({ workflow_id, input: {} }),
  });
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return reply.body as Run;
}

function findSpan(spans: readonly OtlpSpan[], name: string): OtlpSpan {
  const [span, ...others] = spans.filter(each => each.name === name);
  assert.ok(span && others.length === 0, `${name} among ${spans.map(each => each.name)}`);
  return span;
}

suite('a traced run', () => {
  test('is a separate trace, with a span for the run and one for each step', async t => {
    const { collector, service, stop } = await tracedService(t);
    const run = await runOnce(
      service,
      chain(
        node('list', 'tool.call', { tool: 'hash', params: { text: 'a' } }),
        node('broken', 'transform', { value: '{{ 1 / input.n }}' }),
      ),
      { n: 0 },
    );
    await stop();
    const spans = collector.spans();
    const traceId = run.id.replaceAll('-', '');
    const root = findSpan(spans, 'run workflow');
    assert.deepEqual(
      [root.traceId, root.parentSpanId, root.kind, root.status],
      [traceId, undefined, 1, { code: 2, message: 'template' }],
    );
    assert.deepEqual(toAttributes(root), {
      'heddle.run.id': run.id,
      'heddle.workflow.id': run.workflow_id,
      'heddle.workflow.name': 'workflow',
      'heddle.trigger.type': 'trigger.manual',
      'error.type': 'template',
    });
    const steps = spans.filter(({ name }) => name.startsWith('step '));
    assert.deepEqual(
      steps.map(({ name, traceId, parentSpanId, status }) => [name, traceId, parentSpanId, status.code ?? 0]),
      [
        ['step start', traceId, root.spanId, 0],
        ['step list', traceId, root.spanId, 0],
        ['step broken', traceId, root.spanId, 2],
      ],
    );
    assert.deepEqual(toAttributes(findSpan(spans, 'step list')), {
      'heddle.node.id': 'list',
      'heddle.node.type': 'tool.call',
    });
  });

  test('contains neither inputs nor outputs nor error texts', async t => {
    const { collector, service, stop } = await tracedService(t);
    const place = openPlace(json({ reply: 'told-in-confidence' }, 418));
    const definition = chain(
      node('call', 'http.request', { url: `${place.url}?token=in-the-url`, headers: { 'X-Key': 'in-the-header' } }),
    );
    const run = await runOnce(service, definition, { text: 'private-text' });
    assert.match(run.error, /told-in-confidence/);
    await stop();
    const sent = collector.exports.map(({ text }) => text).join('\n');
    assert.ok(sent.includes(run.id), 'the run is told of');
    for (const secret of ['told-in-confidence', 'in-the-url', 'in-the-header', 'private-text', ADMIN_KEY]) {
      assert.equal(sent.includes(secret), false, secret);
    }
  });

  test('continues the trace of the request, and other services continue its own', async t => {
    const { collector, service, stop } = await tracedService(t, { OTEL_SERVICE_NAME: 'weaver' });
    const place = openPlace(json({}));
    const own = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-00`;
    const run = await runWith(
      service,
      [
        node('call', 'http.request', { url: place.url }),
        node('other', 'http.request', { url: place.url, headers: { TraceParent: own } }),
      ],
      received,
    );
    assert.equal(run.status, 'success', run.error);
    await stop();
    const spans = collector.spans();
    const root = findSpan(spans, 'run workflow');
    const step = findSpan(spans, 'step call');
    assert.deepEqual([root.traceId, root.parentSpanId, root.kind], [TRACE_ID, CALLER_SPAN, 2]);
    assert.deepEqual([step.traceId, step.parentSpanId, step.kind], [TRACE_ID, root.spanId, 3]);
    const [first, second] = place.seen.map(({ headers }) => headers);
    assert.deepEqual(
      [first?.traceparent, first?.tracestate],
      [`00-${TRACE_ID}-${step.spanId}-01`, received.tracestate],
    );
    assert.deepEqual([second?.traceparent, second?.tracestate], [own, undefined], 'what the author sets is left alone');
    assert.equal(collector.exports[0]?.resource['service.name'], 'weaver');
  });

  test('continues the trace when it is streamed or started over MCP, too', async t => {
    const { collector, service, stop } = await tracedService(t);
    const definition = {
      ...chain(node('done', 'output', { value: 1 })),
      settings: { tool: { offered: true } },
    };
    const workflow_id = await createWorkflow(service, definition);
    const headers = { 'content-type': 'application/json', 'uni-api-key': ADMIN_KEY, ...received };
    const streamed = { headers, body: JSON.stringify({ workflow_id, input: {} }) };
    assert.equal((await service.send('/api/v3/workflow/run/stream', streamed)).status, 200);
    const client = await mcpClient(service, { key: ADMIN_KEY }, { headers: received });
    const [tool = ''] = await runTools(client);
    await call(client, tool);
    await stop();
    const roots = collector.spans().filter(span => span.name === 'run workflow');
    assert.deepEqual(
      roots.map(({ traceId, parentSpanId }) => [traceId, parentSpanId]),
      [1, 2].map(() => [TRACE_ID, CALLER_SPAN]),
    );
  });

  test('stays one trace when other processes continue it', async t => {
    const collector = await startCollector(t);
    const database = await createTestDatabase();
    const settings = { ...loopback, OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.endpoint}/`, HEDDLE_DRAIN_SECONDS: '0' };
    const accepting = await serviceOn(database, settings, { work: false });
    const stopAccepting = onceOrAfter(t, () => accepting.stop());
    const { answer, open } = gate();
    const place = openPlace(answer);
    const definition = defineHook(node('call', 'http.request', { url: place.url }));
    const hook = await publishHook(accepting, await accepting.person(), definition);
    const runId = await hook.call({}, received);
    const first = await serviceOn(database, settings);
    const stopFirst = onceOrAfter(t, () => first.stopService());
    await place.came(1);
    await stopFirst();
    const second = await serviceOn(database, settings);
    const stopSecond = onceOrAfter(t, () => second.stopService());
    await place.came(2);
    open();
    const run = await hook.waitForRun(runId);
    assert.equal(run.status, 'success', run.error);
    await stopSecond();
    await stopAccepting();

    const spans = collector.spans();
    const root = findSpan(spans, 'run workflow');
    const step = findSpan(spans, 'step call');
    assert.deepEqual([root.traceId, root.parentSpanId], [TRACE_ID, CALLER_SPAN]);
    assert.deepEqual([step.traceId, step.parentSpanId], [TRACE_ID, root.spanId]);
    assert.deepEqual(
      place.seen.map(({ headers }) => headers.traceparent),
      [1, 2].map(() => `00-${TRACE_ID}-${step.spanId}-01`),
      'both tries belong to the one span of the step',
    );
  });

  test('does not wait for the collector, and neither does the shutdown of the service', async t => {
    const collector = await startCollector(t, () => {});
    const service = await serviceOn(await createTestDatabase(), { HEDDLE_OTLP_URL: collector.endpoint });
    const stop = onceOrAfter(t, () => service.stop());
    const definition = chain(node('done', 'output', { value: 1 }));
    for (let runs = 0; runs < 5; runs++) assert.equal((await runOnce(service, definition)).status, 'success');
    const stopped = stop();
    await collector.receive(1);
    await stopped;
  });

  test('does not exist when tracing is not configured or switched off', async t => {
    const collector = await startCollector(t);
    const off = { HEDDLE_OTLP_URL: collector.endpoint, OTEL_SDK_DISABLED: 'true' };
    for (const environment of [{}, off]) {
      const service = await testService({ ...loopback, ...environment });
      const place = openPlace(json({}));
      await runWith(service, [node('call', 'http.request', { url: place.url })], received);
      const headers = place.seen[0]?.headers;
      assert.ok(headers);
      assert.deepEqual([headers.traceparent, headers.tracestate], [undefined, undefined]);
      const { rows } = await service.service.system.database.pool.query('SELECT trace_context FROM runs');
      assert.deepEqual(rows, [{ trace_context: null }]);
    }
    assert.deepEqual(collector.exports, []);
  });
});
