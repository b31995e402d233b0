/** What builders can do with their own workflow, and that they can not access others. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { Caller } from '../../src/http/caller.ts';
import type { Workflow } from '../../src/workflows/schemas.ts';
import { defaultConfig } from '../fixtures/config.ts';
import { isStepError } from '../fixtures/tools.ts';
import { chain, type Definition, node } from '../support/definitions.ts';
import { createWorkflow } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { type Answer, buildersOn } from './builder-calls.ts';

const service = await testService();
const { database } = service.service.system;
const ann = await service.person();
const bob = await service.person();
const builders = buildersOn(service);
const builder = (id: string, person = ann, more: Partial<Caller> = {}) => builders(id, person, more);
const NO_ACCESS = 'You do not have access to this workflow';
const SIMPLE = chain(node('a', 'transform', { value: '{{ input.n + 1 }}' }), node('result', 'output', { value: 0 }));

async function readDraft(id: string): Promise<Workflow & { definition: Definition }> {
  return service.ask(`/api/v3/workflow/get?entity_id=${id}`, {}, ann.key);
}

const findRevisions = (id: string) =>
  service.ask<Record<string, unknown>[]>('/api/v3/workflow/revisions', { workflow_id: id }, ann.key);

suite('a builder', () => {
  test('reads its workflow and the state of its publication, but no credentials', async () => {
    const headers = { Authorization: 'Bearer 123', Accept: 'text/plain' };
    const definition = chain(node('call', 'http.request', { url: 'https://example.org', headers }));
    const id = await createWorkflow(service, definition, ann.key, { name: 'Mine', description: 'About it' });
    const call = builder(id);
    const shown = chain(
      node('call', 'http.request', { url: 'https://example.org', headers: { ...headers, Authorization: '' } }),
    );
    const read = {
      name: 'Mine',
      description: 'About it',
      definition: shown,
      empty_credentials: ['call.headers.Authorization'],
    };
    const unpublished = { published_version: null, published_at: null, active: false, draft_changed: true };
    assert.deepEqual(await call('read'), { ...read, ...unpublished });

    await service.ask('/api/v3/workflow/publish', { workflow_id: id }, ann.key);
    const { published_version, active, draft_changed } = await call('read');
    assert.deepEqual([published_version, active, draft_changed], [1, true, false]);
    const operation = { operation: 'update_node', id: 'call', set_params: { headers: { Authorization: '', A: 'b' } } };
    assert.equal((await call('edit', { operations: [operation] })).applied, true);
    assert.equal((await call('read')).draft_changed, true);
    const [, stored] = (await readDraft(id)).definition.nodes;
    assert.deepEqual(stored?.params.headers, { Authorization: 'Bearer 123', A: 'b' });
  });

  test('sends no credentials to another host', async () => {
    const params = { url: 'https://example.org/a', headers: { Authorization: 'Bearer 123' }, sign: true };
    const id = await createWorkflow(service, chain(node('call', 'http.request', params)), ann.key);
    const operation = { operation: 'update_node', id: 'call', set_params: { url: 'https://evil.example/a' } };
    const edited = await builder(id)('edit', { operations: [operation] });
    assert.equal(edited.applied, true);
    assert.deepEqual(edited.removed_credentials, ['call.headers.Authorization', 'call.sign']);
    assert.match(String(edited.note), /credentials were removed/);
    const [, stored] = (await readDraft(id)).definition.nodes;
    assert.deepEqual(stored?.params, { url: 'https://evil.example/a', headers: { Authorization: '' }, sign: false });
    const back = { ...operation, set_params: { url: 'https://example.org/a' } };
    assert.equal('removed_credentials' in (await builder(id)('edit', { operations: [back] })), false);
    const [, again] = (await readDraft(id)).definition.nodes;
    assert.deepEqual(again?.params.headers, { Authorization: '' }, 'they are gone for good');
  });

  test('looks up node types and tools', async () => {
    const call = builder(await createWorkflow(service, SIMPLE, ann.key));
    const all = await call<{ node_types: string[]; tools: string[] }>('catalog');
    assert.ok(all.node_types.includes('condition: Continues on true or false by an expression.'));
    assert.ok(all.tools.some(line => line.startsWith('csv_read: ')));
    const some = await call('catalog', { types: ['loop', 'lop'], tools: ['hash'] });
    const { node_types, tools, unknown } = some as { node_types?: object[]; tools?: object[]; unknown?: string[] };
    const [entry, ...others] = node_types ?? [];
    assert.ok(entry && 'params_schema' in entry && 'handles' in entry);
    assert.deepEqual(entry.handles, ['item', 'done']);
    assert.deepEqual([others, tools?.length, unknown], [[], 1, ['lop']]);
    await assert.rejects(call('catalog', { type: 'loop' }), isStepError(/'type' is not a parameter/));
  });

  test('stores an edit of the draft as a revision, and positions new nodes', async () => {
    const id = await createWorkflow(service, SIMPLE, ann.key, {
      sharing: [{ user_email: bob.email, write: true, scopes: {} }],
    });
    const edited = await builder(id, bob)('edit', {
      name: 'Renamed',
      operations: [
        { operation: 'add_node', node: { id: 'b', type: 'transform', params: { value: '{{ steps.a.output * 2 }}' } } },
        { operation: 'remove_edge', source: 'a', target: 'result' },
        { operation: 'add_edge', source: 'a', target: 'b' },
        { operation: 'add_edge', source: 'b', target: 'result' },
        { operation: 'update_node', id: 'result', params: { value: '{{ steps.b.output }}' } },
      ],
    });
    const [revision] = await findRevisions(id);
    const { change_id, ...done } = edited;
    assert.deepEqual(done, { applied: true, issues: [], revision_id: revision?.id, nodes: 4, edges: 3 });
    assert.equal(typeof change_id, 'string');
    assert.deepEqual([revision?.origin, revision?.user_id], ['builder', bob.id]);
    assert.deepEqual(revision?.changes, {
      added_nodes: ['b'],
      removed_nodes: [],
      changed_nodes: ['result'],
      added_edges: 2,
      removed_edges: 1,
    });
    const { name, definition, updated, sharing } = await readDraft(id);
    assert.deepEqual([name, updated.user_id, sharing.length], ['Renamed', bob.id, 1]);
    assert.deepEqual(
      definition.nodes.map(({ position }) => position?.x),
      [0, 280, 840, 560],
    );
    const [latest, ...rest] = await builder(id)<{ origin: string; revision_id: string }[]>('revisions');
    assert.deepEqual([latest?.origin, latest?.revision_id, rest.length], ['builder', revision?.id, 1]);
  });

  test('changes nothing if an edit would introduce an error', async () => {
    const id = await createWorkflow(service, SIMPLE, ann.key);
    const call = builder(id);
    const before = await readDraft(id);
    const wrong = [
      { operation: 'update_node', id: 'a', params: { valu: 1 } },
      { operation: 'add_edge', source: 'result', target: 'start' },
    ];
    const refused = await call('edit', { operations: wrong, name: 'Not this' });
    assert.equal(refused.applied, false);
    assert.ok(refused.issues.some(({ message, node_id }) => node_id === 'a' && message.includes("'valu'")));
    assert.ok(refused.issues.every(({ severity }) => severity === 'error'));
    const problems = await call('edit', { operations: [{ operation: 'remove_node', id: 'x' }], name: 'Not this' });
    const why = "Operation 1 (remove_node): there is no node 'x', but 'start', 'a', 'result'";
    assert.deepEqual(problems, { applied: false, problems: [why] });
    assert.deepEqual(await call('edit'), {
      applied: false,
      problems: ['The edit has no operations, no name and no description'],
    });
    await assert.rejects(call('edit', { operations: [{ operation: 'drop' }] }), isStepError(/must be one of add_node/));
    assert.deepEqual(await readDraft(id), before);
    assert.equal((await findRevisions(id)).length, 1);
  });

  test('gets an error if a definition is too large', async () => {
    const id = await createWorkflow(service, SIMPLE, ann.key);
    const steps = Array.from({ length: defaultConfig.workflows.nodes }, (_, index) =>
      node(`s${index}`, 'transform', { value: 1 }),
    );
    const definition = chain(...steps);
    const refused = await builder(id)('edit', { operations: [{ operation: 'replace', definition }] });
    const message =
      'The workflow has too many steps (201, at most 200): move some of them into another workflow, and run that with a step';
    assert.deepEqual(refused, { applied: false, issues: [{ severity: 'error', message, node_id: null, edge: null }] });
    definition.nodes.pop();
    definition.edges.pop();
    const applied = await builder(id)('edit', { operations: [{ operation: 'replace', definition }] });
    assert.deepEqual([applied.applied, applied.nodes, applied.edges], [true, 200, 199]);
  });

  test('can repair an invalid draft step by step', async () => {
    const broken = { nodes: [...SIMPLE.nodes, node('x', 'no.such'), node('y', 'no.such')], edges: SIMPLE.edges };
    const id = await createWorkflow(service, broken, ann.key);
    const call = builder(id);
    const first = await call('edit', { operations: [{ operation: 'remove_node', id: 'x' }] });
    assert.equal(first.applied, true);
    assert.ok(first.issues.some(({ severity, node_id }) => severity === 'error' && node_id === 'y'));
    assert.equal((await call('validate')).valid, false);
    const worse = { operation: 'add_node', node: { id: 'z', type: 'no.such' } };
    const refused = await call('edit', { operations: [worse] });
    assert.deepEqual([refused.applied, refused.issues.map(({ node_id }) => node_id)], [false, ['z']]);
    assert.equal((await call('edit', { operations: [{ operation: 'remove_node', id: 'y' }] })).applied, true);
    assert.deepEqual(await call('validate'), { valid: true, issues: [] });
  });

  test('refuses text that can not be stored', async () => {
    const id = await createWorkflow(service, SIMPLE, ann.key);
    const operation = { operation: 'update_node', id: 'a', params: { value: 'a\0b' } };
    await assert.rejects(builder(id)('edit', { operations: [operation] }), isStepError(/NUL characters/));
    await assert.rejects(builder(id)('run', { input: { a: '\ud800' } }), isStepError(/lone surrogates/));
  });
});

suite('simultaneous edits', () => {
  test('do not undo each other, because refused ones are asked to try again', async () => {
    const id = await createWorkflow(service, SIMPLE, ann.key);
    const add = (name: string) => ({
      operations: [
        { operation: 'add_node', node: { id: name, type: 'transform', params: { value: 1 } } },
        { operation: 'add_edge', source: 'a', target: name },
      ],
    });
    const release = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const locking = database.query.transaction().execute(async transaction => {
      await transaction.selectFrom('workflows').select('id').where('id', '=', id).forUpdate().execute();
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const busy = 'The workflow is being changed by another request. Try again.';
    await assert.rejects(builder(id)('edit', add('b')), isStepError(busy, true));
    release.resolve();
    await locking;

    const names = ['b', 'c', 'd', 'e', 'f'];
    const edits = await Promise.allSettled(names.map(name => builder(id)('edit', add(name))));
    const applied = names.filter((_, index) => edits[index]?.status === 'fulfilled');
    for (const edit of edits) if (edit.status === 'rejected') isStepError(busy, true)(edit.reason);
    const { nodes } = (await readDraft(id)).definition;
    assert.deepEqual(
      nodes
        .slice(3)
        .map(node => node.id)
        .sort(),
      applied,
    );
    assert.ok(applied.length > 0);
  });
});

suite('test runs', () => {
  test('run the draft, and can be read with their steps', async () => {
    const failing = chain(
      node('a', 'transform', { value: '{{ "x" * 900 }}' }),
      node('b', 'transform', { value: '{{ input.missing }}' }),
    );
    const id = await createWorkflow(service, failing, ann.key);
    const call = builder(id);
    const run = await call('run', { input: { n: 1 } });
    const { steps, ...rest } = run as Answer & {
      steps: { id: string; status: string; output: string; error: string }[];
    };
    assert.deepEqual(rest, {
      run_id: run.run_id,
      status: 'failed',
      error: rest.error,
      version: 'draft',
      trigger: 'start',
      input: '{"n":1}',
      output: '',
      credits: 0,
    });
    assert.deepEqual(
      steps.map(({ id, status }) => [id, status]),
      [
        ['start', 'success'],
        ['a', 'success'],
        ['b', 'failed'],
      ],
    );
    assert.match(steps[1]?.output ?? '', /^"x{499}… \(902 characters in all\)$/);
    assert.match(steps[2]?.error ?? '', /missing/);
    assert.deepEqual(await call('run_read', { run_id: run.run_id }), run);
    const [listed, ...others] = await call<Record<string, unknown>[]>('runs');
    assert.deepEqual([listed?.run_id, listed?.status, listed?.trigger, others], [run.run_id, 'failed', 'start', []]);
  });

  test('are refused with the same errors as by the endpoint', async () => {
    const id = await createWorkflow(service, SIMPLE, ann.key);
    const call = builder(id);
    const notATrigger = isStepError("'a' is not a trigger of the workflow");
    await assert.rejects(call('run', { trigger_node_id: 'a' }), notATrigger);
    await service.ask('/api/v3/workflow/update', { id, definition: { nodes: [], edges: [] } }, ann.key);
    await assert.rejects(call('run'), isStepError('The workflow has no trigger'));
  });
});

suite('a builder has no access to', () => {
  test('other workflows, their runs and revisions, and runs of other users', async () => {
    const [mine, other] = [
      await createWorkflow(service, SIMPLE, ann.key),
      await createWorkflow(service, SIMPLE, ann.key),
    ];
    const { run_id } = await builder(other)('run', { input: { n: 1 } });
    const [revision] = await findRevisions(other);
    const call = builder(mine);
    await assert.rejects(call('run_read', { run_id }), isStepError('entity not found'));
    await assert.rejects(call('run_read', { run_id: randomUUID() }), isStepError('entity not found'));
    await assert.rejects(call('restore', { revision_id: revision?.id }), isStepError('Revision not found'));
    assert.deepEqual(await call('runs'), []);
    for (const name of ['read', 'edit', 'run', 'validate', 'restore']) {
      await assert.rejects(call(name, { workflow_id: other }), isStepError(/'workflow_id' is not a parameter/));
      await assert.rejects(call(name, { id: other }), isStepError(/'id' is not a parameter/));
    }
    const sharing = [{ user_email: bob.email, write: true, scopes: {} }];
    await service.ask('/api/v3/workflow/update', { id: other, sharing }, ann.key);
    assert.deepEqual(await builder(other, bob)('runs'), []);
    await assert.rejects(builder(other, bob)('run_read', { run_id }), isStepError('entity not found'));
  });

  test('changes and runs if its user has only a read share', async () => {
    const sharing = [{ user_email: bob.email, write: false, scopes: {} }];
    const id = await createWorkflow(service, SIMPLE, ann.key, { sharing });
    const call = builder(id, bob);
    assert.equal((await call('read')).name, 'workflow');
    assert.equal((await call('validate')).valid, true);
    const [revision] = await call<Answer[]>('revisions');
    await assert.rejects(call('edit', { name: 'Mine' }), isStepError(NO_ACCESS));
    await assert.rejects(call('restore', { revision_id: revision?.revision_id }), isStepError(NO_ACCESS));
    const without = "This workflow is shared with you without the 'workflow.run' permission";
    await assert.rejects(call('run'), isStepError(without));

    await service.ask('/api/v3/workflow/update', { id, sharing: [] }, ann.key);
    for (const name of ['read', 'validate', 'revisions', 'runs', 'run']) {
      await assert.rejects(call(name), isStepError(NO_ACCESS));
    }
    await assert.rejects(call('edit', { name: 'Mine' }), isStepError('entity not found'));
    assert.equal((await readDraft(id)).name, 'workflow');
  });

  test('what the workflow permission of its user excludes', async () => {
    const id = await createWorkflow(service, SIMPLE, ann.key);
    const reading = builder(id, ann, { workflowPermission: 'read' });
    await reading('read');
    const denied = isStepError('permission denied');
    const writes: [string, Record<string, unknown>][] = [
      ['edit', { name: 'x' }],
      ['run', {}],
      ['restore', { revision_id: randomUUID() }],
    ];
    for (const [name, params] of writes) await assert.rejects(reading(name, params), denied);
    const none = builder(id, ann, { workflowPermission: 'none' });
    for (const name of ['read', 'catalog', 'validate', 'revisions', 'runs']) await assert.rejects(none(name), denied);
  });
});

suite('restoring a revision', () => {
  test('makes it the draft and stores that as a new revision', async () => {
    const id = await createWorkflow(service, SIMPLE, ann.key);
    const call = builder(id);
    await call('edit', {
      operations: [{ operation: 'replace', definition: chain(node('z', 'output', { value: 1 })) }],
    });
    const [, first] = await call<Answer[]>('revisions');
    const { change_id, ...restored } = await call('restore', { revision_id: first?.revision_id });
    assert.equal(typeof change_id, 'string');
    assert.deepEqual(restored, { restored: true, issues: [], nodes: 3, edges: 2 });
    assert.deepEqual((await readDraft(id)).definition, SIMPLE);
    const [latest] = await call<Record<string, unknown>[]>('revisions');
    assert.deepEqual([latest?.origin, latest?.restored_from], ['restore', first?.revision_id]);
  });
});
