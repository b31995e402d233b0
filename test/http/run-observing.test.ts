/** What those who look after the service learn of runs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startCollector } from '../../src/platform/traces/collector-fixture.ts';
import { createTestDatabase } from '../support/database.ts';
import { chain, node } from '../support/definitions.ts';
import { runOnce } from '../support/runs.ts';
import { serviceOn, testService } from '../support/service.ts';
import { memoryLog } from './memory-log.ts';

const definition = chain(
  node('list', 'tool.call', { tool: 'hash', params: { text: 'a' } }),
  node('broken', 'transform', { value: '{{ nothing | default(none) }}{{ 1 / input.n }}' }),
);

test('a line in the log for each, and what it says is in the metrics', async () => {
  const memory = memoryLog();
  const service = await testService({}, { log: memory.log });
  const good = await runOnce(service, definition, { n: 1 });
  const bad = await runOnce(service, definition, { n: 0 });
  const lines = memory.lines().filter(({ msg }) => msg === 'run');
  assert.deepEqual(
    lines.map(({ run, workflow, trigger, status, steps, failure }) => ({
      run,
      workflow,
      trigger,
      status,
      steps,
      failure,
    })),
    [
      { run: good.id, workflow: good.workflow_id, status: 'success', failure: undefined },
      {
        run: bad.id,
        workflow: bad.workflow_id,
        status: 'failed',
        failure: { step: 'broken', kind: 'template' },
      },
    ].map(line => ({ ...line, trigger: 'trigger.manual', steps: 3 })),
  );
  const metrics = String((await service.send('/metrics', { method: 'GET' })).body);
  assert.match(metrics, /^heddle_run_seconds_count\{status="success",trigger="trigger.manual"\} 1$/m);
  assert.match(metrics, /^heddle_run_seconds_count\{status="failed",trigger="trigger.manual"\} 1$/m);
  assert.match(metrics, /^heddle_step_seconds_count\{type="tool.call",status="success"\} 2$/m);
  assert.match(metrics, /^heddle_runs_open\{status="queued"\} 0$/m);
  assert.match(metrics, /^heddle_runs_open\{status="running"\} 0$/m);
  assert.match(metrics, /^heddle_run_take_overs_total 0$/m);
});

test('a span for each run and each of its steps, in one trace', async t => {
  const collector = await startCollector(t);
  const service = await serviceOn(await createTestDatabase(), { HEDDLE_OTLP_URL: collector.endpoint });
  const run = await runOnce(service, definition, { n: 0 });
  await service.stop(); // sends what is left
  const spans = collector.exports.flatMap(each => each.spans);
  const traceId = run.id.replaceAll('-', '');
  const root = spans.find(({ name }) => name === 'run workflow');
  assert.ok(root);
  assert.deepEqual([root.traceId, root.status?.code, root.status?.message], [traceId, 2, 'template']);
  const steps = spans.filter(({ name }) => name.startsWith('step '));
  assert.deepEqual(
    steps.map(({ name, traceId, parentSpanId, status }) => [name, traceId, parentSpanId, status?.code ?? 0]),
    [
      ['step start', traceId, root.spanId, 0],
      ['step list', traceId, root.spanId, 0],
      ['step broken', traceId, root.spanId, 2],
    ],
  );
});
