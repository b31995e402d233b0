/** Executes runs for unit tests, without a database. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { defaultConfig } from '../../configuration/config-fixture.ts';
import { openDiskBlobs } from '../../platform/blobs/disk.ts';
import type { ThreadPool } from '../../platform/threads/thread-pool.ts';
import { createToolBoxFrom } from '../../tools/registry.ts';
import { createLanguage } from '../../workflows/checking.ts';
import { createRunPlans } from '../plans/run-plans.ts';
import { Execution, type ExecutionOptions } from './execution.ts';
import { createLocalEvents } from './local-events.ts';
import { runFacts } from './run-facts-fixture.ts';
import { createRunMemory, type RunMemory } from './run-memory.ts';
import type { RunServices } from './run-services.ts';
import { RunState } from './run-state.ts';
import type { RunStorage } from './run-storage.ts';

const { registry, nodeTypes, templates } = createLanguage(createToolBoxFrom([]), defaultConfig.workflows);
const folder = await mkdtemp(path.join(tmpdir(), 'heddle-executing-'));
after(() => rm(folder, { recursive: true }));
const blobs = await openDiskBlobs(folder);
const types = new Map<string, (typeof registry)[keyof typeof registry]>(Object.entries(registry));

export const facts = runFacts();

const noThreads: ThreadPool = {
  run: async () => {
    throw new Error('there are no threads here');
  },
  close: async () => {},
};

/** Accepts everything, and has nothing. */
export const idleStorage: RunStorage = {
  save: async () => {},
  loadOutput: async () => '',
  confirmLease: async () => {},
  saveProgress: async () => {},
  readResults: async () => new Map(),
  pause: async () => true,
  end: async () => {},
  addCancelled: async () => {},
};

interface PreparedOptions extends Partial<Pick<ExecutionOptions, 'storage' | 'known' | 'signal'>> {
  computeThreads?: ThreadPool;
  memory?: RunMemory;
}

export async function prepareExecution(
  definition: object,
  { computeThreads = noThreads, memory, storage = idleStorage, ...options }: PreparedOptions = {},
): Promise<Execution> {
  const services: RunServices = {
    limits: defaultConfig.runs,
    templates,
    clock: () => 0,
    memory: memory ?? createRunMemory(defaultConfig.runs.memoryMegabytes),
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
  const plans = createRunPlans({
    types: nodeTypes,
    templates,
    threads: computeThreads,
    limits: defaultConfig.workflows,
  });
  const state = new RunState(facts, await plans.get(JSON.stringify(definition), 'ann'), 0, defaultConfig.runs);
  const slot = { enter: () => undefined, leave() {} };
  const { signal } = new AbortController();
  return new Execution({ state, services, storage, isSaved: false, activeMs: 0, slot, signal, ...options });
}
