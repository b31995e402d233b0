import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { types, workflow, writeEdges } from '../../../test/graph.ts';
import { withPositions } from '../../graph/layout.ts';
import {
  addNote,
  connect,
  connectionProblem,
  disconnect,
  idProblem,
  moveItems,
  removeItems,
  renameNode,
  setNote,
  setPin,
  tidy,
  updateNode,
} from './document.ts';

describe('changing a step', () => {
  it('begins with the step as it is, and leaves the others alone', () => {
    const definition = withPositions(workflow({ a: 'trigger.manual', b: 'transform' }, 'a > b'), types);
    const [a, b] = definition.nodes;
    const changed = updateNode(definition, 'b', before => ({ ...before, name: 'Bee' }));
    assert.deepEqual(changed, { ...definition, nodes: [a, { ...b, name: 'Bee' }] });
    assert.equal(changed.nodes[0], a);
  });
});

describe('removing', () => {
  const chain = workflow({ a: 'trigger.manual', b: 'transform', c: 'transform', d: 'output' }, 'a > b, b > c, c > d');

  it('a step in a chain reconnects what is around it', () => {
    assert.equal(writeEdges(removeItems(chain, new Set(['b']))), 'a > c, c > d');
    assert.equal(writeEdges(removeItems(chain, new Set(['b', 'c']))), 'a > d');
    assert.equal(writeEdges(removeItems(chain, new Set(['a']))), 'b > c, c > d');
    assert.equal(writeEdges(removeItems(chain, new Set(['d']))), 'a > b, b > c');
  });

  it('keeps the output that led to the step', () => {
    const branch = workflow({ a: 'condition', b: 'transform', c: 'transform' }, 'a.true > b, b > c, b.error > a');
    assert.equal(writeEdges(removeItems(branch, new Set(['b']))), 'a.true > c');
  });

  it('a step with several branches leaves them for the author to connect', () => {
    const branch = workflow(
      { a: 'transform', b: 'condition', c: 'transform', d: 'transform' },
      'a > b, b.true > c, b.false > d',
    );
    assert.equal(writeEdges(removeItems(branch, new Set(['b']))), '');
  });

  it('makes no edge twice and none to itself', () => {
    const twice = workflow({ a: 'transform', b: 'transform', c: 'transform' }, 'a > b, b > c, a > c');
    assert.equal(writeEdges(removeItems(twice, new Set(['b']))), 'a > c');
    const cycle = workflow({ a: 'transform', b: 'transform' }, 'a > b, b > a');
    assert.equal(writeEdges(removeItems(cycle, new Set(['b']))), '');
  });

  it('takes edges, notes and pins by their keys', () => {
    const { definition, note } = addNote(setPin(chain, 'c', { output: 1 }), { x: 0, y: 0 });
    const removed = removeItems(definition, new Set(['c', `note:${note.id}`, 'edge:a:b:']));
    assert.equal(writeEdges(removed), 'b > d');
    assert.deepEqual(removed.editor, { notes: [], pins: {} });
  });
});

describe('renaming a step', () => {
  const definition = {
    ...workflow(
      {
        call: 'http.request',
        a: ['transform', { value: '{{ steps.call.output }}' }],
        b: ['condition', { expression: 'steps.call.success and steps.a.success' }],
      },
      'call > a, a > b',
    ),
    editor: { pins: { call: { output: 1 } } },
  };

  it('follows it everywhere', () => {
    assert.deepEqual(renameNode(definition, 'call', 'fetch'), {
      ...workflow(
        {
          fetch: 'http.request',
          a: ['transform', { value: '{{ steps.fetch.output }}' }],
          b: ['condition', { expression: 'steps.fetch.success and steps.a.success' }],
        },
        'fetch > a, a > b',
      ),
      editor: { pins: { fetch: { output: 1 } } },
    });
  });

  it('refuses ids that are taken or no ids', () => {
    assert.equal(idProblem(definition, 'call', 'a'), 'There is a step a already');
    assert.equal(idProblem(definition, 'call', '1x'), 'At most 64 letters, digits and _, and no digit at the start');
    assert.equal(idProblem(definition, 'call', 'call'), undefined);
    assert.equal(renameNode(definition, 'call', 'a'), definition);
  });
});

describe('connecting', () => {
  const definition = workflow(
    { start: 'trigger.manual', a: 'condition', b: 'transform', end: 'output' },
    'start > a, a.true > b',
  );
  const problem = (source: string, handle: string | null, target: string) =>
    connectionProblem(definition, { source, target, source_handle: handle }, types);

  it('follows the rules of the engine', () => {
    assert.equal(problem('a', 'false', 'end'), undefined);
    assert.equal(problem('a', 'error', 'end'), undefined);
    assert.equal(problem('a', null, 'end'), 'The step has no such output');
    assert.equal(problem('a', 'true', 'b'), 'The steps are connected already');
    assert.equal(problem('b', null, 'b'), 'A step can not lead to itself');
    assert.equal(problem('b', null, 'a'), 'A workflow can not have cycles');
    assert.equal(problem('b', null, 'start'), 'Nothing can lead to a trigger');
    assert.equal(problem('end', null, 'b'), 'Nothing can follow this step');
    assert.equal(problem('b', null, 'gone'), 'There is no such step');
  });

  it('adds an edge once, and takes it away again', () => {
    const edge = { source: 'b', target: 'end', source_handle: null };
    const connected = connect(definition, edge);
    assert.equal(writeEdges(connected), 'a.true > b, b > end, start > a');
    assert.equal(connect(connected, { source: 'b', target: 'end' }), connected);
    assert.equal(writeEdges(disconnect(connected, edge)), writeEdges(definition));
  });
});

describe('places', () => {
  const definition = withPositions(workflow({ a: 'trigger.manual', b: 'transform' }, 'a > b'), types);

  it('move steps and notes', () => {
    const { definition: noted, note } = addNote(definition, { x: 0, y: 0 });
    const positions = new Map([
      ['b', { x: 8, y: 16 }],
      [`note:${note.id}`, { x: 24, y: 32 }],
    ]);
    const moved = moveItems(noted, positions);
    assert.deepEqual(moved.nodes[1]?.position, { x: 8, y: 16 });
    assert.equal(moved.nodes[0], definition.nodes[0]);
    assert.deepEqual(moved.editor?.notes, [{ ...note, x: 24, y: 32 }]);
    assert.deepEqual(setNote(noted, { ...note, text: 'x' }).editor?.notes, [{ ...note, text: 'x' }]);
  });

  it('are tidied for all, or for several selected steps', () => {
    const moved = moveItems(definition, new Map([['b', { x: 900, y: 0 }]]));
    assert.deepEqual(tidy(moved, types, new Set()).nodes, definition.nodes);
    assert.deepEqual(tidy(moved, types, new Set(['b'])).nodes, definition.nodes);
    const both = tidy(moved, types, new Set(['a', 'b']));
    assert.equal(both.nodes[0]?.position?.x, both.nodes[1]?.position?.x);
  });
});

it('a pin can be set and ended', () => {
  const definition = workflow({ a: 'transform' });
  const pinned = setPin(definition, 'a', { output: { x: 1 } });
  assert.deepEqual(pinned.editor, { pins: { a: { output: { x: 1 } } } });
  assert.deepEqual(setPin(pinned, 'a', undefined).editor, { pins: {} });
});
