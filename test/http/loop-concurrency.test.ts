/** Tests how many items of a loop are worked on at once, and loops with more items than the default allows. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Definition, edge, node } from '../support/definitions.ts';
import { json, openPlaces } from '../support/outside-places.ts';
import { createWorkflow, readResult, runOnce } from '../support/runs.ts';
import { testService } from '../support/service.ts';

const service = await testService({
  HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
  HEDDLE_RUN_STEPS_AT_ONCE: '8',
  HEDDLE_LOOP_ITEMS: '1000',
  HEDDLE_RUN_STEPS: '5000',
});
const openPlace = await openPlaces();

/** A loop whose items send a request each, and compute something afterwards. */
function loopOver(items: string, url: string, params: object = {}): Definition {
  return {
    nodes: [
      node('start', 'trigger.manual'),
      node('each', 'loop', { items, collect: '{{ steps.after.output }}', ...params }),
      node('call', 'http.request', { url: `${url}/{{ loop.index }}` }),
      node('after', 'transform', { value: '{{ loop.item * 2 }}' }),
      node('done', 'output', { value: '{{ steps.each.output.results }}' }),
    ],
    edges: [edge('start', 'each'), edge('each', 'call', 'item'), edge('call', 'after'), edge('each', 'done', 'done')],
  };
}

/** An address that answers when as many requests wait as can come at once, the last one first. */
function openPlaceFor(items: number, expected: number) {
  const waiting: (() => void)[] = [];
  let [came, most] = [0, 0];
  const place = openPlace((request, response) => {
    waiting.push(() => json({})(request, response));
    came += 1;
    most = Math.max(most, waiting.length);
    if (waiting.length === expected || came === items) for (const answer of waiting.splice(0).reverse()) answer();
  });
  return { ...place, most: () => most };
}

suite('a loop', () => {
  test('works on no more items at once than it says, and with 1 in their order', async () => {
    for (const concurrency of [1, 3]) {
      const place = openPlaceFor(6, concurrency);
      const done = await runOnce(service, loopOver('range(6) | list', place.url, { concurrency }));
      assert.deepEqual(readResult(done), [0, 2, 4, 6, 8, 10], done.error);
      assert.equal(place.most(), concurrency);
      const order = place.seen.map(({ path }) => Number(path.split('/').at(-1)));
      assert.deepEqual(concurrency === 1 ? order : order.toSorted(), [0, 1, 2, 3, 4, 5]);
    }
  });

  test('starts no further item after one has failed the run', async () => {
    const place = openPlace((request, response) =>
      json({}, request.path.endsWith('/1') ? 500 : 200)(request, response),
    );
    const failed = await runOnce(service, loopOver('range(6) | list', place.url, { concurrency: 1 }));
    assert.deepEqual([failed.status, place.seen.length], ['failed', 2]);
  });

  test('may have more items where the installation allows it, and works through them in batches', async () => {
    const params = { items: 'range(1000) | list', collect: '{{ steps.square.output }}' };
    const definition = {
      nodes: [
        node('start', 'trigger.manual'),
        node('each', 'loop', params),
        node('square', 'transform', { value: '{{ loop.item * loop.item }}' }),
        node('done', 'output', { value: '{{ steps.each.output.results | sum }}' }),
      ],
      edges: [edge('start', 'each'), edge('each', 'square', 'item'), edge('each', 'done', 'done')],
    };
    const done = await runOnce(service, definition);
    assert.deepEqual([readResult(done), done.steps.length], [332_833_500, 1003], done.error);
  });

  test('says in its params what is wrong with the number', async () => {
    for (const [concurrency, problem] of [
      [0, "'concurrency' must be at least 1"],
      [101, "'concurrency' must be at most 100"],
      ['{{ input.n }}', "'concurrency' must be an integer"],
    ]) {
      const workflow_id = await createWorkflow(service, loopOver('[1]', 'http://localhost', { concurrency }));
      const { issues } = await service.ask<{ issues: { message: string }[] }>('/api/v3/workflow/validate', {
        workflow_id,
      });
      assert.deepEqual(
        issues.map(({ message }) => message),
        [`Step 'each': ${problem}`],
      );
    }
  });
});
