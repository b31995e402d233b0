import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freeId, isStepId, readDefinition, toStepId } from './definition.ts';

describe('reading a definition', () => {
  it('keeps what it does not know', () => {
    const json = {
      nodes: [{ id: 'a', type: 'transform', name: 'A', params: { value: 1 }, position: { x: 1, y: 2 }, colour: 'red' }],
      edges: [{ source: 'a', target: 'b', source_handle: null, note: 'x' }],
      editor: {
        notes: [{ id: 'n', x: 0, y: 0, width: 1, height: 1, text: 't' }],
        pins: { a: { output: 1 } },
        folded: [],
      },
      version: 7,
    };
    assert.deepEqual(readDefinition(json), { definition: json, unusable: 0 });
  });

  it('leaves out what can not be shown, and counts it', () => {
    const json = { nodes: [{ type: 'transform' }, 7, { id: 'a' }], edges: [{ source: 'a' }], editor: { notes: [{}] } };
    assert.deepEqual(readDefinition(json), {
      definition: { nodes: [{ id: 'a', type: '' }], edges: [], editor: { notes: [] } },
      unusable: 3,
    });
    assert.deepEqual(readDefinition(null), { definition: { nodes: [], edges: [] }, unusable: 0 });
    assert.deepEqual(readDefinition('x'), { definition: { nodes: [], edges: [] }, unusable: 1 });
  });

  it('gives steps with the same id distinct ids, and the first one keeps its own', () => {
    const { definition } = readDefinition({
      nodes: ['a', 'a', 'a_2', 'a'].map(id => ({ id, type: 't' })),
      edges: [],
    });
    assert.deepEqual(
      definition.nodes.map(({ id }) => id),
      ['a', 'a_3', 'a_2', 'a_4'],
    );
  });

  it('ignores a position that is none', () => {
    const { definition } = readDefinition({
      nodes: [{ id: 'a', type: 't', position: { x: 'left', y: 0 } }],
      edges: [],
    });
    assert.equal(definition.nodes[0]?.position, null);
  });
});

describe('ids of steps', () => {
  it('get a number when they are taken', () => {
    assert.equal(freeId('call', new Set()), 'call');
    assert.equal(freeId('call', new Set(['call'])), 'call_2');
    assert.equal(freeId('call_2', new Set(['call_2', 'call_3'])), 'call_4');
  });

  it('are made of titles', () => {
    assert.equal(toStepId('HTTP request'), 'http_request');
    assert.equal(toStepId('Größe prüfen!'), 'gro_e_pru_fen');
    assert.equal(toStepId('2 things'), 'step_2_things');
    assert.equal(toStepId('…'), 'step');
    assert.ok(isStepId(toStepId('x'.repeat(200))));
  });
});
