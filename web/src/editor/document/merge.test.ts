import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyDefinition, renameInGraph, stepIds } from '../../../test/merge.ts';
import type { Definition, GraphNode } from '../../graph/definition.ts';
import { compareDefinitions, countChanges, isSameJson } from '../../graph/difference.ts';
import { applyChoice, joinConflicts } from './conflicts.ts';
import { type Content, mergeContent, mergeDefinitions } from './merge.ts';

const merge = (base: Definition, mine: Definition, theirs: Definition) =>
  mergeDefinitions({ base, mine, theirs }, renameInGraph);

const base: Definition = {
  nodes: [
    { id: 'start', type: 'trigger.manual', params: {}, position: { x: 0, y: 0 } },
    { id: 'call', type: 'http.request', name: 'Call', params: { url: 'https://a.test', method: 'GET' } },
    { id: 'end', type: 'output', params: { value: '1' } },
  ],
  edges: [
    { source: 'start', target: 'call' },
    { source: 'call', target: 'end' },
  ],
};

function edit(definition: Definition, id: string, change: Partial<GraphNode>): Definition {
  return { ...definition, nodes: definition.nodes.map(node => (node.id === id ? { ...node, ...change } : node)) };
}

function remove(definition: Definition, id: string): Definition {
  return {
    ...definition,
    nodes: definition.nodes.filter(node => node.id !== id),
    edges: definition.edges.filter(({ source, target }) => source !== id && target !== id),
  };
}

function paramsOf(definition: Definition, id: string): unknown {
  return definition.nodes.find(node => node.id === id)?.params;
}

test('changes of different steps are combined', () => {
  const mine = edit(base, 'call', { params: { url: 'https://mine.test', method: 'GET' } });
  const theirs = edit(base, 'end', { params: { value: '2' } });
  const { merged, conflicts } = merge(base, mine, theirs);
  assert.deepEqual(conflicts, []);
  assert.deepEqual(paramsOf(merged, 'call'), { url: 'https://mine.test', method: 'GET' });
  assert.deepEqual(paramsOf(merged, 'end'), { value: '2' });
});

test('changes of different params of one step are combined', () => {
  const mine = edit(base, 'call', { params: { url: 'https://mine.test', method: 'GET' } });
  const theirs = edit(base, 'call', { name: 'Ask', params: { url: 'https://a.test', method: 'POST' } });
  const { merged, conflicts } = merge(base, mine, theirs);
  assert.deepEqual(conflicts, []);
  assert.deepEqual(merged.nodes[1], {
    id: 'call',
    type: 'http.request',
    name: 'Ask',
    params: { url: 'https://mine.test', method: 'POST' },
  });
});

test('the same param changed twice is a conflict that has both and keeps what is shown', () => {
  const mine = edit(base, 'call', { params: { url: 'https://mine.test', method: 'GET' } });
  const theirs = edit(base, 'call', { params: { url: 'https://theirs.test', method: 'GET' } });
  const { merged, conflicts } = merge(base, mine, theirs);
  assert.deepEqual(conflicts, [
    {
      key: '["step","call","params.url"]',
      place: { kind: 'step', id: 'call' },
      field: 'params.url',
      mine: 'https://mine.test',
      theirs: 'https://theirs.test',
    },
  ]);
  assert.deepEqual(merged, mine);
});

test('the same change on both sides is no conflict', () => {
  const changed = edit(base, 'call', { params: { url: 'https://b.test', method: 'GET' } });
  assert.deepEqual(merge(base, changed, structuredClone(changed)).conflicts, []);
});

test('a step that one removed and the other changed stays, with its edges, until somebody chooses', () => {
  const without = remove(base, 'call');
  const changed = edit(base, 'call', { name: 'Ask' });
  for (const [mine, theirs] of [
    [without, changed],
    [changed, without],
  ] as const) {
    const { merged, conflicts } = merge(base, mine, theirs);
    assert.equal(merged.nodes.find(({ id }) => id === 'call')?.name, 'Ask');
    assert.equal(merged.edges.length, 2);
    assert.deepEqual(
      conflicts.map(({ place, field }) => [place, field]),
      [[{ kind: 'step', id: 'call' }, 'step']],
    );
    const [conflict] = conflicts;
    assert.ok(conflict);
    const side = conflict.mine === undefined ? 'mine' : 'theirs';
    const chosen = applyChoice(asContent(merged), conflict, side).definition;
    assert.deepEqual(chosen, without);
  }
});

