import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { type Answer, accept, type Collector, setUp, startCollector } from './collector-fixture.ts';
import { createTracer, type Tracer, type TracerSettings } from './tracer.ts';

const NEVER_MS = 3_600_000;

test('spans go out together when there are enough of them', async t => {
  const { tracer, collector } = await setUp(t, { limits: { batchSpans: 3 } });
  endSpans(tracer, 1, 7);
  await collector.receive(3);
  assert.deepEqual(received(collector), [['1', '2', '3'], ['4', '5', '6'], ['7']]);
});

test('a few spans go out after a while', async t => {
  const { tracer, collector } = await setUp(t, { limits: { batchDelayMs: 1 } });
  endSpans(tracer, 1, 1);
  await collector.receive(1);
  endSpans(tracer, 2, 2);
  await collector.receive(2);
  assert.deepEqual(received(collector), [['1'], ['2']]);
});

test('a body is compressed where that is asked for', async t => {
  const { tracer, collector } = await setUp(t, { gzip: true });
  endSpans(tracer, 1, 2);
  await tracer.close();
  assert.equal(collector.exports[0]?.headers['content-encoding'], 'gzip');
  assert.deepEqual(received(collector), [['1', '2']]);
});

for (const status of [429, 503]) {
  test(`what was answered with ${status} is sent again`, async t => {
    const busy: Answer = (response, exportNumber) => {
      if (exportNumber > 2) accept(response, exportNumber);
      else response.writeHead(status, { 'retry-after': '0' }).end('busy');
    };
    const { tracer, collector, errors } = await setUp(t, { limits: { batchSpans: 2 } }, busy);
    endSpans(tracer, 1, 3);
    await collector.receive(4);
    assert.deepEqual(received(collector), [['1', '2'], ['1', '2'], ['1', '2'], ['3']]);
    assert.equal(errors.length, 1);
    assert.match(String(errors[0]), new RegExp(`answered ${status}: busy`));
    assert.equal(tracer.droppedSpans, 0);
  });
}

test('a request that is not answered in time is sent again', async t => {
  const silentAtFirst: Answer = (response, exportNumber) => {
    if (exportNumber > 1) accept(response, exportNumber);
  };
  const { tracer, collector } = await setUp(t, { limits: { batchSpans: 1, requestTimeoutMs: 20 } }, silentAtFirst);
  endSpans(tracer, 1, 1);
  await collector.receive(2);
  assert.deepEqual(received(collector).slice(0, 2), [['1'], ['1']]);
});

test('while the collector is away the newest spans are kept, and the others counted', async t => {
  const first = await startCollector(t);
  await first.close();
  const failed = Promise.withResolvers<unknown>();
  const errors: unknown[] = [];
  const tracer = createTracer({
    endpoint: first.endpoint,
    serviceName: 'looms',
    serviceVersion: '1.2.3',
    onError(error) {
      errors.push(error);
      failed.resolve(error);
    },
    limits: { batchSpans: 2, queueSpans: 4, retryDelayMs: 1, maxRetryDelayMs: 5 },
  });
  t.after(() => tracer.close());
  endSpans(tracer, 1, 10);
  await failed.promise;
  assert.match(String(errors[0]), /ECONNREFUSED/);

  const second = await startCollector(t, accept, first.port);
  await second.receive(2);
  await tracer.close();
  assert.deepEqual(received(second), [
    ['7', '8'],
    ['9', '10'],
  ]);
  assert.equal(tracer.droppedSpans, 6);
  assert.deepEqual(errors.slice(1).map(String), ['Error: 6 spans were dropped, as they could not be sent']);
});

test('what the collector refuses is not sent again', async t => {
  const refuseFirst: Answer = (response, exportNumber) => {
    if (exportNumber > 1) accept(response, exportNumber);
    else response.writeHead(400).end('malformed');
  };
  const { tracer, collector, errors } = await setUp(t, { limits: { batchSpans: 2 } }, refuseFirst);
  endSpans(tracer, 1, 4);
  await collector.receive(2);
  await tracer.close();
  assert.deepEqual(received(collector), [
    ['1', '2'],
    ['3', '4'],
  ]);
  assert.equal(tracer.droppedSpans, 2);
  assert.deepEqual(errors.map(String), ['Error: the collector answered 400: malformed']);
});

