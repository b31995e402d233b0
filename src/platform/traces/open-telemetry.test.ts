import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { suite, test } from 'node:test';
import { type Answer, accept, setUp, startCollector, toAttributes } from '../../../test/fixtures/collector.ts';
import { type EndedSpan, noTracer, type Trace, type Tracer } from './tracer.ts';

const TRACE = '5b8efff798038103d269b633813fc60c';
const ROOT = 'd269b633813fc60c';
const PART = 'eee19b7ec3c1b174';
const RECEIVED = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

function trace(received: string | null = null): Trace {
  return { id: TRACE, rootSpanId: ROOT, received };
}

function span(name: string, more: Partial<EndedSpan> = {}): EndedSpan {
  const [startMs, endMs] = [1_544_712_660_000, 1_544_712_661_000];
  return { name, kind: 'internal', attributes: {}, startMs, endMs, ...more };
}

/** Records root spans, each in its own trace. */
function recordRoots(tracer: Tracer, count: number): void {
  for (let number = 1; number <= count; number++) {
    const id = randomBytes(16).toString('hex');
    tracer.recordRoot({ id, rootSpanId: id.slice(16), received: null }, span(String(number)));
  }
}

suite('spans', () => {
  test('are sent as OTLP, with their own ids and the kind of error', async t => {
    const { tracer, collector } = await setUp(t, {
      headers: { authorization: 'Bearer secret' },
      resourceAttributes: { 'deployment.environment.name': 'test', 'service.name': 'another' },
    });
    tracer.recordPart(
      trace(),
      PART,
      span('part', { kind: 'client', error: 'timeout', attributes: { path: '/things' } }),
    );
    tracer.recordRoot(trace(), span('root'));
    await tracer.close();

    const [received] = collector.exports;
    assert.ok(received);
    assert.equal(received.path, '/v1/traces');
    assert.equal(received.headers['content-type'], 'application/json');
    assert.equal(received.headers.authorization, 'Bearer secret');
    const { resource } = received;
    assert.equal(resource['service.name'], 'looms');
    assert.equal(resource['service.version'], '1.2.3');
    assert.equal(resource['deployment.environment.name'], 'test');
    const [part, root] = received.spans;
    assert.ok(part && root);
    assert.deepEqual([part.traceId, part.spanId, part.parentSpanId], [TRACE, PART, ROOT]);
    assert.deepEqual([part.name, part.kind, part.status], ['part', 3, { code: 2, message: 'timeout' }]);
    assert.deepEqual(toAttributes(part), { path: '/things' });
    assert.deepEqual([part.startTimeUnixNano, part.endTimeUnixNano], ['1544712660000000000', '1544712661000000000']);
    assert.deepEqual([root.traceId, root.spanId, root.parentSpanId], [TRACE, ROOT, undefined]);
    assert.deepEqual([root.name, root.kind, root.status.code ?? 0], ['root', 1, 0]);
  });

  test('have attributes of limited length', async t => {
    const { tracer, collector } = await setUp(t);
    tracer.recordRoot(trace(), span('long', { attributes: { name: 'x'.repeat(2 ** 20) } }));
    await tracer.close();
    assert.equal(collector.exports[0]?.spans[0]?.attributes[0]?.value.stringValue?.length, 1_000);
  });

  test('are sent in full batches, or after a while when there are few', async t => {
    const { tracer, collector } = await setUp(t, { limits: { batchSpans: 3 } });
    recordRoots(tracer, 3);
    await collector.receive(1);
    assert.equal(collector.spans().length, 3);
    const soon = await setUp(t, { limits: { batchDelayMs: 1 } });
    recordRoots(soon.tracer, 1);
    await soon.collector.receive(1);
  });
});

suite('a received context', () => {
  test('is continued by the root span and its parts', async t => {
    const { tracer, collector } = await setUp(t);
    const received = tracer.receive({ traceparent: RECEIVED, tracestate: 'vendor=a value,other=1' });
    assert.equal(received, `${RECEIVED} vendor=a value,other=1`);
    tracer.recordPart(trace(received), PART, span('part'));
    tracer.recordRoot(trace(received), span('root'));
    const headers = tracer.headersFor(trace(received), PART);
    await tracer.close();
    const [part, root] = collector.spans();
    const theirs = RECEIVED.split('-');
    assert.deepEqual([root?.traceId, root?.spanId, root?.parentSpanId], [theirs[1], ROOT, theirs[2]]);
    assert.deepEqual([part?.traceId, part?.spanId, part?.parentSpanId], [theirs[1], PART, ROOT]);
    assert.equal(root?.traceState, 'vendor=a value,other=1');
    assert.deepEqual(headers, {
      traceparent: `00-${theirs[1]}-${PART}-01`,
      tracestate: 'vendor=a value,other=1',
    });
  });

  test('is stored in a normal form, or not at all when it is malformed', async t => {
    const { tracer } = await setUp(t);
    const [, id, parent] = RECEIVED.split('-');
    const forms: [given: string | undefined, kept: string | null][] = [
      [RECEIVED, RECEIVED],
      [`00-${id}-${parent}-00`, `00-${id}-${parent}-00`],
      // Unknown flags, and a later version with more fields.
      [`00-${id}-${parent}-ff`, RECEIVED],
      [`cc-${id}-${parent}-01-${'x'.repeat(1000)}`, RECEIVED],
      [undefined, null],
      ['', null],
      [`${RECEIVED}, ${RECEIVED}`, null],
      [`ff-${id}-${parent}-01`, null],
      [`00-${'0'.repeat(32)}-${parent}-01`, null],
      [`00-${id}-${'0'.repeat(16)}-01`, null],
      [`00-${id?.toUpperCase()}-${parent}-01`, null],
      ['x'.repeat(8000), null],
    ];
    for (const [traceparent, kept] of forms) assert.equal(tracer.receive({ traceparent }), kept, String(traceparent));
    assert.equal(tracer.receive({ traceparent: RECEIVED, tracestate: `a=${'x'.repeat(600)}` }), RECEIVED);
    assert.equal(tracer.receive({ tracestate: 'a=b' }), null);
  });

  test('that is not sampled records nothing, and is passed on as not sampled', async t => {
    const { tracer, collector } = await setUp(t);
    const received = RECEIVED.replace(/01$/, '00');
    tracer.recordPart(trace(received), PART, span('part'));
    tracer.recordRoot(trace(received), span('root'));
    assert.match(tracer.headersFor(trace(received), PART).traceparent ?? '', /-00$/);
    await tracer.close();
    assert.deepEqual(collector.exports, []);
  });
});

