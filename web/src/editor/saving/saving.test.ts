import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { renameInGraph } from '../../../test/merge.ts';
import { type Connection, StoredWorkflow, Tab } from '../../../test/saving.ts';
import type { Definition } from '../../graph/definition.ts';
import type { Content } from '../document/merge.ts';
import { advance, startSaving, unsavedWork } from './saving.ts';

const first: Content = {
  name: 'Orders',
  description: '',
  definition: {
    nodes: [
      { id: 'call', type: 'http.request', params: { url: 'https://a.test', method: 'GET' } },
      { id: 'end', type: 'output', params: { value: '1' } },
    ],
    edges: [{ source: 'call', target: 'end' }],
  },
};

function setParam(id: string, name: string, value: string): (content: Content) => Content {
  return content => ({
    ...content,
    definition: {
      ...content.definition,
      nodes: content.definition.nodes.map(node =>
        node.id === id ? { ...node, params: { ...node.params, [name]: value } } : node,
      ),
    },
  });
}

function addStep(id: string): (content: Content) => Content {
  return content => ({
    ...content,
    definition: { ...content.definition, nodes: [...content.definition.nodes, { id, type: 'transform', params: {} }] },
  });
}

function param({ definition }: Content, id: string, name: string): unknown {
  return definition.nodes.find(node => node.id === id)?.params?.[name];
}

test('a change is saved once it has been quiet, and names the revision it is based on', () => {
  const tab = new Tab(new StoredWorkflow(first));
  tab.edit(setParam('call', 'url', 'https://b.test'));
  assert.equal(tab.state.phase, 'waiting');
  assert.deepEqual(tab.effects, [{ type: 'wait', ms: 800 }]);
  assert.ok(unsavedWork(tab.state));
  tab.tell({ type: 'due' });
  assert.equal(tab.state.phase, 'saving');
  const save = tab.effects.at(-1);
  assert.ok(save?.type === 'save');
  assert.equal(save.base.revisionId, 'r1');
  tab.work();
  assert.equal(tab.state.phase, 'saved');
  assert.equal(tab.state.base.revisionId, 'r2');
  assert.equal(unsavedWork(tab.state), undefined);
});

test('a change that is undone before it was saved needs no save', () => {
  const tab = new Tab(new StoredWorkflow(first));
  tab.edit(setParam('call', 'url', 'https://b.test'));
  tab.edit(() => structuredClone(first));
  assert.equal(tab.state.phase, 'saved');
  tab.pass();
  assert.equal(tab.workflow.revisions.length, 1);
});

test('there is one save at a time, and what changed meanwhile follows', () => {
  const tab = new Tab(new StoredWorkflow(first));
  tab.edit(setParam('call', 'url', 'https://b.test'));
  tab.tell({ type: 'due' });
  tab.edit(setParam('call', 'url', 'https://c.test'));
  tab.tell({ type: 'due' });
  assert.equal(tab.effects.filter(({ type }) => type === 'save').length, 1);
  tab.work();
  assert.equal(tab.state.phase, 'waiting');
  tab.pass();
  assert.equal(tab.state.phase, 'saved');
  assert.deepEqual(
    tab.workflow.revisions.map(({ content }) => param(content, 'call', 'url')),
    ['https://a.test', 'https://b.test', 'https://c.test'],
  );
});

test('a save against an old revision reads, merges and saves again', () => {
  const workflow = new StoredWorkflow(first);
  const [one, other] = [new Tab(workflow), new Tab(workflow)];
  one.edit(setParam('call', 'url', 'https://one.test'));
  other.edit(setParam('end', 'value', '2'));
  one.pass();
  other.pass();
  assert.equal(other.state.phase, 'saved');
  assert.equal(param(workflow.latest.content, 'call', 'url'), 'https://one.test');
  assert.equal(param(workflow.latest.content, 'end', 'value'), '2');
});

