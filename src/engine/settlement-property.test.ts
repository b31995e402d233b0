import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  createChoice,
  type Entry,
  NO_LIMITS,
  type Outcome,
  placeName,
  runToEnd,
  stepId,
  TestRun,
} from '../../test/fixtures/settlement.ts';
import { runsOf } from '../../test/support/tiers.ts';
import type { Edge } from './definition.ts';
import type { ReachableSubgraph } from './plan.ts';
import { comparePlaces, type Phase, type StepPlace } from './settlement.ts';

interface RandomDefinition {
  readonly nodes: readonly { id: string; type: string; params: object }[];
  readonly edges: readonly Edge[];
}

/** The outputs whose edges stay in the same section. The body of a loop is a section of its own. */
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

/** The numbers select one of the possibilities. */
const choice = fc.record({
  type: fc.constantFrom(...Object.keys(OUTPUTS), 'step', 'step', 'approval', 'loop', 'loop', 'loop'),
  section: fc.nat(),
  sources: fc.oneof({ weight: 19, arbitrary: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }) }, fc.constant([])),
  place: fc.nat(),
});

/** The definitions are valid by construction: an edge comes from the same section or from the loop of the section. */
const definitions = fc.noBias(fc.array(choice, { maxLength: 20, size: 'max' })).map((choices): RandomDefinition => {
  const nodes = [{ id: 'start', type: 'trigger', section: '', depth: 0, place: 0 }];
  const edges: Edge[] = [];
  choices.forEach(({ type, section, sources, place }, index) => {
    const id = `n${index}`;
    const loops = nodes.filter(node => node.type === 'loop' && node.depth < DEPTH);
    const loop = type === 'trigger' ? undefined : loops[section % (loops.length + 1)];
    const outputs: Omit<Edge, 'target'>[] = nodes
      .filter(node => node.section === (loop?.id ?? ''))
      .flatMap(node => (OUTPUTS[node.type] ?? []).map(source_handle => ({ source: node.id, source_handle })));
    if (loop) outputs.unshift({ source: loop.id, source_handle: 'item' });
    // Outside of bodies, a step may have no incoming edges. It is unreachable then, like the steps that follow only it.
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

interface Behavior {
  /** Whether steps without an `error` edge fail too. */
  readonly failsAnywhere: boolean;
  readonly waits: boolean;
  /** Whether loops limit the items that are open at once. Nothing waits forever then, as it would keep items from opening. */
  readonly limitsItems: boolean;
}

const behaviors = fc.record({ failsAnywhere: fc.boolean(), waits: fc.boolean(), limitsItems: fc.boolean() });
const rolls = fc.func(fc.nat(9999));

/** The outcome of each step depends only on its place. */
function outcomesBy(
  roll: (name: string) => number,
  { nodes, edges }: RandomDefinition,
  { failsAnywhere, waits, limitsItems }: Behavior,
) {
  return (name: string): Outcome => {
    const id = stepId(name);
    const type = nodes.find(node => node.id === id)?.type ?? '';
    const rolled = roll(name);
    const [one, two, three] = [rolled % 10, Math.floor(rolled / 10) % 10, Math.floor(rolled / 100)];
    const mayFail = failsAnywhere || edges.some(edge => edge.source === id && edge.source_handle === 'error');
    const outputs = (OUTPUTS[type] ?? []).filter(output => output !== 'error');
    const handle = mayFail && one < (failsAnywhere ? 1 : 4) ? undefined : (outputs[two % outputs.length] ?? null);
    const itemsAtOnce = limitsItems ? Math.floor(three / 4) % 4 : 0;
    if (type === 'loop') return { handle, items: three % 4, ...(itemsAtOnce > 0 && { itemsAtOnce }) };
    if (type !== 'approval' || !waits || three < 20) return { handle };
    return { handle, waits: three < 85 || limitsItems ? 'for a while' : 'forever' };
  };
}

interface Prediction {
  readonly ran: string[];
  readonly ended: string[];
  readonly skipped: string[];
  /** Failures without an `error` edge. The other fields are predicted as if the run continued after them. */
  readonly failures: string[];
  readonly phase: Phase;
}

/**
 * Predicts a run from the rules, place by place and without regard to time. It is independent of the implementation.
 */
function predict({ nodes, edges }: RandomDefinition, decideOutcome: (name: string) => Outcome): Prediction {
  const participants = reachableFrom(edges, ['start']);
  const from = (id: string, handle: string) =>
    edges.filter(edge => edge.source === id && edge.source_handle === handle);
  const loops = nodes.flatMap(({ id, type }) => (type === 'loop' ? id : []));
  const bodies = new Map(
    loops.map(loop => [
      loop,
      reachableFrom(
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

  const placesWhere = (filter: (id: string, iteration: number[]) => boolean) => {
    const named = (id: string) => findIterations(id).flatMap(it => (filter(id, it) ? placeName(id, it) : []));
    return [...participants].flatMap(named).sort();
  };
  const ran = placesWhere((id, iteration) => findFate(id, iteration) === 'ran');
  const ended = placesWhere((id, iteration) => findFate(id, iteration) === 'ran' && isDone(id, iteration));
  const isHandled = (name: string) => from(stepId(name), 'error').length > 0;
  return {
    ran,
    ended,
    skipped: placesWhere((id, iteration) => findFate(id, iteration) === 'skipped'),
    failures: ended.filter(name => decideOutcome(name).handle === undefined && !isHandled(name)),
    phase: ran.some(name => decideOutcome(name).waits === 'forever') ? 'waiting' : 'finished',
  };
}

function reachableFrom(edges: readonly Edge[], starts: readonly string[]): Set<string> {
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

/**
 * Checks that each place occurs once, that no step runs before its predecessors, and that no loop ends before its
 * items.
 */
function checkOrder({ edges }: RandomDefinition, log: readonly Entry[]): void {
  const begun = new Map<string, Entry>();
  const opened = new Set<string>();
  const done = new Set<string>();
  const participants = reachableFrom(edges, ['start']);
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

/** Checks that no loop had more items open than it allows, and that they began in their order where it allows one. */
function checkItems({ mostItems, itemOrder }: TestRun, decideOutcome: (name: string) => Outcome): void {
  for (const [loop, most] of mostItems) {
    const { itemsAtOnce = Number.POSITIVE_INFINITY } = decideOutcome(loop);
    assert(most <= itemsAtOnce, `${loop} has ${most} items open instead of ${itemsAtOnce}`);
    const order = itemOrder.get(loop) ?? [];
    if (itemsAtOnce === 1) assert.deepEqual(order, [...order.keys()], loop);
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

/** Returns the positions of the loops and items around a place, the outermost first, and of the step itself. */
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
const scenarios = fc.record({ definition: definitions, roll: rolls, behavior: behaviors });
const mild = { failsAnywhere: false, waits: true, limitsItems: false };
const runs = runsOf(500);

describe('for every definition, all outcomes of its steps and every order in which they end,', () => {
  test('the steps that run or are skipped and the end of the run follow the rules', () => {
    const property = fc.property(
      scenarios,
      seeds,
      fc.integer({ min: 1, max: 5 }),
      ({ definition, roll, behavior }, seed, atOnce) => {
        const decideOutcome = outcomesBy(roll, definition, behavior);
        const testRun = new TestRun(definition, { ...NO_LIMITS, atOnce });
        const { mostAtOnce, running } = runToEnd(testRun, decideOutcome, createChoice(seed));
        assert.equal(running, 0, 'the run waits for running steps');
        assert(mostAtOnce <= atOnce, `${mostAtOnce} steps at once`);
        checkOrder(definition, testRun.log);
        checkItems(testRun, decideOutcome);
        checkOutcome(testRun, predict(definition, decideOutcome));
      },
    );
    fc.assert(property, runs);
  });

  test('a run that is killed and continued ends as if nothing had happened, and repeats no step that had ended', () => {
    const property = fc.property(
      scenarios,
      seeds,
      fc.nat(60),
      fc.integer({ min: 1, max: 5 }),
      ({ definition, roll, behavior }, seed, mostActions, atOnce) => {
        const decideOutcome = outcomesBy(roll, definition, { ...behavior, failsAnywhere: false });
        const killed = new TestRun(definition, { ...NO_LIMITS, atOnce });
        runToEnd(killed, decideOutcome, createChoice(seed), { mostActions });
        checkItems(killed, decideOutcome);
        const known = new Set(killed.names('end'));
        const resumed = new TestRun(definition, { ...NO_LIMITS, atOnce });
        runToEnd(resumed, decideOutcome, createChoice(seed + 1), { known });
        checkOrder(definition, resumed.log);
        checkItems(resumed, decideOutcome);
        checkOutcome(resumed, predict(definition, decideOutcome));
      },
    );
    fc.assert(property, runs);
  });

  test('the order in which steps end does not influence the result', () => {
    const property = fc.property(definitions, rolls, seeds, seeds, (definition, roll, seed, otherSeed) => {
      const outcomes = [seed, otherSeed].map(chosen => {
        const testRun = new TestRun(definition, { ...NO_LIMITS, atOnce: 1 + (chosen % 5) });
        runToEnd(testRun, outcomesBy(roll, definition, mild), createChoice(chosen));
        const sets = (['start', 'skip', 'open', 'wait', 'end'] as const).map(event => testRun.names(event).sort());
        return { sets, phase: testRun.phase };
      });
      assert.deepEqual(outcomes[0], outcomes[1]);
    });
    fc.assert(property, runs);
  });

  test('the run starts no more steps than allowed, and one more step fails it', () => {
    const property = fc.property(definitions, rolls, seeds, fc.nat(30), (definition, roll, seed, steps) => {
      const decideOutcome = outcomesBy(roll, definition, mild);
      const { ran } = predict(definition, decideOutcome);
      const testRun = new TestRun(definition, { steps, atOnce: 4 });
      runToEnd(testRun, decideOutcome, createChoice(seed));
      assert.equal(testRun.names('start').length, Math.min(steps, ran.length));
      assert.equal(testRun.settlement.exhausted, ran.length > steps);
      assert.equal(testRun.settlement.failing, ran.length > steps);
    });
    fc.assert(property, runs);
  });

  test('steps that run one at a time run item by item, and in the order of the graph within an item', () => {
    const property = fc.property(definitions, rolls, (definition, roll) => {
      const testRun = new TestRun(definition, { ...NO_LIMITS, atOnce: 1 });
      runToEnd(
        testRun,
        outcomesBy(roll, definition, { failsAnywhere: false, waits: false, limitsItems: false }),
        createChoice(0),
      );
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