suite('sampling', () => {
  const samplers = [
    ['always_on', 4],
    ['always_off', 0],
    ['traceidratio', 1],
    ['parentbased_always_on', 4],
    ['parentbased_always_off', 0],
    ['parentbased_traceidratio', 1],
  ] as const;
  for (const [sampler, expected] of samplers) {
    test(`by ${sampler} records a trace as a whole or not at all`, async t => {
      const { tracer, collector } = await setUp(t, { sampler, samplerRatio: 0.25 });
      const sampled: string[] = [];
      // These ids belong to the first, second, third and fourth quarter of the ratio.
      for (const first of ['2', '6', 'a', 'e']) {
        const id = `${first}${'0'.repeat(30)}1`;
        const whole = { id, rootSpanId: ROOT, received: null };
        tracer.recordPart(whole, PART, span('part'));
        tracer.recordRoot(whole, span('root'));
        if (tracer.headersFor(whole, PART).traceparent?.endsWith('-01')) sampled.push(id);
      }
      await tracer.close();
      const spans = collector.spans();
      assert.equal(spans.length, 2 * expected);
      assert.deepEqual([...new Set(spans.map(({ traceId }) => traceId))], sampled);
    });
  }

  test('that is always on or off ignores the received context', async t => {
    const on = await setUp(t, { sampler: 'always_on' });
    on.tracer.recordRoot(trace(RECEIVED.replace(/01$/, '00')), span('root'));
    await on.tracer.close();
    assert.equal(on.collector.spans().length, 1);
  });
});

suite('a collector', () => {
  test('that is busy receives the spans again', async t => {
    const busy: Answer = (response, exportNumber) => {
      if (exportNumber > 1) accept(response, exportNumber);
      else response.writeHead(503, { 'retry-after': '0' }).end('busy');
    };
    const { tracer, collector, errors } = await setUp(t, {}, busy);
    recordRoots(tracer, 2);
    await tracer.close();
    assert.deepEqual(
      collector.exports.map(({ spans }) => spans.length),
      [2, 2],
    );
    assert.deepEqual(errors, []);
  });

  test('that refuses is reported once and briefly, and then the number of lost spans', async t => {
    const refuse: Answer = (response, exportNumber) => {
      if (exportNumber > 2) accept(response, exportNumber);
      else response.writeHead(400).end('x'.repeat(100_000));
    };
    const { tracer, collector, errors } = await setUp(t, { limits: { batchSpans: 2 } }, refuse);
    for (let batch = 1; batch <= 3; batch++) {
      recordRoots(tracer, 2);
      await collector.receive(batch);
    }
    await tracer.close();
    assert.equal(errors.length, 2);
    assert.match(errors[0] ?? '', /^traces could not be sent: 400 /);
    assert.ok((errors[0] ?? '').length < 400);
    assert.equal(errors[1], '4 spans were lost, as they could not be sent');
  });

  test('that can not be reached delays nobody, and a limited number of spans waits for it', async t => {
    const gone = await startCollector(t);
    await gone.close();
    const limits = { batchSpans: 2, queueSpans: 4, batchDelayMs: 1, exportMs: 50, closeMs: 1_000 };
    const { tracer, errors } = await setUp(t, { endpoint: gone.endpoint, limits });
    recordRoots(tracer, 10_000);
    await tracer.close();
    assert.match(errors[0] ?? '', /ECONNREFUSED/);
    // These are the spans of the batches that were tried; the others were dropped.
    assert.match(errors.at(-1) ?? '', /^[2-6] spans were lost/);
  });

  test('that never replies does not delay closing', async t => {
    const silent = await setUp(t, { limits: { closeMs: 20, exportMs: 200 } }, () => {});
    recordRoots(silent.tracer, 3);
    await Promise.all([silent.tracer.close(), silent.tracer.close()]);
    // Only spans that end afterwards are lost.
    recordRoots(silent.tracer, 1);
  });

  test('that is no HTTP server is reported like any other error', async t => {
    const server = createServer(socket => socket.resume().end('220 mail.example.org ESMTP\r\n'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => server.close());
    const address = server.address();
    assert.ok(address !== null && typeof address === 'object');
    const { tracer, errors } = await setUp(t, { endpoint: `http://127.0.0.1:${address.port}` });
    recordRoots(tracer, 1);
    await tracer.close();
    assert.match(errors[0] ?? '', /^traces could not be sent: HPE_INVALID_CONSTANT/);
  });
});

test('without a collector nothing is received, recorded or passed on', async () => {
  assert.equal(noTracer.receive({ traceparent: RECEIVED }), null);
  assert.deepEqual(noTracer.headersFor(trace(), PART), {});
  noTracer.recordRoot(trace(), span('root'));
  noTracer.recordPart(trace(), PART, span('part'));
  await noTracer.close();
});
