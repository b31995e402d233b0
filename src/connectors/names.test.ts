import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isReserved, parseSearchTool, toToolName } from './names.ts';
import { createToolCache } from './tool-cache.ts';

test('names of tools are short, and differ as operations do', () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,31}$/);
  const operation = fc.stringMatching(/^[a-z0-9_]{1,48}$/);
  fc.assert(
    fc.property(name, operation, operation, (connector, one, other) => {
      const [first, second] = [toToolName(connector, one), toToolName(connector, other)];
      assert.match(first, /^[a-z0-9_]{1,64}$/);
      assert.ok(first.startsWith(connector));
      assert.equal(first === second, one === other);
    }),
  );
  assert.equal(toToolName('shop', 'list_orders'), 'shop_list_orders');
  assert.equal(toToolName('shop', 'find'), 'shop_find_operation');
  assert.deepEqual(parseSearchTool('a_b_find'), { connector: 'a_b', kind: 'find' });
  assert.equal(parseSearchTool('shop_finder'), undefined);
});

test('names are reserved that tools or servers begin with', () => {
  const taken = { tools: ['csv_read', 'hash'], servers: ['weather'] };
  const reserved = ['csv', 'csv_read', 'hash', 'weather', 'weather_map'];
  for (const name of reserved) assert.ok(isReserved(name, taken), name);
  for (const name of ['cs', 'csv_write', 'hashes', 'weathers', 'w']) assert.ok(!isReserved(name, taken), name);
});

test('tools are kept for one version of a connector, as long as there is room', () => {
  const cache = createToolCache(100);
  const tool = (name: string) => ({
    tool: { name, title: '', description: '', inputSchema: {}, call: () => Promise.reject(new Error('not called')) },
    characters: 40,
  });
  const [first] = cache.add('a', 1, [tool('a_1')], { isComplete: false });
  assert.equal(cache.find('a', 1, 'a_1'), first);
  assert.equal(cache.list('a', 1), undefined);
  assert.equal(cache.find('a', 2, 'a_1'), undefined);
  // A tool that is there stays, because its check is compiled.
  assert.equal(cache.add('a', 1, [tool('a_1'), tool('a_2')], { isComplete: true })[0], first);
  assert.equal(cache.list('a', 1)?.length, 2);
  cache.add('b', 1, [tool('b_1')], { isComplete: true });
  assert.deepEqual([cache.list('a', 1), cache.list('b', 1)?.length], [undefined, 1]);
  cache.add('b', 2, [tool('b_1')], { isComplete: true });
  assert.deepEqual([cache.list('b', 1), cache.list('b', 2)?.length], [undefined, 1]);
});
