import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { environment } from '../../../test/fixtures/engine.ts';
import type { Outcome } from '../../../test/fixtures/settlement.ts';
import {
  createChoice,
  NO_LIMITS,
  parseDefinition,
  placeName,
  runToEnd,
  TestRun,
} from '../../../test/fixtures/settlement.ts';
import { createTemplateCache } from '../../templates/template.ts';
import { type EndedStep, planAdoption } from './adoption.ts';
import { RunPlan } from './run-plans.ts';

const templates = createTemplateCache({ entries: 100 });

function createPlan(edges: string, change: (definition: ReturnType<typeof parseDefinition>) => unknown = each => each) {
  const plan = new RunPlan(JSON.stringify(change(parseDefinition(edges))), environment.nodeTypes, templates);
  return { plan, trigger: plan.graph.index('start') ?? 0 };
}

/** Reads `a`, `a skipped`, `a[0] failed` and `a handled`, each in its own line. */
function readSteps(text: string): EndedStep[] {
  return text
    .trim()
    .split('\n')
    .map(line => {
      const [, nodeId = '', items = '', status = 'success'] = /^\s*(\w+)(?:\[([\d,]+)\])?(?: (\w+))?$/.exec(line) ?? [];
      return {
        nodeId,
        iteration: items === '' ? [] : items.split(',').map(Number),
        status: status === 'handled' ? 'failed' : (status.replace(/pinned|cut/, 'success') as EndedStep['status']),
        handle: status === 'handled' ? 'error' : null,
        isPinned: status === 'pinned',
        isWhole: status !== 'cut',
      };
    });
}

interface Options {
  edges: string;
  steps: string;
  from?: string;
  changed?: ReturnType<typeof createPlan>;
  effects?: string[];
}

function plan({ edges, steps, from = 'failed', changed, effects = [] }: Options) {
  const executed = createPlan(edges);
  const target = changed ?? executed;
  const adoption = planAdoption({
    ...target,
    executed,
    steps: readSteps(steps),
    from:
      from === 'failed' || from === 'start'
        ? { kind: from }
        : { kind: 'step', node: target.plan.graph.index(from) ?? -1 },
    isEffect: type => effects.includes(type),
    hasNewInput: false,
  });
  return {
    adopted: adoption.adopted.map(({ nodeId, iteration }) => placeName(nodeId, iteration)),
    withoutOutput: adoption.withoutOutput.map(({ nodeId }) => nodeId),
    missing: adoption.missing?.nodeId,
    executed: adoption.plan.executed.map(({ node_id, items }) => (items === null ? node_id : `${node_id} x${items}`)),
  };
}

const ROW = 'start>a, a>b, b>c';

suite('a replay', () => {
  test('from the failed step adopts what succeeded', () => {
    const result = plan({ edges: ROW, steps: 'start\na\nb failed\nc skipped' });
    assert.deepEqual(result.adopted, ['start', 'a']);
    assert.deepEqual(result.executed, ['b', 'c']);
  });

  test('from a step adopts what is not behind it', () => {
    const edges = 'start>a, start>x, a>b, x>b, b>c';
    const result = plan({ edges, steps: 'start\na\nx\nb\nc', from: 'a' });
    assert.deepEqual(result.adopted, ['start', 'x']);
    assert.deepEqual(result.executed, ['a', 'b', 'c']);
  });

  test('from the start adopts nothing', () => {
    const result = plan({ edges: ROW, steps: 'start\na\nb\nc', from: 'start' });
    assert.deepEqual([result.adopted, result.executed], [[], ['start', 'a', 'b', 'c']]);
  });

  test('adopts failures that were handled, and leaves skipped steps as they are', () => {
    const edges = 'start>a, a.error>b, a>x, b>c';
    const result = plan({ edges, steps: 'start\na handled\nx skipped\nb\nc failed' });
    assert.deepEqual(result.adopted, ['start', 'a', 'b']);
    assert.deepEqual(result.executed, ['c']);
  });

  test('executes pinned steps and what is behind them', () => {
    const result = plan({ edges: ROW, steps: 'start\na pinned\nb\nc failed' });
    assert.deepEqual([result.adopted, result.executed], [['start'], ['a', 'b', 'c']]);
  });
});

