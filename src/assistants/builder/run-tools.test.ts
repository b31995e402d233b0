import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { caller } from '../../../test/fixtures/builder.ts';
import { defaultConfig } from '../../../test/fixtures/config.ts';
import { isStepError, workbench } from '../../../test/fixtures/tools.ts';
import type { Schema } from '../../database.ts';
import { openDatabase } from '../../platform/postgres/database.ts';
import { createThreadPool } from '../../platform/threads/thread-pool.ts';
import type { Run } from '../../runs/schemas.ts';
import { createToolBoxFrom } from '../../tools/registry.ts';
import { Checker, createLanguage } from '../../workflows/checking.ts';
import { builderLimits } from './builder-limits.ts';
import { builderTools } from './tools.ts';

/** A test run that never ends, called from a chat. It does not use the database. */
function endlessRun(t: TestContext, more: { signal?: AbortSignal; runId?: string } = {}, onStart = () => {}) {
  const database = openDatabase<Schema>('postgres://localhost', { maxConnections: 1 });
  t.after(() => database.close());
  const services = {
    database,
    checker: new Checker(createLanguage(createToolBoxFrom([]), defaultConfig.workflows), {
      usableAssistants: async () => new Set(),
      usableCredentials: async () => new Map(),
      threads: createThreadPool({ atOnce: 1 }),
    }),
    run: () => {
      onStart();
      return Promise.withResolvers<Run>().promise;
    },
    readRun: () => Promise.reject(new Error('nothing is read here')),
  };
  const tool = builderTools(services, { workflowId: 'w1', caller }).find(({ name }) => name === 'workflow_run');
  assert.ok(tool);
  const { context } = workbench(t);
  return tool.call({}, { ...context, runId: null, ...more });
}

suite('a test run', () => {
  test('does not keep the caller waiting when it takes too long', async t => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const started = Promise.withResolvers<void>();
    const running = endlessRun(t, {}, started.resolve);
    await started.promise;
    t.mock.timers.tick(builderLimits.runSeconds * 1000);
    const { output } = await running;
    assert.deepEqual(output, {
      status: 'running',
      note: 'The run takes longer than 120 seconds, and goes on. Find it with workflow_runs.',
    });
  });

  test('no longer keeps the caller waiting when the answer is aborted', async t => {
    const answer = new AbortController();
    const running = endlessRun(t, { signal: answer.signal });
    answer.abort(new Error('the answer is over'));
    await assert.rejects(running, { message: 'the answer is over' });
  });

  test('can not be started from within a run, which would never end', async t => {
    await assert.rejects(endlessRun(t, { runId: 'r1' }), isStepError('A run can not be started from within a run'));
  });
});
