/** Tests who sees the runs of others: everybody who may change the workflow, and nobody else. `/api/v3` shows only own runs. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { RunPage } from '../../src/runs/api/list-schemas.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, type Definition, node } from '../support/definitions.ts';
import { createWorkflow, splitChunks } from '../support/runs.ts';
import { type Person, testService } from '../support/service.ts';

const service = await testService();
const { database } = service.service.system;

const definition = (settings?: Record<string, unknown>): Definition => ({
  ...chain(node('done', 'output', { value: '{{ input.secret }}' })),
  ...(settings && { settings }),
});

const share = ({ email }: Person, more: object = {}) => ({ user_email: email, ...more });

async function run(workflow_id: string, { key }: Person, input = { secret: 'word' }): Promise<string> {
  return (await service.ask<Run>('/api/v3/workflow/run', { workflow_id, input }, key)).id;
}

async function listed({ key }: Person, filters: object = {}): Promise<string[]> {
  const { items } = await service.ask<RunPage>('/api/v1/run/list', filters, key);
  return items.map(({ id }) => id);
}

/** Everything that shows a run by its id. Each answers with 404 to those who must not see it. */
async function statuses(run_id: string, { key }: Person): Promise<Record<string, number>> {
  const watched = await service.call('/api/v1/run/watch', { run_id }, key);
  const answers = {
    get: await service.call('/api/v1/run/get', { run_id }, key),
    step: await service.call('/api/v1/run/step', { run_id, node_id: 'done', iteration: [] }, key),
    definition: await service.call('/api/v1/run/definition', { run_id }, key),
    v3: await service.call(`/api/v3/workflow/runs/get?entity_id=${run_id}`, {}, key),
  };
  const [chunk] = typeof watched.body === 'string' ? splitChunks(watched.body) : [];
  return {
    watch: chunk?.error?.status ?? watched.status,
    ...Object.fromEntries(Object.entries(answers).map(([name, { status }]) => [name, status])),
  };
}

const SEEN = { watch: 200, get: 200, step: 200, definition: 200, v3: 404 };
const HIDDEN = { watch: 404, get: 404, step: 404, definition: 404, v3: 404 };

