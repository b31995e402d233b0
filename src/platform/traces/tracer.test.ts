import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setUp } from './collector-fixture.ts';
import { createTracer, noTracer, traceparent } from './tracer.ts';

test('a span is sent as OTLP has it', async t => {
  const { tracer, collector } = await setUp(t, { headers: { authorization: 'Bearer secret' } });
  const parent = { traceId: '5b8efff798038103d269b633813fc60c', spanId: 'eee19b7ec3c1b173' };
  const span = tracer.startSpan('GET /things', {
    parent,
    spanId: 'eee19b7ec3c1b174',
    startTimeMs: 1_544_712_660_000,
    kind: 'server',
    attributes: { path: '/things', attempt: 1 },
  });
  span.setAttributes({ attempt: 2, ok: false });
  span.end({ endTimeMs: 1_544_712_661_000.5, error: 'out of things' });
  await tracer.close();

  const [received] = collector.exports;
  assert.equal(received?.path, '/v1/traces');
  assert.equal(received?.headers['content-type'], 'application/json');
  assert.equal(received?.headers.authorization, 'Bearer secret');
  assert.deepEqual(received?.body, {
    resourceSpans: [
      {
        resource: {
          attributes: [
            { key: 'service.name', value: { stringValue: 'looms' } },
            { key: 'service.version', value: { stringValue: '1.2.3' } },
          ],
        },
        scopeSpans: [
          {
            scope: { name: 'looms', version: '1.2.3' },
            spans: [
              {
                traceId: '5b8efff798038103d269b633813fc60c',
                spanId: 'eee19b7ec3c1b174',
                parentSpanId: 'eee19b7ec3c1b173',
                flags: 1,
                name: 'GET /things',
                kind: 2,
                startTimeUnixNano: '1544712660000000000',
                endTimeUnixNano: '1544712661000500000',
                attributes: [
                  { key: 'path', value: { stringValue: '/things' } },
                  { key: 'attempt', value: { intValue: '2' } },
                  { key: 'ok', value: { boolValue: false } },
                ],
                events: [],
                droppedEventsCount: 0,
                status: { code: 2, message: 'out of things' },
              },
            ],
          },
        ],
      },
    ],
  });
});

test('ids are new, given, or those of the parent, and never malformed', async t => {
  const { tracer } = await setUp(t);
  const first = tracer.startSpan('first').context;
  const second = tracer.startSpan('second').context;
  assert.match(first.traceId, /^[0-9a-f]{32}$/);
  assert.match(first.spanId, /^[0-9a-f]{16}$/);
  assert.notEqual(first.traceId, second.traceId);
  assert.notEqual(first.spanId, second.spanId);

  const child = tracer.startSpan('child', { parent: first }).context;
  assert.equal(child.traceId, first.traceId);
  assert.notEqual(child.spanId, first.spanId);

  const given = { traceId: 'ab'.repeat(16), spanId: 'cd'.repeat(8) };
  assert.deepEqual(tracer.startSpan('given', given).context, given);

  for (const bad of ['', 'AB'.repeat(16), '0'.repeat(32), 'ab'.repeat(15), `${'ab'.repeat(15)}\n\n`]) {
    assert.match(tracer.startSpan('bad', { traceId: bad, spanId: bad }).context.traceId, /^[0-9a-f]{32}$/);
    assert.notEqual(tracer.startSpan('bad', { traceId: bad }).context.traceId, bad);
  }
});

test('a span has a status only when it failed, and times even when none were given', async t => {
  const { tracer, collector } = await setUp(t);
  const before = BigInt(Date.now()) * 1_000_000n;
  const root = tracer.startSpan('root');
  root.addEvent('halfway', { percent: 50 });
  root.end();
  root.setAttributes({ late: true });
  root.addEvent('late');
  root.end({ error: 'ended twice' });
  await tracer.close();

  const spans = collector.exports.flatMap(received => received.spans);
  assert.equal(spans.length, 1);
  const [span] = spans;
  assert.ok(span);
  assert.equal(span.status, undefined);
  assert.equal(span.parentSpanId, undefined);
  assert.equal(span.kind, 1);
  assert.deepEqual(span.attributes, []);
  assert.ok(BigInt(span.startTimeUnixNano) >= before);
  assert.ok(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano));
  assert.deepEqual(
    span.events.map(({ name, attributes }) => ({ name, attributes })),
    [{ name: 'halfway', attributes: [{ key: 'percent', value: { intValue: '50' } }] }],
  );
});

test('a span keeps a bounded number of events', async t => {
  const { tracer, collector } = await setUp(t);
  const span = tracer.startSpan('busy');
  for (let event = 0; event < 1_000; event++) span.addEvent('tick');
  span.end();
  await tracer.close();
  assert.equal(collector.exports[0]?.spans[0]?.events.length, 128);
  assert.equal(collector.exports[0]?.spans[0]?.droppedEventsCount, 872);
});

test('an address that is none is refused', () => {
  const settings = { serviceName: 'looms', serviceVersion: '1.2.3', onError() {} };
  for (const endpoint of ['', 'collector:4318', 'ftp://collector']) {
    assert.throws(() => createTracer({ ...settings, endpoint }), TypeError);
  }
});

test('without a collector nothing is recorded', async () => {
  const span = noTracer.startSpan('nothing', { traceId: 'ab'.repeat(16) });
  span.setAttributes({ a: 1 });
  span.addEvent('event');
  span.end({ error: 'error' });
  assert.match(span.context.traceId, /^0+$/);
  assert.equal(noTracer.droppedSpans, 0);
  await noTracer.close();
});

test('traceparent is what W3C Trace Context has', () => {
  const context = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
  assert.equal(traceparent(context), '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01');
});