test('a step to which somebody connected a new one is not removed silently', () => {
  const mine = remove(base, 'end');
  const theirs = {
    ...base,
    nodes: [...base.nodes, { id: 'log', type: 'transform' }],
    edges: [...base.edges, { source: 'log', target: 'end' }],
  };
  const { merged, conflicts } = merge(base, mine, theirs);
  assert.equal(conflicts.length, 1);
  assert.ok(merged.nodes.some(({ id }) => id === 'end'));
});

test('two new steps with the same id are both kept', () => {
  const mine: Definition = {
    nodes: [...base.nodes, { id: 'log', type: 'transform', params: { value: 'mine' } }],
    edges: [...base.edges, { source: 'end', target: 'log' }],
  };
  const theirs: Definition = {
    nodes: [...base.nodes, { id: 'log', type: 'transform', params: { value: 'theirs' } }],
    edges: [...base.edges, { source: 'start', target: 'log' }],
  };
  const { merged, conflicts } = merge(base, mine, theirs);
  assert.deepEqual(conflicts, []);
  assert.deepEqual(paramsOf(merged, 'log'), { value: 'theirs' });
  assert.deepEqual(paramsOf(merged, 'log_2'), { value: 'mine' });
  assert.ok(merged.edges.some(({ source, target }) => source === 'end' && target === 'log_2'));
});

test('two new notes with the same id are both kept', () => {
  const note = { id: 'note_1', x: 0, y: 0, width: 100, height: 60 };
  const mine: Definition = { ...base, editor: { notes: [{ ...note, text: 'mine' }] } };
  const theirs: Definition = { ...base, editor: { notes: [{ ...note, text: 'theirs' }] } };
  const { merged, conflicts } = merge(base, mine, theirs);
  assert.deepEqual(conflicts, []);
  assert.deepEqual(
    merged.editor?.notes?.map(({ id, text }) => [id, text]),
    [
      ['note_2', 'mine'],
      ['note_1', 'theirs'],
    ],
  );
});

test('a moved step takes the changes of others, and my own position wins', () => {
  const mine = edit(base, 'start', { position: { x: 8, y: 8 } });
  const theirs = edit(base, 'start', { name: 'Begin', position: { x: 5, y: 5 } });
  const { merged, conflicts } = merge(base, mine, theirs);
  assert.deepEqual(conflicts, []);
  assert.deepEqual(merged.nodes[0], {
    id: 'start',
    type: 'trigger.manual',
    name: 'Begin',
    params: {},
    position: { x: 8, y: 8 },
  });
});

test('notes, pins, the name and unknown keys are merged too', () => {
  const note = { id: 'n', x: 0, y: 0, width: 100, height: 60 };
  const of = (name: string, text: string, pin: string, extra: string): Content => ({
    name,
    description: '',
    definition: {
      ...base,
      extra,
      editor: { notes: [{ ...note, text }], pins: { call: { output: pin } } },
    } as Definition,
  });
  const all = { base: of('W', 'x', '1', 'k'), mine: of('Mine', 'm', '2', 'k'), theirs: of('Theirs', 't', '3', 'l') };
  const { merged, conflicts } = mergeContent(all, renameInGraph);
  assert.deepEqual(
    conflicts.map(({ field, mine, theirs }) => [field, mine, theirs]),
    [
      ['name', 'Mine', 'Theirs'],
      ['text', 'm', 't'],
      ['pin', { output: '2' }, { output: '3' }],
    ],
  );
  assert.equal((merged.definition as unknown as { extra: string }).extra, 'l');
  assert.deepEqual(merged.definition.editor, all.mine.definition.editor);
  const chosen = conflicts.reduce((content, conflict) => applyChoice(content, conflict, 'theirs'), merged);
  assert.deepEqual(chosen, all.theirs);
});

const three = fc.tuple(anyDefinition(stepIds), anyDefinition(stepIds), anyDefinition(stepIds));

