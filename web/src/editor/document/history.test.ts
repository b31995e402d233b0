import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { workflow } from '../../../test/graph.ts';
import { type History, packHistory, rebase, record, redo, startHistory, undo, unpackHistory } from './history.ts';
import type { Content } from './merge.ts';

function content(name: string): Content {
  return { name, description: '', definition: workflow({ [name]: 'transform' }) };
}

/** Records changes, each one second after the one before. */
function recorded(...names: (string | [name: string, group: string])[]): History {
  return names.reduce(
    (history, entry, index) => {
      const [name, group] = typeof entry === 'string' ? [entry, undefined] : entry;
      return record(history, content(name), { label: `to ${name}`, group, now: index * 1000 });
    },
    startHistory(content('start')),
  );
}

describe('the history', () => {
  it('undoes and redoes everything', () => {
    const history = recorded('a', 'b', 'c');
    const undone = undo(undo(history));
    assert.equal(undone.present.name, 'a');
    assert.deepEqual(
      undone.future.map(({ label }) => label),
      ['to b', 'to c'],
    );
    assert.deepEqual(redo(redo(undone)), { ...history, open: null });
    assert.equal(undo(undo(undo(history))).present.name, 'start');
  });

  it('ends at both ends', () => {
    const history = startHistory(content('start'));
    assert.equal(undo(history), history);
    assert.equal(redo(history), history);
    assert.equal(record(history, history.present, { label: 'nothing', now: 0 }), history);
  });

  it('forgets what was undone when something else is done', () => {
    const history = record(undo(recorded('a', 'b')), content('c'), { label: 'to c', now: 9000 });
    assert.deepEqual(history.future, []);
    assert.equal(undo(history).present.name, 'a');
  });

  it('takes quick changes of one group together', () => {
    assert.equal(recorded(['a', 'typing'], ['ab', 'typing'], ['abc', 'typing']).past.length, 1);
    assert.equal(recorded(['a', 'typing'], ['b', 'moving'], ['c', 'moving']).past.length, 2);
    assert.equal(recorded(['a', 'typing'], 'b', ['c', 'typing']).past.length, 3);
  });

  it('begins a new entry after a pause, and after an undo', () => {
    const typed = recorded(['a', 'typing']);
    assert.equal(record(typed, content('b'), { label: 'x', group: 'typing', now: 5000 }).past.length, 2);
    const undone = undo(recorded('a', ['b', 'typing']));
    assert.equal(record(undone, content('c'), { label: 'x', group: 'typing', now: 1500 }).past.length, 2);
  });

  it('is limited', () => {
    const names = Array.from({ length: 300 }, (_, index) => `n${index}`);
    assert.equal(recorded(...names).past.length, 200);
  });

  it('brings what others changed into every entry', () => {
    const history = undo(recorded('a', 'b'));
    const changed = rebase(history, content('merged'), entry => ({ ...entry, description: 'theirs' }));
    assert.equal(changed.present.name, 'merged');
    assert.deepEqual(
      [...changed.past, ...changed.future].map(entry => [entry.content.name, entry.content.description]),
      [
        ['start', 'theirs'],
        ['b', 'theirs'],
      ],
    );
  });
});

describe('a stored history', () => {
  it('is the same again, and shares what did not change', () => {
    const shared = content('start');
    const [node] = shared.definition.nodes;
    const other = {
      ...shared,
      definition: { ...shared.definition, edges: [{ source: 'start', target: 'start' }], x: 1 },
    };
    const history = undo(record(startHistory(shared), other, { label: 'connect', now: 0 }));
    const text = packHistory(history, 10_000) ?? '';
    const unpacked = unpackHistory(text);
    assert.deepEqual(unpacked, history);
    assert.ok(node && text.split(JSON.stringify(node)).length === 2, 'the step is stored once');
    assert.equal(unpacked?.present.definition.nodes[0], unpacked?.future[0]?.content.definition.nodes[0]);
  });

  it('drops the oldest entries when there is no room, and everything when there is none', () => {
    const history = recorded(...Array.from({ length: 100 }, (_, index) => `step${index}`));
    const whole = packHistory(history, 1_000_000)?.length ?? 0;
    const part = unpackHistory(packHistory(history, whole / 2) ?? '');
    assert.ok(part && part.past.length > 10 && part.past.length < 100);
    assert.equal(part.past.at(-1)?.content.name, 'step98');
    assert.equal(packHistory(history, 10), undefined);
  });

  it('is read with care', () => {
    for (const text of ['', '{}', 'null', '{"past": 1}']) assert.equal(unpackHistory(text), undefined);
  });
});