test('what somebody else saved is shown at once, beside what I am typing', () => {
  const workflow = new StoredWorkflow(first);
  const [one, other] = [new Tab(workflow), new Tab(workflow)];
  one.edit(setParam('call', 'url', 'https://one.test'));
  one.pass();
  other.edit(setParam('end', 'value', '2'));
  other.tell({ type: 'announced', revisionId: 'r2' });
  assert.equal(other.state.phase, 'reading');
  other.effects = other.effects.filter(({ type }) => type === 'read');
  other.work();
  assert.equal(param(other.state.content, 'call', 'url'), 'https://one.test');
  assert.equal(other.state.phase, 'saved');
  other.tell({ type: 'announced', revisionId: 'r3' });
  assert.deepEqual(other.effects, [], 'its own revision is no news');
});

test('showing what others did tells the history what that was', () => {
  const state = startSaving({ revisionId: 'r1', updated: 1, content: first }, 1, true);
  const theirs = setParam('end', 'value', '2')(first);
  const heard = advance(state, { type: 'announced', revisionId: 'r2' }, renameInGraph);
  const stored = { revisionId: 'r2', updated: 2, content: theirs };
  const { effects } = advance(heard.state, { type: 'opened', stored, at: 5 }, renameInGraph);
  assert.deepEqual(effects, [{ type: 'show', content: theirs, others: { before: first, after: theirs } }]);
});

test('the same param changed twice waits for a choice, and nothing is overwritten before', () => {
  for (const side of ['mine', 'theirs'] as const) {
    const workflow = new StoredWorkflow(first);
    const [one, other] = [new Tab(workflow), new Tab(workflow)];
    one.edit(setParam('call', 'url', 'https://one.test'));
    one.pass();
    other.edit(setParam('call', 'url', 'https://other.test'));
    other.pass();
    assert.equal(other.state.phase, 'conflict');
    assert.equal(param(workflow.latest.content, 'call', 'url'), 'https://one.test');
    assert.equal(param(other.state.content, 'call', 'url'), 'https://other.test');
    other.edit(setParam('end', 'value', '7'));
    other.edit(setParam('call', 'url', 'https://other.test/more'));
    other.pass();
    assert.equal(other.state.phase, 'conflict');
    const [conflict] = other.state.conflicts;
    assert.ok(conflict);
    other.tell({ type: 'chosen', key: conflict.key, side });
    other.work();
    assert.equal(other.state.phase, 'saved');
    const url = side === 'mine' ? 'https://other.test/more' : 'https://one.test';
    assert.equal(param(workflow.latest.content, 'call', 'url'), url);
    assert.equal(param(workflow.latest.content, 'end', 'value'), '7');
  }
});

test('an undecided conflict survives a reload', () => {
  const workflow = new StoredWorkflow(first);
  const [one, other] = [new Tab(workflow), new Tab(workflow)];
  one.edit(setParam('call', 'url', 'https://one.test'));
  one.pass();
  other.edit(setParam('call', 'url', 'https://other.test'));
  other.pass();
  other.reload();
  other.work();
  assert.equal(other.state.phase, 'conflict');
  assert.equal(other.state.conflicts[0]?.theirs, 'https://one.test');
});

