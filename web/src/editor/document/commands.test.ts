import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { types, workflow, writeEdges } from '../../../test/graph.ts';
import type { Definition } from '../../graph/definition.ts';
import { startFilling } from '../filling.ts';
import { createEditorStore } from '../store.ts';
import { createCommands } from './commands.ts';
import { insertStep } from './inserting.ts';

function open(definition: Definition, isReadOnly = false) {
  const content = { name: 'x', description: '', definition };
  const store = createEditorStore({ workflowId: 'w', content, types, isReadOnly });
  return { store, state: store.getState, commands: createCommands(store, () => ({ x: 400, y: 300 })) };
}

const definition = workflow(
  { start: 'trigger.manual', big: 'condition', call: 'http.request', end: 'output' },
  'start > big, big.true > call, call > end',
);

function typeOf(name: string) {
  const type = types.get(name);
  assert.ok(type);
  return type;
}

describe('commands', () => {
  it('add a step where the selection suggests it', () => {
    const { state, commands } = open(definition);
    const placeFor = (...keys: string[]) => {
      state().select(keys);
      return commands.defaultPlace();
    };
    assert.deepEqual(placeFor('big'), { kind: 'output', source: 'big', handle: 'false' });
    assert.deepEqual(placeFor('call'), { kind: 'edge', edge: definition.edges[2] });
    assert.deepEqual(placeFor('end'), { kind: 'free' });
    assert.deepEqual(placeFor('big', 'call'), { kind: 'free' });
    assert.deepEqual(placeFor(), { kind: 'free' });
    assert.deepEqual(placeFor('edge:start:big:'), { kind: 'edge', edge: definition.edges[0] });
    const { state: ofOpenEnd, commands: further } = open(workflow({ start: 'trigger.manual' }));
    const suggested = { kind: 'output', source: 'start', handle: null, isSuggested: true } as const;
    assert.deepEqual(further.defaultPlace(), suggested);
    further.add({ type: typeOf('notify') }, suggested, insertStep);
    assert.equal(writeEdges(ofOpenEnd().definition), 'start > notify');
    assert.deepEqual(ofOpenEnd().filling, startFilling('notify', { isNew: true, takesFocus: true }));
    further.add({ type: typeOf('notify') }, further.defaultPlace(), insertStep);
    assert.deepEqual(ofOpenEnd().filling, startFilling('notify_2', { isNew: true }));
  });

  it('select and open the new step', () => {
    const { state, commands } = open(definition);
    const id = commands.add({ type: typeOf('notify') }, { kind: 'output', source: 'big', handle: 'false' }, insertStep);
    assert.equal(id, 'notify');
    assert.deepEqual([...state().selected], ['notify']);
    assert.equal(state().open, 'notify');
    assert.equal(state().history.past.at(-1)?.label, 'Add E-mail');
  });

  it('copy, paste, duplicate and delete as one entry each', () => {
    const { state, commands } = open(definition);
    state().select(['call', 'end']);
    const text = commands.copy() ?? '';
    assert.ok(commands.pasteText(text));
    assert.deepEqual([...state().selected], ['call_2', 'end_2']);
    commands.duplicate();
    assert.deepEqual([...state().selected], ['call_3', 'end_3']);
    commands.remove();
    assert.equal(state().history.past.length, 3);
    assert.ok(!commands.pasteText('not a workflow'));
    for (let undone = 0; undone < 3; undone++) state().undo();
    assert.equal(state().definition, definition);
  });

  it('move what is selected, and many moves are one entry', () => {
    const { state, commands } = open(definition);
    commands.tidyUp();
    commands.note();
    state().select(['call', 'note:note_1']);
    const before = state().definition;
    for (let presses = 0; presses < 5; presses++) commands.move(8, 0);
    const moved = state().definition;
    assert.equal(moved.nodes[2]?.position?.x, (before.nodes[2]?.position?.x ?? 0) + 40);
    assert.equal(moved.editor?.notes?.[0]?.x, (before.editor?.notes?.[0]?.x ?? 0) + 40);
    state().undo();
    assert.equal(state().definition, before);
  });

  it('turn the workflow to the right and down again, with its notes, as one entry each', async () => {
    const { state, commands } = open(definition);
    commands.tidyUp();
    commands.note();
    const before = state().definition;
    await commands.turn();
    const { nodes, editor } = state().definition;
    assert.equal(editor?.direction, 'right');
    const [first, second] = nodes.map(({ position }) => position);
    assert.ok(first && second && first.x < second.x && first.y + 28 === second.y + 28);
    assert.notDeepEqual(editor.notes, before.editor?.notes);
    assert.equal(state().history.past.at(-1)?.label, 'Lead to the right');
    state().undo();
    assert.deepEqual(state().definition, before);
    await commands.turn();
    await commands.turn();
    assert.deepEqual(state().definition.nodes, before.nodes);
  });

  it('connect, and let an edge lead elsewhere', () => {
    const { state, commands } = open(definition);
    commands.join({ source: 'big', target: 'end', source_handle: 'false' });
    commands.rejoin({ source: 'call', target: 'end' }, { source: 'start', target: 'end', source_handle: null });
    assert.equal(writeEdges(state().definition), 'big.false > end, big.true > call, start > big, start > end');
  });

  it('place a note in the middle of what is seen, and resize it', () => {
    const { state, commands } = open(definition);
    commands.note();
    commands.resizeNote('note:note_1', { x: 8, y: 16, width: 300, height: 200 });
    assert.deepEqual(state().definition.editor?.notes, [
      { id: 'note_1', x: 8, y: 16, width: 300, height: 200, text: '' },
    ]);
  });

  it('select everything, and change nothing for those who may only read', () => {
    const { state, commands } = open(definition, true);
    commands.selectEverything();
    assert.equal(state().selected.size, 4);
    commands.remove();
    commands.duplicate();
    assert.ok(!commands.pasteText(commands.copy() ?? ''));
    assert.equal(state().definition, definition);
  });
});
