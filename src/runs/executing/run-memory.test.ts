/** Tests what runs keep in memory of their steps' outputs: it is counted, it has a limit, and all of it is given back. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { defaultConfig } from '../../../test/fixtures/config.ts';
import { idleStorage, prepareExecution } from '../../../test/fixtures/execution.ts';
import type { Step } from '../schemas.ts';
import { createRunMemory, type RunMemory } from './run-memory.ts';
import { stepKey, toKnownStep } from './run-records.ts';
import { RunCancelled, RunLost, type RunStorage } from './run-storage.ts';
import type { CancelledSteps, RunEnd, RunPause, SavedStep } from './saved-run.ts';

const LONG = 150_000;
const STEPS = 40;

/** Steps with long outputs, and one that uses the first of them. */
const definition = (step = `{{ 'x' * ${LONG} }}`, steps = STEPS) => {
  const nodes = [
    { id: 'start', type: 'trigger.manual', params: {} },
    ...Array.from({ length: steps }, (_, index) => ({ id: `s${index}`, type: 'transform', params: { value: step } })),
    { id: 'done', type: 'output', params: { value: '{{ steps.s0.output | length }}' } },
  ];
  const edges = nodes.slice(1).map(({ id }, index) => ({ source: nodes[index]?.id, target: id, source_handle: null }));
  return { nodes, edges };
};

/** Stores steps as the database does. */
function createStorage(more: Partial<RunStorage> = {}) {
  const saved = new Map<string, SavedStep>();
  const ends: RunEnd[] = [];
  const storage: RunStorage = {
    ...idleStorage,
    async save(steps) {
      for (const step of steps) saved.set(stepKey(step), step);
    },
    async loadOutput(step, characters) {
      const output = saved.get(stepKey(step))?.output ?? '';
      return output.slice(0, characters ?? undefined);
    },
    end: async end => void ends.push(end),
    ...more,
  };
  return { saved, ends, storage };
}

/** What one user may keep, and load, of the least memory that there can be. */
const SHARE_OF_64 = (64 * 2 ** 20) / 2 / 8 / 2;

/** Counts what is acquired from a memory. More than the share of one user counts as that share. */
function counted(megabytes: number): RunMemory & { held: { kept: number; loaded: number; most: number } } {
  const memory = createRunMemory(megabytes);
  const held = { kept: 0, loaded: 0, most: 0 };
  const count = (half: 'kept' | 'loaded', wanted: number, release: () => void) => {
    const amount = Math.min(wanted, (SHARE_OF_64 * megabytes) / 64);
    held[half] += amount;
    held.most = Math.max(held.most, held[half]);
    return () => {
      held[half] -= amount;
      release();
    };
  };
  const tryAcquire = (half: 'kept' | 'loaded') => (owner: string, amount: number) => {
    const release = memory[half].tryAcquire(owner, amount);
    return release && count(half, amount, release);
  };
  return {
    held,
    kept: { tryAcquire: tryAcquire('kept') },
    loaded: {
      tryAcquire: tryAcquire('loaded'),
      acquire: async (owner, amount, signal) =>
        count('loaded', amount, await memory.loaded.acquire(owner, amount, signal)),
    },
  };
}

function endOf(end: RunEnd | RunPause): RunEnd {
  assert.ok('output' in end, 'the run pauses');
  return end;
}