test('spans that the collector rejects out of a batch are counted', async t => {
  const partial: Answer = response => response.end('{"partialSuccess":{"rejectedSpans":"2","errorMessage":"too old"}}');
  const { tracer, errors } = await setUp(t, {}, partial);
  endSpans(tracer, 1, 3);
  await tracer.close();
  assert.equal(tracer.droppedSpans, 2);
  assert.match(String(errors[0]), /rejected 2 spans: .*too old/);
});

test('closing ends although the collector never answers, and what was not sent is counted', async t => {
  const { tracer, errors } = await setUp(t, { limits: { closeMs: 20 } }, () => {});
  endSpans(tracer, 1, 3);
  await Promise.all([tracer.close(), tracer.close()]);
  assert.equal(tracer.droppedSpans, 3);
  assert.match(String(errors.at(-1)), /3 spans were dropped/);
  endSpans(tracer, 4, 4);
  assert.equal(tracer.droppedSpans, 4);
});

test('closing tries again when the collector is busy', async t => {
  const busy: Answer = (response, exportNumber) => {
    if (exportNumber > 2) accept(response, exportNumber);
    else response.writeHead(503).end();
  };
  const { tracer, collector } = await setUp(t, {}, busy);
  endSpans(tracer, 1, 1);
  await tracer.close();
  assert.equal(collector.exports.length, 3);
  assert.equal(tracer.droppedSpans, 0);
});

test('a process ends although a span waits', async t => {
  const { endpoint } = await startCollector(t);
  const child = runProgram(t, endpoint, { batchDelayMs: NEVER_MS });
  child.stdin.end();
  assert.deepEqual(await once(child, 'exit'), [0, null]);
});

test('a process ends although a request is under way', async t => {
  const silent = await startCollector(t, () => {});
  const child = runProgram(t, silent.endpoint, { batchSpans: 1 });
  await silent.receive(1);
  child.stdin.end();
  assert.deepEqual(await once(child, 'exit'), [0, null]);
});

test('a process ends although a retry is due', async t => {
  const gone = await startCollector(t);
  await gone.close();
  const child = runProgram(t, gone.endpoint, { batchSpans: 1, retryDelayMs: NEVER_MS, maxRetryDelayMs: NEVER_MS });
  assert.deepEqual(await once(child, 'exit'), [0, null]);
});

test('a process lives until what it closes is sent', async t => {
  const collector = await startCollector(t);
  const child = runProgram(t, collector.endpoint, {}, 'await tracer.close();');
  child.stdin.end();
  assert.deepEqual(await once(child, 'exit'), [0, null]);
  assert.deepEqual(received(collector), [['1']]);
});

function endSpans(tracer: Tracer, from: number, to: number): void {
  for (let number = from; number <= to; number++) tracer.startSpan(String(number)).end();
}

function received(collector: Collector): string[][] {
  return collector.exports.map(({ spans }) => spans.map(({ name }) => name));
}

/** Ends one span in a process of its own, which lives until its input ends or sending fails, unless more keeps it. */
function runProgram(t: TestContext, endpoint: string, limits: TracerSettings['limits'], ending = '') {
  const program = `
    import { createTracer } from ${JSON.stringify(import.meta.resolve('./tracer.ts'))};
    const settings = ${JSON.stringify({ endpoint, limits, serviceName: 'looms', serviceVersion: '1.2.3' })};
    process.stdin.resume();
    const tracer = createTracer({ ...settings, onError: () => process.stdin.destroy() });
    tracer.startSpan('1').end();
    ${ending}`;
  const arguments_ = ['--input-type=module', '--eval', program];
  const child = spawn(process.execPath, arguments_, { stdio: ['pipe', 'inherit', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  return child;
}
