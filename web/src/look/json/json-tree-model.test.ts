import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { TreeSession } from './json-tree-model.ts';

suite('a tree that is asked by messages', () => {
  test('loads text, and answers with rows, matches and values', () => {
    const session = new TreeSession();
    assert.equal(session.state.length, 0);
    const load = { type: 'load', text: '{"a":{"b":"c"}}', isFilter: false, openLevels: 1 } as const;
    assert.deepEqual(session.answer(load).state, { length: 2, matches: 0, isCut: false, isText: false });
    assert.equal(session.answer({ type: 'toggle', path: ['a'] }).state.length, 3);
    assert.equal(session.answer({ type: 'search', query: 'c' }).state.matches, 1);
    assert.equal(session.answer({ type: 'match', number: 0 }).row, 2);
    assert.equal(session.answer({ type: 'rows', from: 2, to: 3 }).rows?.[0]?.text, 'c');
    assert.equal(session.answer({ type: 'value', path: ['a', 'b'] }).text, 'c');
    assert.equal(session.answer({ type: 'value', path: ['a'] }).text, '{\n  "b": "c"\n}');
  });

  test('tells text that is not JSON, and JSON whose end is missing', () => {
    const load = (text: string) =>
      new TreeSession().answer({ type: 'load', text, isFilter: false, openLevels: 1 }).state;
    assert.equal(load('hello').isText, true);
    assert.equal(load('[1,2').isCut, true);
  });

  test('everything in a container is opened and closed at once', () => {
    const session = new TreeSession();
    session.show({ a: { b: { c: 1 } } }, { isFilter: false, openLevels: 1 });
    assert.equal(session.answer({ type: 'toggle', path: [], isDeep: true, isOpen: true }).state.length, 4);
    assert.equal(session.answer({ type: 'toggle', path: [], isDeep: true, isOpen: false }).state.length, 1);
  });
});
