import assert from 'node:assert/strict';
import { suite } from 'node:test';
import { isStepError, workbench } from '../../../test/fixtures/tools.ts';
import { COMPLETE_ONLY, test } from '../../../test/support/tiers.ts';

const data = {
  items: [
    { name: 'pear', price: 3 },
    { name: 'plum', price: 1 },
    { name: 'apple', price: 2 },
  ],
};

suite('json_query', () => {
  const queries: [string, unknown][] = [
    ['items[?price > `1`].name', ['pear', 'apple']],
    ['sort_by(items, &price)[0]', { name: 'plum', price: 1 }],
    ["{total: sum(items[].price), names: items[].name | join(', ', @)}", { total: 6, names: 'pear, plum, apple' }],
    ['nothing.here', null],
    // Inherited properties are not data.
    ['constructor', null],
    ['items.length', null],
  ];
  for (const [expression, result] of queries) {
    test(expression, async t => {
      assert.deepEqual(await workbench(t).call('json_query', { data, expression }), result);
    });
  }

  test('reads a JSON file, whatever its byte order mark', async t => {
    const { store, call } = workbench(t);
    const file = await store('data.json', `\ufeff${JSON.stringify(data)}`);
    assert.equal(await call('json_query', { file, expression: 'length(items)' }), 3);
    const wide = await store('data.json', Buffer.from(`\ufeff${JSON.stringify(data)}`, 'utf16le'));
    assert.equal(await call('json_query', { file: { file_id: wide }, expression: 'items[0].name' }), 'pear');
  });

  test('describes its result in a sentence', async t => {
    const { outcome } = workbench(t);
    assert.equal((await outcome('json_query', { data, expression: 'items' })).text, 'Found 3 elements');
    assert.equal((await outcome('json_query', { data: null, expression: '@' })).text, 'Found nothing');
  });

  test('reports what is wrong with an expression or a file', async t => {
    const { call, store } = workbench(t);
    await assert.rejects(
      call('json_query', { data, expression: 'items[' }),
      isStepError(/^The expression can not be evaluated: /),
    );
    await assert.rejects(call('json_query', { data, expression: 'nope(@)' }), isStepError(/nope/));
    const deep = '('.repeat(9000);
    await assert.rejects(
      call('json_query', { data, expression: deep }),
      isStepError(/^The expression can not be evaluated: /),
    );
    const file = await store('data.json', '{oops');
    await assert.rejects(call('json_query', { file, expression: '@' }), isStepError(/^The file is not JSON: /));
  });

  test('rejects a result whose JSON would be endless', async t => {
    const expression = Array(40).fill('[@, @]').join(' | ');
    await assert.rejects(
      workbench(t).call('json_query', { data: 1, expression }),
      isStepError('The result has more than 10,000,000 characters as JSON'),
    );
  });

  test('stops an expression that never ends', COMPLETE_ONLY, async t => {
    const { call } = workbench(t);
    const expression = Array(40).fill('[@, @][]').join(' | ');
    await assert.rejects(
      call('json_query', { data: [1], expression }),
      isStepError(/^The tool (took longer|needs more)/),
    );
    assert.equal(await call('json_query', { data: 1, expression: '@' }), 1);
  });
});
