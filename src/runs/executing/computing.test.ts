/** Tests steps that only compute: what is saved for them, and what they depend on. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, suite, test } from 'node:test';
import type { CodeResult, CodeTask } from '../../code/contract.ts';
import { defaultConfig } from '../../configuration/config-fixture.ts';
import { openDiskBlobs } from '../../platform/blobs/disk.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import { ThreadError, type ThreadPool } from '../../platform/threads/thread-pool.ts';
import { createToolBoxFrom } from '../../tools/registry.ts';
import { createLanguage } from '../../workflows/checking.ts';
import { createRunPlans } from '../plans/run-plans.ts';
import { Execution } from './execution.ts';
import { createLocalEvents } from './local-events.ts';
import type { RunServices } from './run-services.ts';
import { type RunFacts, RunState } from './run-state.ts';
import type { RunStorage } from './run-storage.ts';
import type { RunEnd, RunPause } from './saved-run.ts';

const { registry, nodeTypes, templates } = createLanguage(createToolBoxFrom([]), defaultConfig.workflows);
const folder = await mkdtemp(path.join(tmpdir(), 'heddle-computing-'));
after(() => rm(folder, { recursive: true }));
const blobs = await openDiskBlobs(folder);
const types = new Map<string, (typeof registry)[keyof typeof registry]>(Object.entries(registry));

const facts: RunFacts = {
  id: '0197d1aa-0000-7000-8000-00000000000a',
  workflowId: '0197d1aa-0000-7000-8000-00000000000b',
  workflowName: 'test',
  organizationId: null,
  version: null,
  revisionId: null,
  variation: null,
  triggerNodeId: 'start',
  triggerType: 'trigger.manual',
  triggerDepth: 0,
  automatic: false,
  traceContext: null,
  input: {},
  inputText: '{}',
  variables: null,
  user: { id: 'ann', email: '', name: '' },
  createdAt: new Date(1000),
  startedAt: new Date(2000),
};

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
  const services: RunServices = {
    limits: defaultConfig.runs,
    templates,
    clock: () => 0,
    loading: createSemaphore({ total: 1 }),
    computeThreads,
    nodeLimits: defaultConfig.workflows,
    nodeType: type => types.get(type),
    fitParams: (type, rendered) => nodeTypes.fit(type, rendered),
    createCapabilities: () => {
      throw new Error('there are no effects here');
    },
    openLinks: async () => ({ url: () => '' }),
    observer: { stepEnded() {}, stepCrashed() {}, runEnded() {} },
    localEvents: createLocalEvents(),
    blobs,
  };
  const storage: RunStorage = {
    save: async steps => {
      written.push(`save ${steps.length}`);
      onSave();
    },
    loadOutput: async () => '',
    confirmLease: async () => {},
    saveProgress: async () => {},
    readResults: async () => new Map(),
    pause: async () => true,
    end: async () => void written.push('end'),
    addCancelled: async () => {},
  };
  const plans = createRunPlans({
    types: nodeTypes,
    templates,
    threads: computeThreads,
    limits: defaultConfig.workflows,
  });
  const state = new RunState(facts, await plans.get(JSON.stringify(definition), 'ann'), 0, defaultConfig.runs);
  const slot = { enter: () => undefined, leave() {} };
  const execution = new Execution({ state, services, storage, isSaved: false, activeMs: 0, slot, signal });
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
