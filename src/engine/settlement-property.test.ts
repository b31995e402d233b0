import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Edge } from './definition.ts';
import type { ReachableSubgraph } from './plan.ts';
import { comparePlaces, type Phase, type StepPlace } from './settlement.ts';
import {
  createChoice,
  type Entry,
  NO_LIMITS,
  type Outcome,
  placeName,
  runToEnd,
  stepId,
  TestRun,
} from './settlement-fixture.ts';

interface Drawing {
  readonly nodes: readonly { id: string; type: string; params: object }[];
  readonly edges: readonly Edge[];
}

/** Outputs from which edges lead on in the same section; the body of a loop is a section of its own. */
const OUTPUTS: Record<string, (string | null)[]> = {
  trigger: [null],
  step: [null, 'error'],
  branch: ['true', 'false', 'error'],
  choice: ['x', 'y', 'otherwise', 'error'],
  approval: ['approved', 'rejected', 'timeout', 'error'],
  loop: ['done', 'error'],
  end: [],
};
const DEPTH = 3;

/** Numbers stand for one of what there is to choose from. */
const draw = fc.record({
  type: fc.constantFrom(...Object.keys(OUTPUTS), 'step', 'step', 'approval', 'loop', 'loop', 'loop'),
  section: fc.nat(),
  sources: fc.oneof({ weight: 19, arbitrary: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }) }, fc.constant([])),
  place: fc.nat(),
});

/** Valid by construction: an edge comes from the same section, or from the loop whose body the section is. */
const drawings = fc.noBias(fc.array(draw, { maxLength: 20, size: 'max' })).map((draws): Drawing => {
  const nodes = [{ id: 'start', type: 'trigger', section: '', depth: 0, place: 0 }];
  const edges: Edge[] = [];
  draws.forEach(({ type, section, sources, place }, index) => {
    const id = `n${index}`;
    const loops = nodes.filter(node => node.type === 'loop' && node.depth < DEPTH);
    const loop = type === 'trigger' ? undefined : loops[section % (loops.length + 1)];
    const outputs: Omit<Edge, 'target'>[] = nodes
      .filter(node => node.section === (loop?.id ?? ''))
      .flatMap(node => (OUTPUTS[node.type] ?? []).map(source_handle => ({ source: node.id, source_handle })));
    if (loop) outputs.unshift({ source: loop.id, source_handle: 'item' });
    // Outside of bodies a step may do without edges: it takes no part, and neither does what it alone leads to.
    const chosen = loop && sources.length === 0 ? [0] : sources;
    for (const number of type === 'trigger' ? [] : chosen) {
      const output = outputs[number % outputs.length];
      if (output) edges.push({ ...output, target: id });
    }
    nodes.push({ id, type, section: loop?.id ?? '', depth: loop ? loop.depth + 1 : 0, place });
  });
  return {
    nodes: nodes
      .toSorted((one, other) => one.place - other.place)
      .map(({ id, type }) => ({ id, type, params: type === 'choice' ? { names: ['x', 'y'] } : {} })),
    edges: edges.toReversed(),
  };
});

interface Manner {
  /** Whether steps also fail where no `error` edge takes it. */
  readonly isRough: boolean;
  readonly waits: boolean;
}

const manners = fc.record({ isRough: fc.boolean(), waits: fc.boolean() });
const rolls = fc.func(fc.nat(9999));

/** What becomes of each step is a matter of its place alone. */
function outcomesBy(roll: (name: string) => number, { nodes, edges }: Drawing, { isRough, waits }: Manner) {
  return (name: string): Outcome => {
    const id = stepId(name);
    const type = nodes.find(node => node.id === id)?.type ?? '';
    const rolled = roll(name);
    const [one, two, three] = [rolled % 10, Math.floor(rolled / 10) % 10, Math.floor(rolled / 100)];
    const mayFail = isRough || edges.some(edge => edge.source === id && edge.source_handle === 'error');
    const outputs = (OUTPUTS[type] ?? []).filter(output => output !== 'error');
    const handle = mayFail && one < (isRough ? 1 : 4) ? undefined : (outputs[two % outputs.length] ?? null);
    if (type === 'loop') return { handle, items: three % 4 };
    if (type !== 'approval' || !waits || three < 20) return { handle };
    return { handle, waits: three < 85 ? 'for a while' : 'forever' };
  };
}

interface Prediction {
  readonly ran: string[];
  readonly ended: string[];
  readonly skipped: string[];
  /** Those that no `error` edge takes. All else is told as if the run went on after them. */
  readonly failures: string[];
  readonly phase: Phase;
}

