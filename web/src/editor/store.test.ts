import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { types, workflow, writeEdges } from '../../test/graph.ts';
import { connect, moveItems, removeItems, updateNode } from './document/document.ts';
import type { Content } from './document/merge.ts';
import { createEditorStore, findHistory, keepHistory } from './store.ts';

const start: Content = {
  name: 'Orders',
  description: '',
  definition: workflow({ a: 'trigger.manual', b: 'transform' }, 'a > b'),
};

const ann = { userId: 'ann', workflowId: 'w' };

function open(isReadOnly = false, content = start, history?: ReturnType<typeof findHistory>) {
  let now = 0;
  return createEditorStore({
    workflowId: 'w',
    content,
    types,
    isReadOnly,
    history,
    now: () => {
      now += 1000;
      return now;
    },
  });
}

function memory() {
  const entries = new Map<string, string>();
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
}

describe('the state of the editor', () => {
  it('changes nothing by being opened, and gives places with the first change', () => {
    const store = open();
    assert.equal(store.getState().definition, start.definition);
    assert.equal(store.getState().history.present, start);
    store.getState().change('Edit', each => updateNode(each, 'b', node => ({ ...node, type: 'notify' })));
    assert.ok(store.getState().definition.nodes[0]?.position);
    store.getState().undo();
    assert.equal(store.getState().definition, start.definition);
  });

  it('has one topology while somebody types, and another one when a step moves', () => {
    const store = open();
    const write = (value: string) =>
      store.getState().change('Edit', each => updateNode(each, 'b', node => ({ ...node, params: { value } })));
    write('a');
    const { topology, definition } = store.getState();
    write('ab');
    assert.notEqual(store.getState().definition, definition);
    assert.equal(store.getState().topology, topology);
    store.getState().change('Move', each => moveItems(each, new Map([['b', { x: 800, y: 0 }]])));
    assert.equal(store.getState().topology, store.getState().definition);
  });

  it('selects and opens what a change says, and forgets what is gone', () => {
    const store = open();
    const { select, openItem, change, undo } = store.getState();
    select(['a', 'b', 'edge:a:b:']);
    openItem('b');
    change('Delete', definition => removeItems(definition, new Set(['b'])));
    assert.deepEqual([...store.getState().selected], ['a']);
    assert.equal(store.getState().open, null);
    undo();
    assert.equal(writeEdges(store.getState().definition), 'a > b');
    change('Edit', definition => ({ ...definition }), { select: ['b'], open: 'b' });
    assert.deepEqual([...store.getState().selected], ['b']);
    assert.equal(store.getState().open, 'b');
  });

  it('is not notified of a selection that is the same', () => {
    const store = open();
    store.getState().select(['a']);
    const { selected } = store.getState();
    store.getState().select(['a']);
    assert.equal(store.getState().selected, selected);
  });

  it('undoes the name as well', () => {
    const store = open();
    store.getState().setTexts('Rename', { name: 'Invoices' });
    assert.equal(store.getState().name, 'Invoices');
    store.getState().undo();
    assert.equal(store.getState().name, 'Orders');
    store.getState().redo();
    assert.equal(store.getState().name, 'Invoices');
  });

  it('records nothing when nothing changes', () => {
    const store = open();
    store.getState().change('Nothing', definition => definition);
    assert.equal(store.getState().history.past.length, 0);
  });

  it('does not change for those who may only read', () => {
    const store = open(true);
    store.getState().change('Connect', definition => connect(definition, { source: 'b', target: 'a' }));
    store.getState().setTexts('Rename', { name: 'x' });
    assert.equal(store.getState().history.present, start);
  });

  it('shows what others changed, and no undo takes it back', () => {
    const store = open();
    store.getState().setTexts('Rename', { name: 'Invoices' });
    store
      .getState()
      .show({ ...start, name: 'Invoices', description: 'theirs' }, entry => ({ ...entry, description: 'theirs' }));
    store.getState().undo();
    assert.deepEqual([store.getState().name, store.getState().description], ['Orders', 'theirs']);
  });
});

describe('the history over a reload', () => {
  it('is there again', () => {
    const storage = memory();
    const store = open();
    store.getState().replace(workflow({ a: 'trigger.manual' }), 'Restore');
    keepHistory(store.getState(), ann, storage);
    const content = structuredClone(store.getState().history.present);
    const again = open(false, content, findHistory(ann, content, storage));
    assert.equal(again.getState().history.present, content, 'saving compares by identity');
    again.getState().undo();
    assert.deepEqual(again.getState().definition, start.definition);
  });

  it('is left when the workflow has changed meanwhile, or is another', () => {
    const storage = memory();
    const store = open();
    store.getState().setTexts('Rename', { name: 'Invoices' });
    keepHistory(store.getState(), ann, storage);
    assert.equal(findHistory(ann, start, storage), undefined);
    assert.equal(findHistory({ ...ann, workflowId: 'other' }, store.getState().history.present, storage), undefined);
  });

  it('is never that of somebody else in the same browser', () => {
    const storage = memory();
    const store = open();
    store.getState().setTexts('Rename', { name: 'Invoices' });
    keepHistory(store.getState(), ann, storage);
    const { present } = store.getState().history;
    assert.ok(findHistory(ann, present, storage));
    assert.equal(findHistory({ ...ann, userId: 'ben' }, present, storage), undefined);
  });

  it('is not kept without entries, or when the storage is full', () => {
    const storage = memory();
    keepHistory(open().getState(), ann, storage);
    assert.equal(findHistory(ann, start, storage), undefined);
    const store = open();
    store.getState().setTexts('Rename', { name: 'Invoices' });
    const full = {
      ...storage,
      setItem: () => {
        throw new Error('full');
      },
    };
    assert.doesNotThrow(() => keepHistory(store.getState(), ann, full));
  });
});