test('without an answer it tries again, later each time, and says why', () => {
  const tab = new Tab(new StoredWorkflow(first));
  tab.connection = 'loses requests';
  tab.edit(setParam('call', 'url', 'https://b.test'));
  const waits: number[] = [];
  for (let attempt = 0; attempt < 7; attempt++) {
    tab.tell({ type: 'due' });
    tab.effects = tab.effects.filter(({ type }) => type === 'save');
    const [save] = tab.effects.splice(0);
    assert.equal(save?.type, 'save');
    tab.tell({ type: 'failed', status: 0, message: 'Heddle can not be reached' });
    const wait = tab.effects.at(-1);
    if (wait?.type === 'wait') waits.push(wait.ms);
  }
  assert.deepEqual(waits, [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  assert.equal(tab.state.phase, 'retrying');
  assert.equal(tab.state.reason, 'Heddle can not be reached');
  tab.connection = 'works';
  tab.pass();
  assert.equal(tab.state.phase, 'saved');
});

test('a save whose answer was lost is recognized as our own', () => {
  const tab = new Tab(new StoredWorkflow(first));
  tab.connection = 'loses replies';
  tab.edit(addStep('log'));
  tab.pass();
  assert.equal(tab.workflow.revisions.length, 2);
  tab.edit(setParam('log', 'value', 'later'));
  tab.connection = 'works';
  tab.pass();
  tab.pass();
  assert.equal(tab.state.phase, 'saved');
  assert.deepEqual(
    tab.workflow.latest.content.definition.nodes.map(({ id }) => id),
    ['call', 'end', 'log'],
  );
  assert.equal(param(tab.workflow.latest.content, 'log', 'value'), 'later');
});

test('a page that closes while its save is under way finds it stored when it is opened again', () => {
  const tab = new Tab(new StoredWorkflow(first));
  tab.connection = 'loses replies';
  tab.edit(addStep('log'));
  tab.tell({ type: 'leaving' });
  const save = tab.effects.at(-1);
  assert.ok(save?.type === 'save' && save.isLeaving);
  tab.work();
  tab.connection = 'works';
  tab.reload();
  assert.equal(tab.state.phase, 'saved');
  assert.equal(unsavedWork(tab.state), undefined);
});

test('leaving sends once more what could not be sent before', () => {
  const tab = new Tab(new StoredWorkflow(first));
  tab.connection = 'loses requests';
  tab.edit(addStep('log'));
  tab.tell({ type: 'due' });
  tab.work();
  assert.equal(tab.state.phase, 'retrying');
  tab.connection = 'works';
  tab.tell({ type: 'leaving' });
  tab.work();
  assert.equal(tab.state.phase, 'saved');
});

test('a refusal is said once, and the next change is tried', () => {
  const tab = new Tab(new StoredWorkflow(first));
  tab.edit(addStep('log'));
  tab.tell({ type: 'due' });
  tab.effects = [];
  tab.tell({ type: 'failed', status: 422, message: 'definition: it is too large' });
  assert.equal(tab.state.phase, 'refused');
  assert.equal(tab.state.reason, 'definition: it is too large');
  assert.deepEqual(tab.effects, []);
  tab.edit(setParam('call', 'url', 'https://b.test'));
  tab.pass();
  assert.equal(tab.state.phase, 'saved');
});

test('an ended session keeps the work, and continues after signing in', () => {
  const tab = new Tab(new StoredWorkflow(first));
  tab.edit(addStep('log'));
  tab.tell({ type: 'due' });
  tab.effects = [];
  tab.tell({ type: 'failed', status: 401, message: 'Unauthorized' });
  assert.equal(tab.state.phase, 'signed-out');
  tab.edit(addStep('log2'));
  assert.equal(tab.state.phase, 'signed-out');
  tab.reload();
  tab.work();
  assert.equal(tab.state.phase, 'saved');
  assert.equal(tab.workflow.latest.content.definition.nodes.length, 4);
});

test('a reader sees what others save, and saves nothing', () => {
  const state = startSaving({ revisionId: 'r1', updated: 1, content: first }, 1, false);
  const changed = advance(state, { type: 'changed', content: addStep('x')(first) }, renameInGraph);
  assert.equal(changed.state, state);
  const heard = advance(state, { type: 'announced', revisionId: 'r2' }, renameInGraph);
  assert.deepEqual(heard.effects, [{ type: 'read' }]);
  const stored = { revisionId: 'r2', updated: 2, content: addStep('y')(first) };
  const shown = advance(heard.state, { type: 'opened', stored, at: 9 }, renameInGraph);
  assert.deepEqual(shown.state.content, stored.content);
  assert.equal(shown.state.phase, 'read-only');
  const [step] = shown.state.content.definition.nodes;
  assert.equal(step, first.definition.nodes[0], 'an unchanged step stays the same object');
  const late = { revisionId: 'r1', updated: 1, content: first };
  assert.equal(advance(shown.state, { type: 'opened', stored: late, at: 1 }, renameInGraph).state, shown.state);
});

test('work that another page left behind is merged into what is shown', () => {
  const workflow = new StoredWorkflow(first);
  const [left, tab] = [new Tab(workflow), new Tab(workflow)];
  left.edit(setParam('call', 'url', 'https://left.test'));
  const work = unsavedWork(left.state);
  assert.ok(work);
  tab.edit(setParam('end', 'value', '2'));
  tab.pass();
  tab.tell({ type: 'recovered', work });
  tab.pass();
  assert.equal(tab.state.phase, 'saved');
  assert.equal(param(workflow.latest.content, 'call', 'url'), 'https://left.test');
  assert.equal(param(workflow.latest.content, 'end', 'value'), '2');

  const clash = { ...work, content: setParam('end', 'value', '3')(work.content) };
  tab.tell({ type: 'recovered', work: clash });
  assert.equal(tab.state.phase, 'conflict');
});

type Act =
  | { kind: 'add'; tab: number }
  | { kind: 'type'; tab: number; value: string }
  | { kind: 'pass' | 'reload' | 'hear'; tab: number }
  | { kind: 'connect'; tab: number; connection: Connection };

const tabNumber = fc.constantFrom(0, 1);
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), tab: tabNumber }),
  fc.record({ kind: fc.constant('type' as const), tab: tabNumber, value: fc.constantFrom('x', 'y', 'z') }),
  fc.record({
    kind: fc.constantFrom('pass' as const, 'pass' as const, 'reload' as const, 'hear' as const),
    tab: tabNumber,
  }),
  fc.record({
    kind: fc.constant('connect' as const),
    tab: tabNumber,
    connection: fc.constantFrom<Connection[]>('works', 'loses requests', 'loses replies'),
  }),
);