suite('a repeat', () => {
  const edges = 'start>repeat, repeat.round>a, a>b, repeat.done>c';
  const pauses = 'repeat[0]\nrepeat[1]';
  const cases: [title: string, steps: string, from: string, adopted: string[]][] = [
    [
      'goes on in the round that failed, and does not wait again',
      `start\na[0]\nb[0]\na[1]\nb[1]\na[2]\nb[2] failed\n${pauses}\nrepeat failed\nc skipped`,
      'failed',
      ['start', 'a[0]', 'a[1]', 'a[2]', 'b[0]', 'b[1]', 'repeat[0]', 'repeat[1]'],
    ],
    [
      'is executed again from a step in the round that had not succeeded',
      `start\na[0]\nb[0]\na[1]\nb[1] failed\nrepeat[0]\nrepeat failed`,
      'a',
      ['start', 'a[0]', 'b[0]', 'repeat[0]'],
    ],
    [
      'is executed again from a step in the first round when all had succeeded, with all rounds that follow',
      `start\na[0]\nb[0]\na[1]\nb[1]\na[2]\nb[2]\n${pauses}\nrepeat\nc`,
      'b',
      ['start', 'a[0]'],
    ],
    [
      'is executed with all its rounds and pauses when it is chosen itself',
      `start\na[0]\nb[0]\na[1]\nb[1]\nrepeat[0]\nrepeat\nc`,
      'repeat',
      ['start'],
    ],
    [
      'that has ended is adopted with its pauses when only what follows is executed',
      `start\na[0]\nb[0]\na[1]\nb[1]\nrepeat[0]\nrepeat\nc failed`,
      'failed',
      ['start', 'repeat', 'a[0]', 'a[1]', 'b[0]', 'b[1]', 'repeat[0]'],
    ],
  ];
  for (const [title, steps, from, adopted] of cases) {
    test(title, () => {
      assert.deepEqual(plan({ edges, steps, from }).adopted.toSorted(), adopted.toSorted());
    });
  }
});

suite('a loop', () => {
  const edges = 'start>loop, loop.item>a, a>b, loop.done>c';

  test('keeps the items that had succeeded', () => {
    const steps = 'start\na[0]\nb[0]\na[1]\nb[1] failed\na[2]\nloop failed\nc skipped';
    const result = plan({ edges, steps });
    assert.deepEqual(result.adopted, ['start', 'a[0]', 'a[1]', 'a[2]', 'b[0]']);
    assert.deepEqual(result.executed, ['loop', 'a', 'c', 'b']);
  });

  test('is executed again from a step in the items that had not succeeded', () => {
    const steps = 'start\na[0]\nb[0]\na[1]\nb[1] failed\nloop failed';
    assert.deepEqual(plan({ edges, steps, from: 'a' }).adopted, ['start', 'a[0]', 'b[0]']);
  });

  test('is executed again from a step in all items when all had succeeded', () => {
    const steps = 'start\na[0]\nb[0]\na[1]\nb[1]\nloop\nc';
    const result = plan({ edges, steps, from: 'b' });
    assert.deepEqual(result.adopted, ['start', 'a[0]', 'a[1]']);
    assert.deepEqual(result.executed, ['loop', 'c', 'b x2']);
  });

  test('is executed with all its items when it is chosen itself', () => {
    const steps = 'start\na[0]\nb[0]\nloop\nc';
    assert.deepEqual(plan({ edges, steps, from: 'loop' }).adopted, ['start']);
  });

  test('in a loop belongs to the items of both', () => {
    const nested = 'start>loop1, loop1.item>a, a>loop2, loop2.item>b, loop2.done>c, loop1.done>d';
    const steps = `start
      a[0]
      b[0,0]
      b[1,0]
      loop2[0]
      c[0]
      a[1]
      b[0,1]
      b[1,1] failed
      loop2[1] failed
      loop1 failed`;
    const result = plan({ edges: nested, steps });
    assert.deepEqual(result.adopted, ['start', 'a[0]', 'a[1]', 'b[0,0]', 'b[1,0]', 'b[0,1]', 'loop2[0]', 'c[0]']);
    const chosen = plan({ edges: nested, steps, from: 'a' });
    assert.deepEqual(chosen.adopted, ['start', 'a[0]', 'b[0,0]', 'b[1,0]', 'loop2[0]', 'c[0]']);
  });
});

suite('with another definition', () => {
  const steps = 'start\na\nb\nc';

  test('changed and new steps are executed, and all behind them', () => {
    const changed = createPlan(ROW, ({ nodes, edges }) => ({
      nodes: nodes.map(node => (node.id === 'b' ? { ...node, params: { value: 2 } } : node)),
      edges,
    }));
    assert.deepEqual(plan({ edges: ROW, steps, changed }).adopted, ['start', 'a']);
    const inserted = createPlan('start>a, a>new, new>b, b>c');
    assert.deepEqual(plan({ edges: ROW, steps, changed: inserted }).adopted, ['start', 'a']);
    const removed = createPlan('start>b, b>c');
    assert.deepEqual(plan({ edges: ROW, steps, changed: removed }).adopted, ['start']);
  });

  test('names and positions do not matter, and neither does the order of nodes', () => {
    const changed = createPlan(ROW, ({ nodes, edges }) => ({
      nodes: nodes.toReversed().map(node => ({ ...node, name: 'other', position: { x: 1, y: 2 } })),
      edges: edges.toReversed(),
    }));
    assert.deepEqual(plan({ edges: ROW, steps, changed }).adopted.toSorted(), ['a', 'b', 'c', 'start']);
  });

  test('a step that is now in a loop is executed', () => {
    const changed = createPlan('start>loop, loop.item>a, a>b');
    assert.deepEqual(plan({ edges: ROW, steps, changed }).adopted, ['start']);
  });
});

