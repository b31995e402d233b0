import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite } from 'node:test';
import fc from 'fast-check';
import type { Revision, RevisionEntry, Workflow } from '../../src/workflows/schemas.ts';
import { chain, type Definition, moved, node } from '../support/definitions.ts';
import { testService } from '../support/service.ts';
import { COMPLETE_ONLY, test } from '../support/tiers.ts';

const service = await testService();
const ann = await service.person();
const bob = await service.person();
const ask = <Answer = Workflow>(path: string, body: unknown = {}, key = ann.key) =>
  service.ask<Answer>(`/api/v3/workflow${path}`, body, key);
const revisions = (id: string) => ask<RevisionEntry[]>('/revisions', { workflow_id: id });

const ONE = chain(node('a', 'transform', { value: 1 }));
const TWO = chain(node('a', 'transform', { value: 2 }), node('b', 'output', { value: 3 }));
const NOTHING = { added_nodes: [], removed_nodes: [], changed_nodes: [], added_edges: 0, removed_edges: 0 };

async function workflow(definition: Definition = ONE): Promise<string> {
  const sharing = [{ user_email: bob.email, write: true, scopes: {} }];
  return (await ask('/create', { name: 'w', definition, sharing })).id;
}

suite('revisions', () => {
  test('begin with the creation, which adds all nodes', async () => {
    const id = await workflow();
    const list = await revisions(id);
    assert.equal(list.length, 1);
    const [first] = list;
    assert.deepEqual(first, {
      id: first?.id,
      created_at: first?.created_at,
      user_id: ann.id,
      origin: 'created',
      changes: { ...NOTHING, added_nodes: ['start', 'a'], added_edges: 1 },
      restored_from: null,
      nodes: 2,
      edges: 1,
    });
  });

  test('record how every change of the definition differs from the one before', async () => {
    const id = await workflow();
    await ask('/update', { id, definition: TWO }, bob.key);
    await ask('/update', { id, name: 'renamed' });
    await ask('/update', { id, definition: TWO });
    const [latest, ...rest] = await revisions(id);
    assert.equal(rest.length, 1, 'neither a new name nor an equal definition is a revision');
    assert.deepEqual(latest?.changes, { ...NOTHING, added_nodes: ['b'], changed_nodes: ['a'], added_edges: 1 });
    assert.deepEqual([latest?.origin, latest?.user_id, latest?.nodes, latest?.edges], ['editor', bob.id, 3, 2]);
    await ask('/update', { id, definition: ONE });
    assert.deepEqual((await revisions(id))[0]?.changes, {
      ...NOTHING,
      removed_nodes: ['b'],
      changed_nodes: ['a'],
      removed_edges: 1,
    });
  });

  test('include a move of nodes by the same user in the latest revision', async () => {
    const id = await workflow();
    await ask('/update', { id, definition: moved(ONE, 10) });
    const [only, ...none] = await revisions(id);
    assert.deepEqual([only?.origin, none], ['created', []]);
    const read = await ask<Revision>('/revision/get', { workflow_id: id, revision_id: only?.id });
    assert.deepEqual(read.definition, moved(ONE, 10));

    await ask('/update', { id, definition: moved(ONE, 20) }, bob.key);
    const [byBob] = await revisions(id);
    assert.deepEqual([byBob?.user_id, byBob?.changes], [bob.id, NOTHING], "another user's move is a revision");

    await service.service.system.database.pool.query(
      "UPDATE workflow_revisions SET created_at = created_at - interval '181 seconds' WHERE workflow_id = $1",
      [id],
    );
    await ask('/update', { id, definition: moved(ONE, 30) }, bob.key);
    assert.equal((await revisions(id)).length, 3, 'so is one after three minutes');
  });

  test('are limited to the latest hundred', COMPLETE_ONLY, async () => {
    const id = await workflow();
    for (let value = 0; value < 104; value++) {
      await ask('/update', { id, definition: chain(node('a', 'transform', { value: `${value}` })) });
    }
    const list = await revisions(id);
    assert.equal(list.length, 100);
    assert.deepEqual(
      list.map(({ created_at }) => created_at),
      list.map(({ created_at }) => created_at).sort((a, b) => b - a),
    );
    const { rowCount } = await service.service.system.database.pool.query(
      'SELECT FROM workflow_revisions WHERE workflow_id = $1',
      [id],
    );
    assert.equal(rowCount, 100);
  });

  test('can be read and restored', async () => {
    const id = await workflow();
    await ask('/update', { id, definition: TWO });
    await ask('/publish', { workflow_id: id });
    const [, first] = await revisions(id);
    assert.ok(first);
    const read = await ask<Revision>('/revision/get', { workflow_id: id, revision_id: first.id });
    assert.deepEqual(read, {
      id: first.id,
      created: { timestamp: first.created_at, user_id: ann.id },
      updated: { timestamp: first.created_at, user_id: ann.id },
      permissions: { owner: { user_id: ann.id, group_id: null }, write: true, run: true, export: true, copy: true },
      workflow_id: id,
      definition: ONE,
      origin: 'created',
      changes: first.changes,
      restored_from: null,
    });
    const restored = await ask('/revision/restore', { workflow_id: id, revision_id: first.id });
    assert.deepEqual([restored.definition, restored.published_version, restored.active], [ONE, 1, true]);
    const [latest] = await revisions(id);
    assert.deepEqual([latest?.origin, latest?.restored_from], ['restore', first.id]);
    assert.deepEqual(latest?.changes, { ...NOTHING, removed_nodes: ['b'], changed_nodes: ['a'], removed_edges: 1 });
  });

  test('return any definition as it was saved', async () => {
    const drafts = fc.array(fc.record({ nodes: fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 4 }) }), {
      minLength: 1,
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(drafts, async drawn => {
        const text = JSON.stringify(drawn);
        fc.pre(!/\\u0000|\\ud[89a-f]|__proto__/i.test(text));
        const definitions: unknown[] = JSON.parse(text);
        const id = await workflow();
        for (const definition of definitions) await ask('/update', { id, definition });
        for (const { id: revision_id } of await revisions(id)) {
          const stored = await ask<Revision>('/revision/get', { workflow_id: id, revision_id });
          const restored = await ask('/revision/restore', { workflow_id: id, revision_id });
          assert.equal(JSON.stringify(restored.definition), JSON.stringify(stored.definition));
        }
      }),
      { numRuns: 10 },
    );
  });

  test('are not found if they are unknown or of another workflow', async () => {
    const [id, other] = [await workflow(), await workflow()];
    const [foreign] = await revisions(other);
    for (const path of ['get', 'restore']) {
      for (const revision_id of [foreign?.id, randomUUID()]) {
        const body = { workflow_id: id, revision_id };
        await service.refuse(404, 'Revision not found', `/api/v3/workflow/revision/${path}`, body, ann.key);
      }
    }
  });
});