suite('the outputs of a run with many long outputs', () => {
  test('are all in what is written, and in memory neither during the run nor after it', async () => {
    const memory = counted(512);
    const { storage, ends } = createStorage();
    const end = endOf(await (await prepareExecution(definition(), { storage, memory })).run());
    assert.equal(end.output, `${LONG}`);
    const steps: Step[] = JSON.parse(ends[0]?.stepsText ?? '[]');
    assert.deepEqual(
      steps
        .filter(({ node_id }) => node_id.startsWith('s') && node_id !== 'start')
        .map(each => each.output_json.length),
      Array.from({ length: STEPS }, () => LONG + 2),
    );
    assert.equal(end.isLarge, true);
    const left = end.steps.reduce((sum, { output_json }) => sum + output_json.length, 0);
    assert.ok(left < 20_000, `the end of the run keeps ${left} characters of ${STEPS * LONG}`);
    assert.deepEqual([memory.held.kept, memory.held.loaded], [0, 0]);
  });

  test('show their beginnings where they are longer than a run shows', async () => {
    const { storage, ends } = createStorage();
    await (await prepareExecution(definition(`{{ 'ä' * 300000 }}`, 30), { storage })).run();
    const steps: Step[] = JSON.parse(ends[0]?.stepsText ?? '[]');
    assert.deepEqual([steps[1]?.output_json, steps[1]?.output_truncated], [`"${'ä'.repeat(199_999)}`, true]);
  });

  test('stay in a run of a few steps, which is written once', async t => {
    // On a busy machine it could take so long that it is written before.
    t.mock.method(performance, 'now', () => 0);
    const memory = counted(512);
    const { storage, saved, ends } = createStorage();
    const end = endOf(await (await prepareExecution(definition(undefined, 3), { storage, memory })).run());
    assert.deepEqual([saved.size, ends.length, end.isLarge], [0, 1, false]);
    assert.equal(end.steps[1]?.output_json.length, LONG + 2);
    assert.deepEqual([memory.held.kept, memory.held.loaded], [0, 0]);
  });

  test('leave memory earlier when other runs have it, and templates still see them', async () => {
    const memory = counted(64);
    const others = memory.kept.tryAcquire('ann', SHARE_OF_64);
    assert.ok(others);
    const { storage, saved } = createStorage();
    const end = endOf(await (await prepareExecution(definition(undefined, 3), { storage, memory })).run());
    assert.deepEqual([end.output, saved.has('s0'), end.isLarge], [`${LONG}`, true, true]);
    others();
    assert.deepEqual([memory.held.kept, memory.held.loaded], [0, 0]);
  });

  test('wait for each other at the end: runs of one user load no more than its share at once', async () => {
    const memory = counted(64);
    const runs = Array.from({ length: 6 }, async () => {
      const { storage, ends } = createStorage();
      const end = endOf(await (await prepareExecution(definition(), { storage, memory })).run());
      assert.equal(end.output, `${LONG}`);
      return ends[0]?.stepsText.length ?? 0;
    });
    for (const characters of await Promise.all(runs)) assert.ok(characters > STEPS * LONG);
    assert.ok(memory.held.most <= SHARE_OF_64, `${memory.held.most} characters were held at once`);
    assert.deepEqual([memory.held.kept, memory.held.loaded], [0, 0]);
  });

  test('are in what a cancelled run adds, and its memory is given back', async () => {
    const memory = counted(64);
    const cancelling = new AbortController();
    let added: CancelledSteps | undefined;
    const { storage, saved } = createStorage({
      async addCancelled(steps) {
        added = steps;
      },
    });
    const save = storage.save;
    storage.save = async steps => {
      await save(steps);
      if (!saved.has('s35')) return;
      cancelling.abort(new RunCancelled('cancelled'));
      throw new RunLost('lost');
    };
    const execution = await prepareExecution(definition(undefined, 200), {
      storage,
      memory,
      signal: cancelling.signal,
    });
    await assert.rejects(execution.run(), RunLost);
    const steps: Step[] = JSON.parse(added?.stepsText ?? '[]');
    assert.equal(steps.find(({ node_id }) => node_id === 's7')?.output_json.length, LONG + 2);
    assert.deepEqual([memory.held.kept, memory.held.loaded], [0, 0]);
  });

  test('are given back when the run is lost while it loads one of them', async () => {
    const memory = counted(64);
    const stopping = new AbortController();
    const { storage } = createStorage();
    const loadOutput = storage.loadOutput;
    storage.loadOutput = async (step, characters) => {
      const output = await loadOutput(step, characters);
      // The loop of the run learns of the stop before it learns that the value is there.
      queueMicrotask(() => stopping.abort(new Error('the process stops')));
      return output;
    };
    const execution = await prepareExecution(definition(), { storage, memory, signal: stopping.signal });
    await assert.rejects(execution.run(), /the process stops/);
    assert.deepEqual([memory.held.kept, memory.held.loaded], [0, 0]);
  });
});

test('a step that is known from before, with a long output, is in what is written when the run does not reach it', async () => {
  const { storage, saved, ends } = createStorage();
  const { saved: before, storage: first } = createStorage();
  await (await prepareExecution(definition(), { storage: first })).run();
  const limits = defaultConfig.runs;
  const known = new Map(
    [...before].slice(0, 10).map(([key, step]) => {
      saved.set(key, step);
      const row = { ...step, output: (step.output ?? '').slice(0, 12_001), isWhole: false };
      return [key, toKnownStep({ ...row, characters: step.outputCharacters, key: step.outputKey }, limits)] as const;
    }),
  );
  const failing = definition();
  for (const node of failing.nodes) if (node.id === 's0') node.params = { value: '{{ nothing.at.all }}' };
  known.delete('s0');
  const end = endOf(await (await prepareExecution(failing, { storage, known })).run());
  assert.deepEqual([end.status, end.isLarge], ['failed', true]);
  const steps: Step[] = JSON.parse(ends[0]?.stepsText ?? '[]');
  assert.equal(steps.find(({ node_id }) => node_id === 's5')?.output_json.length, LONG + 2);
});