suite('an output that is not whole', () => {
  const edges = 'start>a, a>b, b>c';
  const use = (id: string) =>
    createPlan(edges, definition => ({
      ...definition,
      nodes: definition.nodes.map(node =>
        node.id === id ? { ...node, params: { value: '{{ steps.a.output }}' } } : node,
      ),
    }));

  test('is computed again when the step only computes', () => {
    const result = plan({ edges, steps: 'start\na cut\nb\nc failed' });
    assert.deepEqual([result.adopted, result.executed, result.missing], [['start', 'b'], ['a', 'c'], undefined]);
  });

  test('of an effect is left out when nothing needs it', () => {
    const result = plan({ edges, steps: 'start\na cut\nb\nc failed', effects: ['step'] });
    assert.deepEqual([result.adopted, result.withoutOutput, result.missing], [['start', 'b'], ['a'], undefined]);
  });

  test('of an effect is missing when a step that is executed needs it', () => {
    const executed = use('c');
    const steps = readSteps('start\na cut\nb\nc failed');
    const options = { ...executed, executed, steps, isEffect: () => true, hasNewInput: false } as const;
    assert.equal(planAdoption({ ...options, from: { kind: 'failed' } }).missing?.nodeId, 'a');
  });
});

/** A step in the middle of which a run may fail. */
const DEFINITIONS = [
  'start>a, a>b, a>c, b>d, c>d',
  'start>loop, loop.item>a, a>b, loop.done>c, c>d',
  'start>a, a>loop1, loop1.item>b, b>loop2, loop2.item>c, c>d, loop2.done>e, loop1.done>f',
  'start>a, a.error>b, a>c, b>d, c>d, d>loop, loop.item>e, loop.done>f',
  'start>branch, branch.true>a, branch.false>b, a>c, b>c, c>loop, loop.item>x, loop.error>y',
];

test('what a replay adopts and what it executes make up the run that would not have failed', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...DEFINITIONS),
      fc.func(fc.nat(99)),
      fc.nat(1_000_000),
      fc.nat(1_000_000),
      (edges, roll, seed, otherSeed) => {
        const isLoop = (name: string) => name.startsWith('loop');
        const succeed = (name: string): Outcome => {
          if (isLoop(name)) return { handle: 'done', items: roll(name) % 3 };
          return { handle: name.startsWith('branch') ? String(roll(name) % 2 === 0) : null };
        };
        const fail = (name: string): Outcome =>
          isLoop(name) || name === 'start' || roll(`fail ${name}`) >= 25 ? succeed(name) : { handle: undefined };

        const failed = simulate(edges, fail, seed);
        const { plan: target, trigger } = createPlan(edges);
        const { adopted } = planAdoption({
          plan: target,
          trigger,
          executed: { plan: target, trigger },
          steps: failed,
          from: { kind: 'failed' },
          isEffect: () => true,
          hasNewInput: false,
        });
        const known = new Map(adopted.map(step => [placeName(step.nodeId, step.iteration), step]));
        // Adopted steps have the result that they had. The others succeed this time.
        const again = (name: string): Outcome => (known.has(name) && !isLoop(name) ? fail(name) : succeed(name));
        const ended = simulate(edges, again, otherSeed);
        const names = new Map(ended.map(step => [placeName(step.nodeId, step.iteration), step]));
        for (const [name, step] of known) {
          assert.ok(names.has(name), `${name} is adopted, but the replay does not come to it`);
          assert.equal(names.get(name)?.status, step.status, name);
        }
        assert.ok(ended.every(({ status, handle }) => status !== 'failed' || handle === 'error'));
      },
    ),
    { numRuns: 300 },
  );
});

/** Runs a definition, and returns its steps as an ended run has them. */
function simulate(edges: string, outcome: (name: string) => Outcome, seed: number): EndedStep[] {
  const definition = parseDefinition(edges);
  const run = new TestRun(definition, NO_LIMITS);
  runToEnd(run, outcome, createChoice(seed));
  const ended = new Set(run.names('end'));
  const skipped = new Set(run.names('skip'));
  const hasErrorEdge = (id: string) =>
    definition.edges.some(({ source, source_handle }) => source === id && source_handle === 'error');
  const places = run.log.filter(({ event }) => event === 'start' || event === 'skip');
  return places.map(({ id, iteration }) => {
    const name = placeName(id, iteration);
    const { handle } = outcome(name);
    const isFailed = !ended.has(name) || handle === undefined;
    return {
      nodeId: id,
      iteration,
      status: skipped.has(name) ? 'skipped' : isFailed ? 'failed' : 'success',
      handle: isFailed ? (ended.has(name) && hasErrorEdge(id) ? 'error' : null) : (handle ?? null),
      isPinned: false,
      isWhole: true,
    };
  });
}
