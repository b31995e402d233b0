/** Tests what operators of the service learn about runs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chain, node } from '../support/definitions.ts';
import { runOnce } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { memoryLog } from './memory-log.ts';

const definition = chain(
  node('list', 'tool.call', { tool: 'hash', params: { text: 'a' } }),
  node('broken', 'transform', { value: '{{ nothing | default(none) }}{{ 1 / input.n }}' }),
);

test('each run is one line in the log, and the metrics agree with it', async () => {
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
        failure: { step: 'broken', step_name: 'broken', kind: 'template' },
      },
    ].map(line => ({ ...line, trigger: 'trigger.manual', steps: 3 })),
  );
  assert.deepEqual(
    lines.map(({ workflow_name }) => typeof workflow_name),
    ['undefined', 'string'],
  );
  const metrics = String((await service.send('/metrics', { method: 'GET' })).body);
  assert.match(metrics, /^heddle_run_seconds_count\{status="success",trigger="trigger.manual"\} 1$/m);
  assert.match(metrics, /^heddle_run_seconds_count\{status="failed",trigger="trigger.manual"\} 1$/m);
  // Everybody can read these metrics, so they show no names.
  assert.ok(metrics.includes(`heddle_workflow_runs_total{workflow="${bad.workflow_id}",name="",status="failed"} 1`));
  assert.match(metrics, /^heddle_step_seconds_count\{type="tool.call",status="success"\} 2$/m);
  assert.match(metrics, /^heddle_runs_open\{status="queued"\} 0$/m);
  assert.match(metrics, /^heddle_runs_open\{status="running"\} 0$/m);
  assert.match(metrics, /^heddle_run_take_overs_total 0$/m);
});