test('merging with an unchanged side gives the other side', () => {
  fc.assert(
    fc.property(three, ([one, other]) => {
      assert.deepEqual(merge(one, other, structuredClone(one)), { merged: other, conflicts: [] });
      assert.ok(isSameJson(merge(one, structuredClone(one), other).merged, other));
    }),
  );
});

test('no step is lost that anybody added or changed, and no edge lacks an end', () => {
  fc.assert(
    fc.property(three, ([old, mine, theirs]) => {
      const { merged, conflicts } = merge(old, mine, theirs);
      const has = (step: GraphNode) =>
        merged.nodes.some(({ id, type }) => type === step.type && (id === step.id || id.startsWith(`${step.id}_`)));
      for (const side of [mine, theirs]) {
        for (const { kind, after } of compareDefinitions(old, side).steps) {
          if (kind === 'added' && after) assert.ok(has(after), `${after.id} was added`);
          if (kind === 'changed' && after) assert.ok(merged.nodes.some(({ id }) => id === after.id));
        }
      }
      const ids = new Set(merged.nodes.map(({ id }) => id));
      assert.equal(ids.size, merged.nodes.length);
      assert.ok(merged.edges.every(({ source, target }) => ids.has(source) && ids.has(target)));
      assert.equal(new Set(conflicts.map(({ key }) => key)).size, conflicts.length);
    }),
    { numRuns: 300 },
  );
});

/** The steps and edges of `one` for some ids, and those of `other` for all others. */
function mix(one: Definition, other: Definition, ids: ReadonlySet<string>): Definition {
  const isOne = (source: string, target: string) => ids.has(source) && ids.has(target);
  const isOther = (source: string, target: string) => !ids.has(source) && !ids.has(target);
  return {
    nodes: [...one.nodes.filter(({ id }) => ids.has(id)), ...other.nodes.filter(({ id }) => !ids.has(id))],
    edges: [
      ...one.edges.filter(({ source, target }) => isOne(source, target)),
      ...other.edges.filter(({ source, target }) => isOther(source, target)),
    ],
  };
}

test('edits of separate parts are all kept, without any conflict', () => {
  fc.assert(
    fc.property(three, fc.subarray(stepIds), ([old, one, other], chosen) => {
      const ids = new Set(chosen);
      const start = mix(old, old, ids);
      const mine = mix(one, start, ids);
      const theirs = mix(start, other, ids);
      const { merged, conflicts } = merge(start, mine, theirs);
      assert.deepEqual(conflicts, []);
      assert.equal(countChanges(compareDefinitions(merged, mix(one, other, ids))), 0);
    }),
    { numRuns: 300 },
  );
});

test('choosing theirs everywhere gives their values, choosing mine gives mine', () => {
  fc.assert(
    fc.property(three, ([old, mine, theirs]) => {
      const { merged, conflicts } = merge(old, mine, theirs);
      const fields = conflicts.filter(({ field }) => field !== 'step');
      const stored = asContent(theirs);
      const chosen = fields.reduce((content, conflict) => applyChoice(content, conflict, 'theirs'), asContent(merged));
      assert.deepEqual(joinConflicts(fields, [], { shown: chosen, stored }), []);
      const kept = fields.reduce((content, conflict) => applyChoice(content, conflict, 'mine'), asContent(merged));
      assert.ok(isSameJson(kept.definition, merged));
    }),
  );
});

test('an undecided conflict follows both versions, and ends when they are equal', () => {
  const at = (url: string) => asContent(edit(base, 'call', { params: { url, method: 'GET' } }));
  const { conflicts } = merge(base, at('mine').definition, at('theirs').definition);
  const later = joinConflicts(conflicts, [], { shown: at('mine'), stored: at('later') });
  assert.deepEqual(
    later.map(({ theirs }) => theirs),
    ['later'],
  );
  const typed = joinConflicts(conflicts, [], { shown: at('mine and more'), stored: at('theirs') });
  assert.deepEqual(
    typed.map(({ mine }) => mine),
    ['mine and more'],
  );
  assert.deepEqual(joinConflicts(conflicts, [], { shown: at('mine'), stored: at('mine') }), []);
  assert.deepEqual(joinConflicts(conflicts, [], { shown: asContent(remove(base, 'call')), stored: at('later') }), []);
});

function asContent(definition: Definition): Content {
  return { name: 'W', description: '', definition };
}