/** What the rules say, place by place and without regard to time. Knows nothing of how the engine goes about it. */
function predict({ nodes, edges }: Drawing, decideOutcome: (name: string) => Outcome): Prediction {
  const participants = reach(edges, ['start']);
  const from = (id: string, handle: string) =>
    edges.filter(edge => edge.source === id && edge.source_handle === handle);
  const loops = nodes.flatMap(({ id, type }) => (type === 'loop' ? id : []));
  const bodies = new Map(
    loops.map(loop => [
      loop,
      reach(
        edges,
        from(loop, 'item').map(({ target }) => target),
      ),
    ]),
  );

  const findIterations = memoize((id: string): number[][] => {
    const around = loops.filter(loop => bodies.get(loop)?.has(id));
    const [loop] = around.toSorted((one, other) => (bodies.get(one)?.size ?? 0) - (bodies.get(other)?.size ?? 0));
    if (loop === undefined) return [[]];
    return findIterations(loop).flatMap(iteration => {
      const count = findFate(loop, iteration) === 'ran' ? decideOutcome(placeName(loop, iteration)).items : 0;
      return Array.from({ length: count ?? 0 }, (_, index) => [index, ...iteration]);
    });
  });
  const findFate = memoize((id: string, iteration): 'ran' | 'skipped' | undefined => {
    const incoming = edges.filter(({ source, target }) => target === id && participants.has(source));
    const before = incoming.filter(({ source_handle }) => source_handle !== 'item');
    if (!before.every(({ source }) => isDone(source, iteration))) return undefined;
    const isActive = ({ source, source_handle }: Edge) => {
      const { handle = 'error' } = decideOutcome(placeName(source, iteration));
      return findFate(source, iteration) === 'ran' && handle === source_handle;
    };
    return id === 'start' || before.length < incoming.length || before.some(isActive) ? 'ran' : 'skipped';
  });
  const isDone = memoize((id: string, iteration): boolean => {
    if (findFate(id, iteration) !== 'ran') return findFate(id, iteration) === 'skipped';
    if (decideOutcome(placeName(id, iteration)).waits === 'forever') return false;
    return [...(bodies.get(id) ?? [])].every(member => {
      const inside = (inner: number[]) => inner.slice(inner.length - iteration.length).join() === iteration.join();
      return findIterations(member).every(inner => !inside(inner) || isDone(member, inner));
    });
  });

  const those = (filter: (id: string, iteration: number[]) => boolean) => {
    const named = (id: string) => findIterations(id).flatMap(it => (filter(id, it) ? placeName(id, it) : []));
    return [...participants].flatMap(named).sort();
  };
  const ran = those((id, iteration) => findFate(id, iteration) === 'ran');
  const ended = those((id, iteration) => findFate(id, iteration) === 'ran' && isDone(id, iteration));
  const isTaken = (name: string) => from(stepId(name), 'error').length > 0;
  return {
    ran,
    ended,
    skipped: those((id, iteration) => findFate(id, iteration) === 'skipped'),
    failures: ended.filter(name => decideOutcome(name).handle === undefined && !isTaken(name)),
    phase: ran.some(name => decideOutcome(name).waits === 'forever') ? 'waiting' : 'finished',
  };
}

function reach(edges: readonly Edge[], starts: readonly string[]): Set<string> {
  const found = new Set(starts);
  for (const id of found) for (const { source, target } of edges) if (source === id) found.add(target);
  return found;
}

function memoize<Value>(find: (id: string, iteration: readonly number[]) => Value) {
  const known = new Map<string, { value: Value }>();
  return (id: string, iteration: readonly number[] = []): Value => {
    const name = placeName(id, iteration);
    const found = known.get(name) ?? { value: find(id, iteration) };
    known.set(name, found);
    return found.value;
  };
}

/** Each place once, nothing before what leads to it, and no loop before its items are over. */
function checkOrder({ edges }: Drawing, log: readonly Entry[]): void {
  const begun = new Map<string, Entry>();
  const opened = new Set<string>();
  const done = new Set<string>();
  const participants = reach(edges, ['start']);
  for (const entry of log) {
    const { event, id, iteration, loop } = entry;
    const name = placeName(id, iteration);
    if (event === 'start' || event === 'skip') {
      assert(!begun.has(name), `${name} comes twice`);
      begun.set(name, entry);
      assert(loop === undefined || (opened.has(loop) && !done.has(loop)), `${name} comes while ${loop} is not open`);
      for (const { source, source_handle } of edges.filter(({ target }) => target === id)) {
        if (source_handle === 'item') assert.equal(placeName(source, iteration.slice(1)), loop);
        else if (participants.has(source))
          assert(done.has(placeName(source, iteration)), `${name} comes before ${source}`);
      }
    }
    if (event === 'open') opened.add(name);
    if (event === 'skip' || event === 'end') {
      assert(begun.has(name) && !done.has(name), `${name} ends twice or before it begins`);
      done.add(name);
      for (const [inner, { loop }] of begun) assert(loop !== name || done.has(inner), `${name} ends before ${inner}`);
    }
  }
}

