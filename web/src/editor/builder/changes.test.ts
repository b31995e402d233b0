import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ToolUse } from '../../api/chat.ts';
import type { Definition } from '../../graph/definition.ts';
import { bringIn, compareContent, findChangeId, lastUses, summarize } from './changes.ts';

const ID = '01a1e477-1902-704f-b8f4-f03dee4a804b';

function use(output: string | null, more: Partial<ToolUse> = {}): ToolUse {
  return { call_id: 'c', said: '', name: 'workflow_edit', input_json: '{}', output, failed: false, ...more };
}

const step = (id: string, value: string) => ({ id, type: 'transform', params: { value }, position: { x: 0, y: 0 } });
const content = (...nodes: ReturnType<typeof step>[]) => ({
  name: 'Sums',
  description: '',
  definition: { nodes, edges: [] } satisfies Definition,
});

suite('the change of a tool', () => {
  test('is found at the beginning of what an edit or a restored revision answered', () => {
    assert.equal(findChangeId(use(`{"applied":true,"change_id":"${ID}","issues":[]}`)), ID);
    assert.equal(findChangeId(use(`{"restored":true,"change_id":"${ID}"}`, { name: 'workflow_restore' })), ID);
  });

  test('is not found where there is none', () => {
    assert.equal(findChangeId(use(null)), undefined);
    assert.equal(findChangeId(use('{"applied":false,"problems":[]}')), undefined);
    assert.equal(findChangeId(use(`{"change_id":"${ID}"}`, { failed: true })), undefined);
    assert.equal(findChangeId(use(`{"change_id":"${ID}"}`, { name: 'workflow_read' })), undefined);
    const far = `{"applied":false,"issues":["${'x'.repeat(300)}"],"change_id":"${ID}"}`;
    assert.equal(findChangeId(use(far)), undefined);
  });

  test('is shown with the last tool that names it', () => {
    const [first, second] = [1, 2].map(call => use(`{"change_id":"${ID}"}`, { call_id: String(call) }));
    assert.ok(first && second);
    assert.deepEqual([...lastUses([first, use('{}'), second])], [[ID, second]]);
  });
});

suite('a change', () => {
  const change = compareContent({
    before: content(step('a', 'one'), step('b', 'one')),
    after: content(step('a', 'two'), step('b', 'one'), step('c', 'new')),
  });

  test('is told in a few words', () => {
    assert.equal(summarize(change), '1 step added, 1 step changed');
    const renamed = { before: content(), after: { ...content(), name: 'Other' } };
    assert.equal(summarize(compareContent(renamed)), 'name: Other');
    assert.equal(summarize(compareContent({ before: content(), after: content() })), 'nothing');
  });

  test('is taken out without what people typed elsewhere', () => {
    const shown = content(step('a', 'two'), step('b', 'typed'), step('c', 'new'));
    const { content: left, kept } = bringIn(change, shown, true);
    assert.deepEqual(left.definition.nodes, [step('a', 'one'), step('b', 'typed')]);
    assert.deepEqual(kept, []);
  });

  test('is brought in beside what people typed elsewhere', () => {
    const { content: merged, kept } = bringIn(change, content(step('a', 'one'), step('b', 'typed')), false);
    assert.deepEqual(merged.definition.nodes, [step('a', 'two'), step('b', 'typed'), step('c', 'new')]);
    assert.deepEqual(kept, []);
  });

  test('leaves alone what people changed in the same place, and names it', () => {
    const { content: merged, kept } = bringIn(change, content(step('a', 'mine'), step('b', 'one')), false);
    assert.deepEqual(merged.definition.nodes[0], step('a', 'mine'));
    assert.deepEqual(kept, ['a value']);
  });
});
