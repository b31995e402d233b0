import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  changeSearch,
  isFiltered,
  parseSearch,
  readLabels,
  readRunsSearch,
  selectedStatuses,
  toggleLabel,
  toggleStatus,
  toRunFilters,
  writeSearch,
} from './search.ts';

const ID = '0197d1aa-0000-7000-8000-00000000000a';
const NOW = 1_700_000_012_345;

suite('the address of the list of runs', () => {
  test('has labels with any values, and can be asked for one more or one less', () => {
    const one = toggleLabel({}, 'order', '17, 18%: a%2Cb');
    assert.deepEqual(readLabels(one.labels), { order: '17, 18%: a%2Cb' });
    assert.deepEqual(parseSearch(writeSearch(one)), one);
    const two = toggleLabel(one, 'kind', 'big');
    assert.deepEqual(toRunFilters(two, NOW), { labels: { order: '17, 18%: a%2Cb', kind: 'big' } });
    assert.deepEqual(toggleLabel(toggleLabel(two, 'kind', 'big'), 'order', '17, 18%: a%2Cb'), {});
    assert.deepEqual(readRunsSearch({ labels: 'No Name:x,empty:,:x,y' }), {});
  });

  test('keeps what it knows, and nothing else', () => {
    const search = {
      status: 'failed,cancelled',
      workflow: ID,
      trigger: 'trigger.webhook',
      version: '7',
      started: 'automatic',
      whose: 'mine',
      text: 'order 4711',
      from: 1,
      to: 2,
      replay_of: ID,
    };
    assert.deepEqual(readRunsSearch({ ...search, other: 1 }), search);
    assert.deepEqual(
      readRunsSearch({
        status: 'broken',
        workflow: 'x',
        trigger: 'webhook',
        version: '0',
        started: 'somehow',
        text: '  ',
        from: 'x',
        to: -1,
        period: 'year',
        replay_of: {},
      }),
      {},
    );
  });

  test('accepts what the router has read as numbers', () => {
    assert.deepEqual(readRunsSearch({ text: 4711, version: 3, from: '5' }), { text: '4711', version: '3', from: 5 });
  });

  test('has a period or a range, and no range that ends before it begins', () => {
    assert.deepEqual(readRunsSearch({ period: 'day' }), { period: 'day' });
    assert.deepEqual(readRunsSearch({ period: 'day', from: 1 }), { from: 1 });
    assert.deepEqual(readRunsSearch({ from: 2, to: 2 }), {});
  });

  test('becomes the filters of the service', () => {
    assert.deepEqual(toRunFilters({}, NOW), {});
    assert.deepEqual(
      toRunFilters(
        { status: 'failed', workflow: ID, trigger: 'trigger.webhook', version: '7', started: 'manual', text: ' a ' },
        NOW,
      ),
      {
        status: ['failed'],
        workflow_id: ID,
        trigger_type: ['trigger.webhook'],
        version: 7,
        automatic: false,
        text: 'a',
      },
    );
    assert.deepEqual(toRunFilters({ version: 'draft', started: 'test' }, NOW), { version: 'draft', is_test: true });
    assert.deepEqual(toRunFilters({ from: 1, to: 2, replay_of: ID }, NOW), { from: 1, to: 2, replay_of: ID });
  });

  test('has periods that stay the same within a minute', () => {
    const { from } = toRunFilters({ period: 'hour' }, NOW);
    assert.equal(from, 1_699_999_980_000 - 3_600_000);
    assert.deepEqual(toRunFilters({ period: 'hour' }, NOW + 20_000), { from });
  });

  test('adds and removes a status, and takes filters away', () => {
    const one = toggleStatus({ text: 'x' }, 'failed');
    assert.deepEqual(one, { status: 'failed', text: 'x' });
    const two = toggleStatus(one, 'running');
    assert.deepEqual(selectedStatuses(two), ['running', 'failed']);
    assert.deepEqual(toggleStatus(toggleStatus(two, 'failed'), 'running'), { text: 'x' });
    assert.deepEqual(changeSearch(two, { status: undefined, text: '' }), {});
    assert.deepEqual([isFiltered({}), isFiltered({ period: 'day' })], [false, true]);
  });

  test('is the same after it was saved as a view', () => {
    for (const search of [{}, { status: 'failed', text: 'a&b=c,%' }, { from: 1, to: 2, version: 'draft' }]) {
      assert.deepEqual(parseSearch(writeSearch(search)), search);
    }
    assert.deepEqual(parseSearch('nonsense&status=x'), {});
  });
});