function checkOutcome(testRun: TestRun, prediction: Prediction): void {
  const { ran, ended, skipped, failures, phase } = prediction;
  const { settlement, log } = testRun;
  assert.equal(settlement.exhausted, false);
  assert.equal(settlement.failing, failures.length > 0);
  if (!settlement.failing) {
    assert.deepEqual(testRun.names('start').sort(), ran);
    assert.deepEqual(testRun.names('skip').sort(), skipped);
    assert.deepEqual(testRun.names('end').sort(), ended);
    assert.equal(testRun.phase, phase);
    return;
  }
  assert.equal(testRun.phase, 'finished');
  const failure = log.findIndex(
    ({ event, id, iteration }) => event === 'end' && failures.includes(placeName(id, iteration)),
  );
  assert(!log.slice(failure).some(({ event }) => event === 'start'), 'nothing starts after a failure');
  for (const name of testRun.names('start')) assert(ran.includes(name), name);
  for (const name of testRun.names('skip')) assert(skipped.includes(name), name);
}

/** Loops and items from the outermost inward, each as the graph and the list have them. */
function executionOrder(subgraph: ReachableSubgraph, { node, frame }: StepPlace): number[] {
  const { loop, parent, index } = frame;
  const outer = parent ? [...executionOrder(subgraph, { node: loop, frame: parent }), index] : [];
  return [...outer, subgraph.position(node)];
}

function isBefore(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((number, index) => number !== other[index]);
  return at === -1 ? one.length < other.length : at >= other.length ? false : (one[at] ?? 0) < (other[at] ?? 0);
}

const seeds = fc.nat();
const scenes = fc.record({ drawing: drawings, roll: rolls, manner: manners });
const mild = { isRough: false, waits: true };
const runs = { numRuns: 500 };

describe('whatever the definition, the outcomes of its steps and the order in which they end', () => {
  test('what runs, what is skipped and how it ends is as the rules say', () => {
    const property = fc.property(
      scenes,
      seeds,
      fc.integer({ min: 1, max: 5 }),
      ({ drawing, roll, manner }, seed, atOnce) => {
        const decideOutcome = outcomesBy(roll, drawing, manner);
        const testRun = new TestRun(drawing, { ...NO_LIMITS, atOnce });
        const { mostAtOnce, running } = runToEnd(testRun, decideOutcome, createChoice(seed));
        assert.equal(running, 0, 'steps that run are waited for');
        assert(mostAtOnce <= atOnce, `${mostAtOnce} steps at once`);
        checkOrder(drawing, testRun.log);
        checkOutcome(testRun, predict(drawing, decideOutcome));
      },
    );
    fc.assert(property, runs);
  });

  test('one order of completions gives what another gives', () => {
    const property = fc.property(drawings, rolls, seeds, seeds, (drawing, roll, seed, otherSeed) => {
      const outcomes = [seed, otherSeed].map(chosen => {
        const testRun = new TestRun(drawing, { ...NO_LIMITS, atOnce: 1 + (chosen % 5) });
        runToEnd(testRun, outcomesBy(roll, drawing, mild), createChoice(chosen));
        const sets = (['start', 'skip', 'open', 'wait', 'end'] as const).map(event => testRun.names(event).sort());
        return { sets, phase: testRun.phase };
      });
      assert.deepEqual(outcomes[0], outcomes[1]);
    });
    fc.assert(property, runs);
  });

  test('as many steps start as may, and one more ends the run', () => {
    const property = fc.property(drawings, rolls, seeds, fc.nat(30), (drawing, roll, seed, steps) => {
      const decideOutcome = outcomesBy(roll, drawing, mild);
      const { ran } = predict(drawing, decideOutcome);
      const testRun = new TestRun(drawing, { steps, atOnce: 4 });
      runToEnd(testRun, decideOutcome, createChoice(seed));
      assert.equal(testRun.names('start').length, Math.min(steps, ran.length));
      assert.equal(testRun.settlement.exhausted, ran.length > steps);
      assert.equal(testRun.settlement.failing, ran.length > steps);
    });
    fc.assert(property, runs);
  });

  test('one at a time, the steps run item by item, and otherwise as the graph has them', () => {
    const property = fc.property(drawings, rolls, (drawing, roll) => {
      const testRun = new TestRun(drawing, { ...NO_LIMITS, atOnce: 1 });
      runToEnd(testRun, outcomesBy(roll, drawing, { isRough: false, waits: false }), createChoice(0));
      const { subgraph } = testRun.settlement;
      const places = testRun.names('start').map(name => testRun.place(name));
      places.forEach((place, index) => {
        for (const earlier of places.slice(0, index)) {
          assert(
            isBefore(executionOrder(subgraph, earlier), executionOrder(subgraph, place)),
            testRun.placeName(place),
          );
          assert(comparePlaces(subgraph, earlier, place) < 0 && comparePlaces(subgraph, place, earlier) > 0);
        }
        assert.equal(comparePlaces(subgraph, place, place), 0);
      });
    });
    fc.assert(property, runs);
  });
});