test('whatever is lost on the way, both pages end with everything that was added', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 40 }), acts => {
      const workflow = new StoredWorkflow(first);
      const tabs = [new Tab(workflow), new Tab(workflow)];
      const added = perform(acts, tabs);
      settle(tabs);
      const ids = new Set(workflow.latest.content.definition.nodes.map(({ id }) => id));
      for (const id of added) assert.ok(ids.has(id), `${id} was lost`);
      for (const tab of tabs) {
        assert.equal(tab.state.phase, 'saved');
        assert.deepEqual(sorted(tab.state.content.definition), sorted(workflow.latest.content.definition));
      }
    }),
    { numRuns: 500 },
  );
});

/** Every added step has an id of its own, so that each can be looked for in the end. */
function perform(acts: readonly Act[], tabs: readonly Tab[]): string[] {
  const added: string[] = [];
  for (const [index, entry] of acts.entries()) {
    const tab = tabs[entry.tab];
    if (!tab) continue;
    if (entry.kind === 'add') {
      added.push(`new${index}`);
      tab.edit(addStep(`new${index}`));
    } else if (entry.kind === 'type') tab.edit(setParam('call', 'url', entry.value));
    else if (entry.kind === 'connect') tab.connection = entry.connection;
    else if (entry.kind === 'pass') tab.pass();
    else if (entry.kind === 'reload') tab.reload();
    else tab.tell({ type: 'announced', revisionId: tab.workflow.latest.revisionId });
    tab.work();
  }
  return added;
}

/** All connections work again, everybody chooses, and everybody hears of the last revision. */
function settle(tabs: readonly Tab[]): void {
  for (let round = 0; round < 6; round++) {
    for (const tab of tabs) {
      tab.connection = 'works';
      tab.tell({ type: 'announced', revisionId: tab.workflow.latest.revisionId });
      tab.work();
      tab.pass();
      for (const { key } of tab.state.conflicts) tab.tell({ type: 'chosen', key, side: 'mine' });
      tab.work();
    }
  }
}

function sorted({ nodes }: Definition): unknown {
  return [...nodes].sort((one, other) => one.id.localeCompare(other.id));
}
