/** Tests loops and the limits of runs. */
import assert from 'node:assert/strict';
import { suite } from 'node:test';
import type { Run, Step } from '../../src/runs/schemas.ts';
import { chain, type Definition, edge, node } from '../support/definitions.ts';
import { json, openPlaces } from '../support/outside-places.ts';
import { findStep, readResult, readStepOutput, runOnce } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { COMPLETE_ONLY, test } from '../support/tiers.ts';

const allowed = { HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' };
const service = await testService(allowed);
const hasty = await testService({ ...allowed, HEDDLE_RUN_SECONDS: '3' });
const openPlace = await openPlaces();
const run = (definition: Definition, input: Record<string, unknown> = {}) => runOnce(service, definition, input);

/** Builds a loop `each` whose body is a chain of transforms, followed by an output. */
function buildLoop(items: string, values: string[], more: Record<string, unknown> = {}): Definition {
  const body = values.map((value, index) => node(`body${index}`, 'transform', { value }));
  return {
    nodes: [
      node('start', 'trigger.manual'),
      node('each', 'loop', { items, ...more }),
      ...body,
      node('done', 'output', { value: '{{ steps.each.output }}' }),
    ],
    edges: [
      edge('start', 'each'),
      edge('each', 'done', 'done'),
      ...body.map(({ id }, index) => (index === 0 ? edge('each', id, 'item') : edge(`body${index - 1}`, id))),
    ],
  };
}

const findStartedSteps = ({ steps }: Run) => steps.filter(({ status }) => status !== 'skipped');
const toLengthAndTruncated = (step: Step) => [step.output_json.length, step.output_truncated];

suite('loops', () => {
  test('run their body once per item, and collect results in the order of the items', async () => {
    const done = await run(
      buildLoop('input.list', ['{{ loop.item * 2 }}'], { collect: '{{ steps.body0.output ~ loop.index }}' }),
      {
        list: [1, 2, 3],
      },
    );
    assert.deepEqual(readResult(done), { count: 3, results: ['20', '41', '62'] });
    assert.equal(findStep(done, 'each').handle, 'done');
    for (const index of [0, 1, 2]) {
      const step = findStep(done, 'body0', [index]);
      assert.deepEqual([step.output_json, step.iteration, step.status], [String((index + 1) * 2), [index], 'success']);
    }
    assert.equal(done.steps.length, 6);
  });

  test('have no results without collect, and no steps without items', async () => {
    assert.deepEqual(readResult(await run(buildLoop('[1, 2]', ['x']))), { count: 2, results: [] });
    const none = await run(buildLoop('[]', ['x'], { collect: 'x' }));
    assert.deepEqual(readResult(none), { count: 0, results: [] });
    assert.equal(none.steps.filter(({ node_id }) => node_id === 'body0').length, 0);
  });

  test('inside other loops see the outer item', async () => {
    const seen =
      '{{ loop.parent.item.name }}{{ loop.item }} {{ loop.index }}/{{ loop.count }} of {{ loop.parent.index }}';
    const definition = {
      nodes: [
        node('start', 'trigger.manual'),
        node('outer', 'loop', { items: 'input.rows', collect: '{{ steps.inner.output.results }}' }),
        node('inner', 'loop', { items: 'loop.item.cells', collect: '{{ steps.cell.output }}' }),
        node('cell', 'transform', { value: seen }),
        node('top', 'transform', { value: '{{ loop.parent is none }}' }),
        node('done', 'output', { value: '{{ steps.outer.output.results }}' }),
      ],
      edges: [
        edge('start', 'outer'),
        edge('outer', 'inner', 'item'),
        edge('outer', 'top', 'item'),
        edge('inner', 'cell', 'item'),
        edge('outer', 'done', 'done'),
      ],
    };
    const rows = [
      { name: 'a', cells: [1, 2] },
      { name: 'b', cells: [3] },
    ];
    const done = await run(definition, { rows });
    assert.deepEqual(readResult(done), [['a1 0/2 of 0', 'a2 1/2 of 0'], ['b3 0/1 of 1']]);
    assert.equal(readStepOutput(done, 'cell', [1, 0]), 'a2 1/2 of 0');
    assert.equal(readStepOutput(done, 'cell', [0, 1]), 'b3 0/1 of 1');
    assert.equal(readStepOutput(done, 'top', [1]), true);
    assert.deepEqual(findStep(done, 'inner', [1]).iteration, [1]);
  });

  test('fail when their items are not a list, when a step of an item fails, and when a result can not be collected', async () => {
    for (const [items, what] of [
      ['input.x', /list/],
      ["'text'", /list/],
      ['none', /list/],
      ['input.nothing', /nothing/],
    ] as const) {
      const failed = await run(buildLoop(items, ['x']), { x: {} });
      assert.equal(failed.status, 'failed');
      assert.match(failed.error, what);
    }
    const item = await run(buildLoop('[1, 0]', ['{{ 1 / loop.item }}']));
    assert.deepEqual([item.status, item.error], ['failed', findStep(item, 'body0', [1]).error]);
    assert.equal(findStep(item, 'body0', [0]).status, 'success');
    const collect = await run(buildLoop('[1, 0]', ['x'], { collect: '{{ 1 / loop.item }}' }));
    assert.match(collect.error, /zero/);
  });

  test('continue with the other items when an error edge handles a failure in one of them', async () => {
    const definition = buildLoop('[1, 0, 2]', ['{{ 1 / loop.item }}'], {
      collect: "{{ steps.body0.status ~ ' ' ~ steps.rescue.status }}",
    });
    definition.nodes.push(node('rescue', 'transform', { value: '{{ steps.body0.error }}' }));
    definition.edges.push(edge('body0', 'rescue', 'error'));
    const done = await run(definition);
    const { results } = readResult(done) as { results: string[] };
    assert.deepEqual(results, ['success skipped', 'failed success', 'success skipped']);
  });

  test('fail when a step fails the run, whichever item it belongs to', async () => {
    for (const list of [
      [0, 1],
      [1, 0],
    ]) {
      const failed = await run(buildLoop('input.list', ['{{ 1 / loop.item }}']), { list });
      assert.match(failed.error, /^params\..*: division by zero$/);
      const { status, handle, error } = findStep(failed, 'each');
      assert.deepEqual([status, handle], ['failed', null]);
      assert.match(error, /^(Step 'body0' failed|The run failed before all items were done)$/);
    }
  });

  test('have at most 100 items', async () => {
    assert.deepEqual(readResult(await run(buildLoop('range(100) | list', ['x']))), { count: 100, results: [] });
    const failed = await run(buildLoop('range(101) | list', ['x']));
    assert.deepEqual([failed.status, failed.error], ['failed', 'The loop has 101 items (at most 100)']);
    assert.equal(failed.steps.filter(({ node_id }) => node_id === 'body0').length, 0);
  });
});

suite('limits', () => {
  test('a run has at most 500 steps, not counting those that are skipped', async () => {
    // The trigger and two loops are 3 steps, and the first loop has 400.
    const definition = buildLoop('range(100) | list', ['1', '2', '3', '4']);
    definition.nodes.push(
      node('more', 'loop', { items: 'range(input.n) | list' }),
      node('item', 'transform', { value: 1 }),
    );
    definition.nodes.push(node('which', 'condition', { expression: 'true' }), node('not', 'transform', { value: 1 }));
    definition.edges.push(edge('done', 'more'), edge('more', 'item', 'item'));
    definition.edges.push(edge('start', 'which'), edge('which', 'not', 'false'));
    definition.edges.splice(1, 1, edge('each', 'more', 'done'));
    definition.nodes = definition.nodes.filter(({ id }) => id !== 'done');
    definition.edges = definition.edges.filter(({ source, target }) => source !== 'done' && target !== 'done');
    const most = await run(definition, { n: 96 });
    assert.deepEqual(
      [most.status, findStartedSteps(most).length, findStep(most, 'not').status],
      ['success', 500, 'skipped'],
    );
    const failed = await run(definition, { n: 97 });
    assert.deepEqual([failed.status, failed.error], ['failed', 'The run has more than 500 steps']);
    assert.equal(findStartedSteps(failed).length, 500);
  });

  test('a run may skip many steps, and a request after them is still sent', COMPLETE_ONLY, async () => {
    const place = openPlace(json({}));
    const skipped = Array.from({ length: 80 }, (_, index) => node(`skipped${index}`, 'transform', { value: 1 }));
    const definition = {
      nodes: [
        node('start', 'trigger.manual'),
        node('outer', 'loop', { items: 'range(4) | list' }),
        node('inner', 'loop', { items: 'range(100) | list' }),
        node('never', 'condition', { expression: 'false' }),
        ...skipped,
        node('call', 'http.request', { url: place.url }),
      ],
      edges: [
        edge('start', 'outer'),
        edge('outer', 'inner', 'item'),
        edge('inner', 'never', 'item'),
        ...skipped.map(({ id }) => edge('never', id, 'true')),
        edge('outer', 'call', 'done'),
      ],
    };
    const done = await run(definition);
    assert.deepEqual([done.status, done.steps.length, place.seen.length], ['success', 32_407, 1], done.error);
  });

  test('a run ends when its time is over, and so do the steps in progress', async () => {
    const silent = openPlace(() => {});
    const definition = chain(node('call', 'http.request', { url: silent.url }), node('done', 'output', { value: 1 }));
    const failed = await runOnce(hasty, definition);
    assert.deepEqual([failed.status, failed.error], ['failed', 'The run took longer than 3 seconds']);
    assert.deepEqual(
      failed.steps.slice(0, 2).map(({ node_id, status }) => [node_id, status]),
      [
        ['start', 'success'],
        ['call', 'failed'],
      ],
    );
    assert.equal(silent.seen.length, 1);
    const retrying = openPlace(json({}, 500));
    const retry = { attempts: 10, delay_seconds: 100 };
    const pausing = await runOnce(hasty, chain(node('call', 'http.request', { url: retrying.url, retry })));
    assert.deepEqual([pausing.error, retrying.seen.length], ['The run took longer than 3 seconds', 1]);
  });

  test('an output is shown up to 200000 characters of JSON, and later steps see all of it', async () => {
    const text = 'x'.repeat(199_998);
    const definition = chain(
      node('big', 'transform', { value: '{{ input.text ~ input.more }}' }),
      node('done', 'output', { value: '{{ steps.big.output | length }} {{ steps.big.text | length }}' }),
    );
    // The syntax of the input takes some of its 200000 characters.
    const [head, more] = [text.slice(0, 100_000), text.slice(0, 99_998)];
    const whole = await run(definition, { text: head.slice(0, 99_960), more: more.slice(0, 99_000) });
    assert.deepEqual(toLengthAndTruncated(findStep(whole, 'big')), [198_962, false]);
    const doubled = chain(
      node('big', 'transform', { value: "{{ 'x' * input.n }}" }),
      node('list', 'transform', { value: { inner: ['{{ steps.big.output }}'], after: 1 } }),
      node('done', 'output', { value: '{{ steps.big.output | length }} {{ steps.list.output.after }}' }),
    );
    const exact = await run(doubled, { n: 199_998 });
    assert.deepEqual(toLengthAndTruncated(findStep(exact, 'big')), [200_000, false]);
    const cut = await run(doubled, { n: 300_000 });
    const { output_json, text: shown } = findStep(cut, 'big');
    assert.deepEqual([output_json, findStep(cut, 'big').output_truncated], [`"${'x'.repeat(199_999)}`, true]);
    assert.equal(shown, 'x'.repeat(2_000));
    assert.deepEqual(toLengthAndTruncated(findStep(cut, 'list')), [200_000, true]);
    assert.equal(readResult(cut), '300000 1');
    const pairs = await run(chain(node('big', 'transform', { value: "{{ 'x' * 199998 ~ '😀😀' }}" })));
    assert.deepEqual(toLengthAndTruncated(findStep(pairs, 'big')), [199_999, true], 'half a character is none');
    assert.deepEqual(await service.ask(`/api/v3/workflow/runs/get?entity_id=${cut.id}`), cut);
  });

  test('an output in a loop is shown up to 2000 characters', async () => {
    const done = await run(
      buildLoop('[1998, 1999]', ["{{ 'x' * loop.item }}"], { collect: '{{ steps.body0.output | length }}' }),
    );
    assert.deepEqual(toLengthAndTruncated(findStep(done, 'body0', [0])), [2_000, false]);
    assert.deepEqual(toLengthAndTruncated(findStep(done, 'body0', [1])), [2_000, true]);
    assert.deepEqual(readResult(done), { count: 2, results: [1998, 1999] });
  });

  test('the result is that of the last output, and is never truncated', async () => {
    const done = await run(chain(node('big', 'output', { value: "{{ 'ä' * 500000 }}" })));
    assert.equal(readResult(done), 'ä'.repeat(500_000));
    assert.deepEqual(toLengthAndTruncated(findStep(done, 'big')), [200_000, true]);
    const two = {
      nodes: [
        node('start', 'trigger.manual'),
        node('first', 'output', { value: 'first' }),
        node('step', 'transform', { value: 1 }),
        node('second', 'output', { value: 'second' }),
        node('check', 'condition', { expression: 'false' }),
        node('third', 'output', { value: 'not reached' }),
      ],
      edges: [
        edge('start', 'first'),
        edge('start', 'step'),
        edge('step', 'second'),
        edge('step', 'check'),
        edge('check', 'third', 'true'),
      ],
    };
    assert.equal(readResult(await run(two)), 'second');
    assert.equal((await run(chain(node('step', 'transform', { value: 1 })))).output_json, '');
  });

  test(
    'a value that grows thirtyfold with every step fails a step, and other runs continue',
    COMPLETE_ONLY,
    async () => {
      const steps = Array.from({ length: 40 }, (_, index) => {
        const before = index === 0 ? 'x' : `{{ steps.s${index - 1}.output }}`;
        return node(`s${index}`, 'transform', { value: Array.from({ length: 30 }, () => before) });
      });
      const failing = run(chain(...steps));
      assert.equal(readResult(await run(chain(node('done', 'output', { value: 1 })))), 1);
      const failed = await failing;
      assert.equal(failed.status, 'failed');
      assert.match(failed.error, /^The output can not be kept: /);
    },
  );
});
