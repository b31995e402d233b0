/** Measures the execution of runs without a database: engine, templates and bookkeeping. */

import { openDiskBlobs } from '../src/platform/blobs/disk.ts';
import { createProcessorClock } from '../src/platform/concurrency/processor-clock.ts';
import { createThreadPool } from '../src/platform/threads/thread-pool.ts';
import { Execution } from '../src/runs/executing/execution.ts';
import { createLocalEvents } from '../src/runs/executing/local-events.ts';
import { createRunMemory } from '../src/runs/executing/run-memory.ts';
import type { RunServices } from '../src/runs/executing/run-services.ts';
import { RunState } from '../src/runs/executing/run-state.ts';
import type { RunStorage } from '../src/runs/executing/run-storage.ts';
import { createRunPlans } from '../src/runs/plans/run-plans.ts';
import { createToolBoxFrom } from '../src/tools/registry.ts';
import { createLanguage } from '../src/workflows/checking.ts';
import { defaultConfig } from '../test/fixtures/config.ts';
import { runFacts } from '../test/fixtures/run-facts.ts';

/** Measures steps per second in runs of 10 and of 500 steps. */
export async function stepsPerSecond(folder: string): Promise<{ short: number; long: number }> {
  const services = { ...withoutBlobs, blobs: await openDiskBlobs(folder) };
  const rates = { short: 0, long: 0 };
  // The first of two rounds warms up.
  for (let round = 0; round < 2; round++) {
    rates.short = await measure(services, createChain(10), 10, 2000);
    rates.long = await measure(services, createLoop(100, 5), 500, 40);
  }
  return rates;
}

const { registry, nodeTypes, templates } = createLanguage(createToolBoxFrom([]), defaultConfig.workflows);
const types = new Map<string, (typeof registry)[keyof typeof registry]>(Object.entries(registry));
const withoutBlobs: Omit<RunServices, 'blobs'> = {
  limits: defaultConfig.runs,
  templates,
  clock: createProcessorClock(),
  memory: createRunMemory(defaultConfig.runs.memoryMegabytes),
  computeThreads: createThreadPool({ atOnce: 1 }),
  nodeLimits: defaultConfig.workflows,
  nodeType: type => types.get(type),
  fitParams: (_type, { params }) => ({ params, problems: [] }),
  createCapabilities: () => {
    throw new Error('there are no effects here');
  },
  openSource: () => {
    throw new Error('there are no sources here');
  },
  openLinks: async () => ({ url: () => '' }),
  observer: { stepEnded() {}, stepCrashed() {}, runEnded() {} },
  localEvents: createLocalEvents(),
};
const plans = createRunPlans({
  types: nodeTypes,
  templates,
  threads: withoutBlobs.computeThreads,
  limits: defaultConfig.workflows,
});
const storage: RunStorage = {
  save: async () => {},
  loadOutput: async () => '',
  confirmLease: async () => {},
  readCursor: async () => undefined,
  moveCursor: async () => {},
  saveProgress: async () => {},
  readResults: async () => new Map(),
  pause: async () => true,
  end: async () => {},
  addCancelled: async () => {},
};

async function measure(services: RunServices, definition: object, steps: number, runs: number): Promise<number> {
  const text = JSON.stringify(definition);
  const begun = performance.now();
  for (let count = 0; count < runs; count++) {
    const plan = await plans.get(text, facts.user.id);
    const state = new RunState(facts, plan, 0, defaultConfig.runs);
    const execution = new Execution({
      state,
      services,
      storage,
      isSaved: false,
      activeMs: 0,
      slot: { enter: () => undefined, leave() {} },
      signal: new AbortController().signal,
    });
    const end = await execution.run();
    if (end.status !== 'success' || end.steps.length !== steps) throw new Error(JSON.stringify(end));
  }
  return (steps * runs) / ((performance.now() - begun) / 1000);
}

const input = { name: 'Ada', list: Array.from({ length: 100 }, (_, index) => index) };

const facts = runFacts({ input, inputText: JSON.stringify(input) });

function node(id: string, type: string, params: object = {}) {
  return { id, type, params };
}

function transform(id: string, from: string) {
  return node(id, 'transform', { value: { text: `{{ ${from} }} and {{ input.name }}`, from: `{{ ${from} }}` } });
}

function createChain(steps: number) {
  const nodes = [node('start', 'trigger.manual')];
  for (let index = 1; index < steps; index++) {
    nodes.push(transform(`step${index}`, index === 1 ? 'input.name' : `steps.step${index - 1}.output.text | length`));
  }
  const edges = nodes.slice(1).map(({ id }, index) => ({ source: nodes[index]?.id, target: id, source_handle: null }));
  return { nodes, edges };
}

/**
 * Defines a loop with a body of this many steps. All items together with the trigger, the loop and the rest fill a run.
 */
function createLoop(items: number, body: number) {
  const inBody = Array.from({ length: body }, (_, index) => `body${index}`);
  const last = inBody.pop();
  const nodes = [
    node('start', 'trigger.manual'),
    node('each', 'loop', { items: `input.list[:${items - 1}]`, collect: '{{ loop.index }}' }),
    ...inBody.map((id, index) =>
      transform(id, index === 0 ? 'loop.item' : `steps.body${index - 1}.output.text | length`),
    ),
    transform(String(last), `steps.body${body - 2}.output.text | length`),
    ...['a', 'b', 'c'].map(id => transform(id, 'input.name')),
  ];
  const chain = [...inBody, String(last)];
  const edges = [
    { source: 'start', target: 'each', source_handle: null },
    { source: 'each', target: 'body0', source_handle: 'item' },
    ...chain.slice(1).map((id, index) => ({ source: chain[index], target: id, source_handle: null })),
    ...['a', 'b', 'c'].map(id => ({ source: 'each', target: id, source_handle: 'done' })),
  ];
  return { nodes, edges };
}
