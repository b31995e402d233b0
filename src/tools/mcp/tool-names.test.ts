import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { nameServerTools } from './tool-names.ts';

suite('the names of tools of MCP servers', () => {
  const nameTools = (tools: string[], taken: string[] = []) => [
    ...nameServerTools('crm', tools, new Set(taken)).values(),
  ];

  test('consist of the names of the server and the tool, in characters that all models accept', () => {
    assert.deepEqual(nameTools(['find', 'a.b/c d', 'ä', 'x-y_Z']), ['crm_find', 'crm_a_b_c_d', 'crm__', 'crm_x-y_Z']);
  });

  test('are unique and do not depend on their order', () => {
    const [dotted, exact, spaced] = nameTools(['a.b', 'a_b', 'a b']);
    assert.equal(exact, 'crm_a_b');
    assert.match(dotted ?? '', /^crm_a_b_[0-9a-f]{8}$/);
    assert.match(spaced ?? '', /^crm_a_b_[0-9a-f]{8}$/);
    assert.notEqual(dotted, spaced);
    assert.deepEqual(nameTools(['a b', 'a_b', 'a.b']), [spaced, exact, dotted]);
    assert.match(nameTools(['find'], ['crm_find'])[0] ?? '', /^crm_find_[0-9a-f]{8}$/);
  });

  test('have at most 64 characters', () => {
    const [one = '', other = ''] = nameTools([`${'x'.repeat(80)}1`, `${'x'.repeat(80)}2`]);
    assert.deepEqual([one.length, other.length], [64, 64]);
    assert.notEqual(one, other);
    assert.equal(nameTools(['y'.repeat(60)])[0], `crm_${'y'.repeat(60)}`);
  });
});
