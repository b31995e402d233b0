/** Tests steps that only compute: what is saved for them, and what they depend on. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { facts, idleStorage, prepareExecution } from '../../../test/fixtures/execution.ts';
import type { CodeResult, CodeTask } from '../../code/contract.ts';
import { ThreadError, type ThreadPool } from '../../platform/threads/thread-pool.ts';
import type { RunStorage } from './run-storage.ts';
import type { RunEnd, RunPause } from './saved-run.ts';

const definition = {
  nodes: [
    { id: 'start', type: 'trigger.manual', params: {} },
    { id: 'each', type: 'loop', params: { items: '[7, 8]', collect: '{{ steps.code.output }}' } },
    { id: 'code', type: 'code', params: { code: 'export default n => n;', input: '{{ loop.item }}' } },
    { id: 'done', type: 'output', params: { value: '{{ steps.each.output.results }}' } },
  ],
  edges: [
    { source: 'start', target: 'each', source_handle: null },
    { source: 'each', target: 'code', source_handle: 'item' },
    { source: 'each', target: 'done', source_handle: 'done' },
  ],
};

/** Executes the run with threads that do this, and returns what was written. */
async function execute(
  compute: (task: CodeTask) => Promise<CodeResult>,
  onSave: () => void = () => {},
  signal = new AbortController().signal,
): Promise<{ end: RunEnd | RunPause; written: string[] }> {
  const written: string[] = [];
  const computeThreads: ThreadPool = {
    run: async <Result>(_module: URL, input: unknown) => (await compute(input as CodeTask)) as Result,
    close: async () => {},
  };
  const storage: RunStorage = {
    ...idleStorage,
    save: async steps => {
      written.push(`save ${steps.length}`);
      onSave();
    },
    end: async () => void written.push('end'),
  };
  const execution = await prepareExecution(definition, { computeThreads, storage, signal });
  return { end: await execution.run(), written };
}

const echo = async ({ input }: CodeTask): Promise<CodeResult> => ({ value: input, log: '' });

suite('a run of code and templates', () => {
  test('is written once, with its end', async t => {
    // On a busy machine, the run would be saved because the event loop has worked on it for so long.
    t.mock.method(performance, 'now', () => 0);
    const { end, written } = await execute(echo);
    assert.deepEqual(written, ['end']);
    assert.deepEqual('output' in end && end.output, '[7,8]');
  });

  test('is saved when a computation takes long, so that people see it', async t => {
    t.mock.method(performance, 'now', () => 0);
    const saved = Promise.withResolvers<void>();
    const { written } = await execute(async task => saved.promise.then(() => echo(task)), saved.resolve);
    assert.deepEqual(written, ['save 1', 'end']);
  });

  test('computes the same when it is executed again, and each item something else', async () => {
    const tasks: CodeTask[][] = [[], []];
    for (const list of tasks) {
      await execute(task => {
        list.push(task);
        return echo(task);
      });
    }
    assert.deepEqual(tasks[0], tasks[1]);
    assert.deepEqual(
      tasks[0]?.map(({ seed, nowMs, input }) => [seed, nowMs, input]),
      [
        [`${facts.id} code-0`, 2000, '7'],
        [`${facts.id} code-1`, 2000, '8'],
      ],
    );
  });

  test('continues elsewhere when the threads end with the process', async () => {
    const stopping = new AbortController();
    const compute = async () => {
      stopping.abort(new Error('the process stops'));
      throw new ThreadError('closed', 'The work was broken off because the service is stopping');
    };
    await assert.rejects(execute(compute, undefined, stopping.signal), /the process stops/);
  });
});