suite('a run of somebody else', () => {
  test('is seen by those who may change the workflow, and by nobody else', async () => {
    const [owner, groupOwner, writer, groupWriter, reader, runner, stranger] = await Promise.all(
      Array.from({ length: 7 }, () => service.person()),
    );
    assert.ok(owner && groupOwner && writer && groupWriter && reader && runner && stranger);
    const workflow_id = await createWorkflow(service, definition(), owner.key, {
      sharing: [
        share(writer, { write: true }),
        share(reader, { scopes: { 'workflow.export': true, 'workflow.copy': true } }),
        share(runner, { scopes: { 'workflow.run': true } }),
      ],
      group_sharing: [{ group_id: await service.group([groupWriter]), write: true }],
    });
    const group_id = await service.group([groupOwner]);
    await service.ask('/api/v1/workflow/owner', { workflow_id, group_id }, owner.key);
    const id = await run(workflow_id, runner);
    for (const person of [owner, groupOwner, writer, groupWriter]) {
      assert.deepEqual(await listed(person), [id]);
      assert.deepEqual(await listed(person, { workflow_id }), [id]);
      assert.deepEqual(await listed(person, { whose: 'mine' }), []);
      assert.equal(await service.ask('/api/v1/run/count', {}, person.key), 1);
      assert.deepEqual(await statuses(id, person), SEEN);
      assert.equal(await service.ask('/api/v3/workflow/runs/count', {}, person.key), 0);
    }
    for (const person of [reader, stranger]) {
      for (const filters of [{}, { workflow_id }, { text: id }, { status: ['success'] }, { text: 'word' }]) {
        assert.deepEqual(await listed(person, filters), []);
      }
      assert.equal(await service.ask('/api/v1/run/count', { workflow_id }, person.key), 0);
      assert.deepEqual(await statuses(id, person), HIDDEN);
    }
    const own = await run(workflow_id, owner);
    assert.deepEqual(await listed(runner), [id]);
    assert.deepEqual(await statuses(own, runner), HIDDEN);
    await service.ask('/api/v1/user/update', { id: writer.id, permissions: { workflow: 'read' } });
    assert.deepEqual(await listed(writer), []);
    assert.deepEqual(await statuses(id, writer), HIDDEN);
  });

  test('is not seen by somebody who has left the organization, or from whom the share was taken', async () => {
    const [owner, member, former] = await Promise.all([service.person(), service.person(), service.person()]);
    const organization_id = await service.organization([
      { person: owner, write: true },
      { person: member, write: true },
    ]);
    const workflow_id = await createWorkflow(service, definition(), owner.key, {
      organization_id,
      sharing: [share(member, { write: true }), share(former, { write: true })],
    });
    const id = await run(workflow_id, owner);
    assert.deepEqual(await listed(member), [id]);
    assert.deepEqual([await listed(former), await statuses(id, former)], [[], HIDDEN]);
    await service.ask('/api/v3/workflow/update', { id: workflow_id, sharing: [] }, owner.key);
    assert.deepEqual([await listed(member), await statuses(id, member)], [[], HIDDEN]);
  });

  test('is not seen when the published settings keep runs to their users', async () => {
    const [owner, writer] = await Promise.all([service.person(), service.person()]);
    const workflow_id = await createWorkflow(service, definition({ runs: 'own' }), owner.key, {
      sharing: [share(writer, { write: true })],
    });
    await service.ask('/api/v3/workflow/publish', { workflow_id }, owner.key);
    const [first, second] = [await run(workflow_id, owner), await run(workflow_id, writer)];
    assert.deepEqual([await listed(owner), await listed(writer)], [[first], [second]]);
    assert.deepEqual([await statuses(first, writer), await statuses(second, owner)], [HIDDEN, HIDDEN]);
  });

  test('gives its results to a test of one step', async () => {
    const [owner, writer, runner] = await Promise.all([service.person(), service.person(), service.person()]);
    const workflow_id = await createWorkflow(service, definition(), owner.key, {
      sharing: [share(writer, { write: true }), share(runner, { scopes: { 'workflow.run': true } })],
    });
    const request = { workflow_id, only: 'done', data_run_id: await run(workflow_id, owner) };
    const tested = await service.ask<Run>('/api/v1/run/test', request, writer.key);
    assert.deepEqual([tested.output_json, tested.created.user_id], ['"word"', writer.id]);
    await service.refuse(404, 'Workflow run not found', '/api/v1/run/test', request, runner.key);
  });

  test('has links to files without their secrets, which its user sees', async () => {
    const [owner, writer] = await Promise.all([service.person(), service.person()]);
    const secret = 's'.repeat(43);
    const link = `https://heddle.example/file?id=${randomUUID()}&secret=${secret}`;
    const steps = [
      node('note', 'transform', { value: '{{ input.secret }}' }),
      node('done', 'output', { value: '{{ steps.note.output }}' }),
    ];
    const workflow_id = await createWorkflow(service, chain(...steps), owner.key, {
      sharing: [share(writer, { write: true })],
    });
    const run_id = await run(workflow_id, owner, { secret: link });
    await database.query.updateTable('runs').set({ error: link }).where('id', '=', run_id).execute();
    const step = { run_id, node_id: 'note', iteration: [] };
    const show = async ({ key }: Person) => ({
      list: await service.call('/api/v1/run/list', {}, key),
      search: await service.call('/api/v1/run/list', { text: 'heddle.example' }, key),
      get: await service.call('/api/v1/run/get', { run_id }, key),
      step: await service.call('/api/v1/run/step', step, key),
      params: await service.call('/api/v1/run/step/params', step, key),
      watch: await service.call('/api/v1/run/watch', { run_id }, key),
    });
    for (const person of [owner, writer]) {
      for (const [name, { status, body }] of Object.entries(await show(person))) {
        const text = JSON.stringify(body);
        assert.equal(status, 200, name);
        assert.ok(text.includes('/file?id='), name);
        assert.equal(
          text.includes(secret),
          person === owner,
          `${name} for the ${person === owner ? 'owner' : 'writer'}`,
        );
      }
    }
    const test = { workflow_id, only: 'done', data_run_id: run_id };
    const tested = await service.ask<Run>('/api/v1/run/test', test, writer.key);
    assert.equal(tested.output_json, JSON.stringify(link.replace(secret, '')));
    const replay = { run_id, from: 'start', version: 'same' };
    const again = await service.ask<Run>('/api/v1/run/replay', replay, writer.key);
    assert.equal(again.input_json, JSON.stringify({ secret: link.replace(secret, '') }));
  });

  test('can be replayed, and is not deleted by another', async () => {
    const [owner, writer] = await Promise.all([service.person(), service.person()]);
    const workflow_id = await createWorkflow(service, definition(), owner.key, {
      sharing: [share(writer, { write: true })],
    });
    const id = await run(workflow_id, owner);
    const { status } = await service.call(`/api/v3/workflow/runs/delete?entity_id=${id}`, {}, writer.key);
    assert.equal(status, 404);
    const again = await service.ask<Run>(
      '/api/v1/run/replay',
      { run_id: id, from: 'start', version: 'same' },
      writer.key,
    );
    assert.equal(again.created.user_id, owner.id);
    assert.deepEqual(await listed(writer, { replay_of: id }), [again.id]);
  });
});

test('the runs of many workflows and people are one list in their order, page by page', async () => {
  const [one, two] = await Promise.all([service.person(), service.person()]);
  const workflows: string[] = [];
  for (let n = 0; n < 3; n++) {
    const sharing = [share(two, { write: true })];
    workflows.push(await createWorkflow(service, definition({ labels: { n: 'input.n' } }), one.key, { sharing }));
  }
  const failing = await createWorkflow(service, chain(node('bad', 'transform', { value: '{{ input.no }}' })), two.key, {
    sharing: [share(one, { write: true })],
  });
  const ids: string[] = [];
  for (let n = 0; n < 9; n++) {
    ids.unshift(await run(workflows[n % 3] ?? '', n % 2 === 0 ? one : two, Object({ secret: n, n: n % 2 })));
  }
  const failed = await run(failing, one);
  const all = [failed, ...ids];
  for (const person of [one, two]) {
    assert.deepEqual(await listed(person), all);
    const pages: string[] = [];
    for (let before: string | undefined, more = true; more; ) {
      const page = await service.ask<RunPage>('/api/v1/run/list', { limit: 3, before }, person.key);
      pages.push(...page.items.map(({ id }) => id));
      before = page.next ?? undefined;
      more = page.next !== null;
    }
    assert.deepEqual(pages, all);
    assert.deepEqual(await listed(person, { status: ['failed', 'cancelled'] }), [failed]);
    assert.deepEqual(
      await listed(person, { labels: { n: '1' } }),
      ids.filter((_, index) => index % 2 === 1),
    );
    assert.deepEqual(await listed(person, { version: 'draft', automatic: false, limit: 4 }), all.slice(0, 4));
    assert.equal(await service.ask('/api/v1/run/count', { status: ['success'] }, person.key), 9);
  }
});
