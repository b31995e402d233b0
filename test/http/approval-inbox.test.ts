/** Tests what the console reads of approvals: pages of the inbox, and what people should know before they decide. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { ApprovalContext, InboxItem, InboxPage } from '../../src/approvals/schemas.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { edge, node } from '../support/definitions.ts';
import { createWorkflow } from '../support/runs.ts';
import { type Person, testService } from '../support/service.ts';
import { asking, decide, findApprovalId, waitForEnd, waitingRun } from './approval-workflows.ts';

const service = await testService();

const list = (person: Person, request: object) => service.ask<InboxPage>('/api/v1/approval/list', request, person.key);
const context = (person: Person, approval_id: string) =>
  service.ask<ApprovalContext>('/api/v1/approval/context', { approval_id }, person.key);
const titles = (items: readonly InboxItem[]) => items.map(({ title }) => title);

/** Reads all pages, and checks that each but the last has so many items. */
async function readAll(person: Person, request: { limit: number } & Record<string, unknown>): Promise<InboxItem[]> {
  const items: InboxItem[] = [];
  let next: string | null = null;
  do {
    const page: InboxPage = await list(person, { ...request, ...(next !== null && { before: next }) });
    items.push(...page.items);
    next = page.next;
    if (next !== null) assert.equal(page.items.length, request.limit);
  } while (next !== null);
  return items;
}

suite('the inbox', () => {
  test('has what waits and what is decided, newest first, in pages', async () => {
    const [owner, dan, eve] = [
      await service.person({ name: 'Olga' }),
      await service.person(),
      await service.person({ name: 'Eve' }),
    ];
    const ids: string[] = [];
    for (const title of ['One', 'Two', 'Three', 'Four', 'Five']) {
      const definition = asking({ title, assignees: [dan.email, eve.email] });
      ids.push(findApprovalId(await waitingRun(service, definition, owner)));
    }
    assert.deepEqual(titles(await readAll(dan, { state: 'waiting', limit: 2 })), [
      'Five',
      'Four',
      'Three',
      'Two',
      'One',
    ]);
    assert.deepEqual((await list(dan, { state: 'decided' })).items, []);
    const [one = '', two = '', , four = ''] = ids;
    await decide(service, two, eve, 'reject');
    await decide(service, one, dan);
    await decide(service, four, eve);
    assert.deepEqual(titles(await readAll(eve, { state: 'waiting', limit: 1 })), ['Five', 'Three']);
    for (const person of [dan, eve]) {
      assert.deepEqual(
        (await readAll(person, { state: 'decided', limit: 2 })).map(({ title, status }) => [title, status]),
        [
          ['Four', 'approved'],
          ['Two', 'rejected'],
          ['One', 'approved'],
        ],
      );
    }
    const [newest] = (await list(dan, { state: 'decided', limit: 1 })).items;
    assert.partialDeepStrictEqual(newest, {
      id: four,
      workflow_name: 'workflow',
      asked_by: { id: owner.id, name: 'Olga', email: owner.email },
      decided_by: { id: eve.id, name: 'Eve', email: eve.email },
    });
    assert.ok((newest?.ended_at ?? 0) >= (newest?.created_at ?? Number.POSITIVE_INFINITY));
  });

  test('is searched by title, message, workflow and who asks', async () => {
    const owner = await service.person({ name: 'Frieda Fuchs' });
    const dan = await service.person();
    const wait = (params: object) => waitingRun(service, asking({ assignees: dan.email, ...params }), owner);
    await wait({ title: 'Pay 100% of it?', message: 'To **Gustav**' });
    await wait({ title: 'Publish the post?' });
    const found = async (text: string) => titles((await list(dan, { state: 'waiting', text })).items);
    assert.deepEqual(await found('  PUBLISH '), ['Publish the post?']);
    assert.deepEqual(await found('gustav'), ['Pay 100% of it?']);
    assert.deepEqual(await found('0%'), ['Pay 100% of it?']);
    assert.deepEqual(await found('p_y'), []);
    assert.deepEqual(await found('fuchs'), ['Publish the post?', 'Pay 100% of it?']);
    assert.deepEqual(await found('workflow'), ['Publish the post?', 'Pay 100% of it?']);
    assert.deepEqual(await found('nothing of the kind'), []);
  });

  test('has nothing of others, and nothing of deleted workflows', async () => {
    const [owner, dan] = [await service.person(), await service.person()];
    const run = await waitingRun(service, asking({ assignees: dan.email }), owner);
    assert.deepEqual(await list(owner, { state: 'waiting' }), { items: [], next: null });
    assert.equal((await list(dan, { state: 'waiting' })).items.length, 1);
    await service.ask(`/api/v3/workflow/delete?entity_id=${run.workflow_id}`, {}, owner.key);
    assert.deepEqual((await list(dan, { state: 'waiting' })).items, []);
  });

  test('refuses what it does not understand', async () => {
    const { key } = await service.person();
    for (const before of ['x', `1_${'x'.repeat(36)}`, `99999999999999999_${randomUUID()}`, `1_${randomUUID()}_1`]) {
      const text = 'validation error: before: must be the next of an earlier page';
      await service.refuse(422, text, '/api/v1/approval/list', { state: 'waiting', before }, key);
    }
    assert.equal((await service.call('/api/v1/approval/list', { state: 'all' }, key)).status, 422);
    assert.equal((await service.call('/api/v1/approval/list', { state: 'waiting', limit: 101 }, key)).status, 422);
  });
});

suite('the context of an approval', () => {
  test('names who may decide, and what the run did so far without its outputs', async () => {
    const owner = await service.person({ name: 'Olga' });
    const dan = await service.person({ name: 'Dan', permissions: { workflow: 'none' } });
    const gone = await service.person();
    const definition = asking(
      { assignees: [dan.email, gone.email, owner.email] },
      { before: [{ ...node('secret', 'transform', { value: 'the deep secret' }), name: 'Read the secret' }] },
    );
    const run = await waitingRun(service, definition, owner);
    const id = findApprovalId(run);
    await service.ask('/api/v1/user/update', { id: gone.id, enabled: false });
    const { steps, now, ...rest } = await context(dan, id);
    assert.deepEqual(rest, {
      assignees: [
        { id: dan.id, name: 'Dan', email: dan.email },
        { id: owner.id, name: 'Olga', email: owner.email },
      ],
      run: {
        id: run.id,
        started_at: run.started_at,
        asked_by: { id: owner.id, name: 'Olga', email: owner.email },
        may_read: false,
      },
      required: 1,
      reject_after: 1,
      decisions: [],
      delegations: [],
      remind_at: null,
      escalation: null,
    });
    assert.ok(Math.abs(now - Date.now()) < 60_000);
    assert.deepEqual(
      steps.map(({ node_id, name, type, status, finished_at }) => [node_id, name, type, status, finished_at !== null]),
      [
        ['start', 'start', 'trigger.manual', 'success', true],
        ['secret', 'Read the secret', 'transform', 'success', true],
        ['ask', 'ask', 'human.approval', 'waiting', false],
      ],
    );
    assert.doesNotMatch(JSON.stringify(steps), /the deep secret/);
    assert.equal((await context(owner, id)).run.may_read, true);
    await decide(service, id, dan);
    await waitForEnd(service, run.id, owner);
    const ended = (await context(dan, id)).steps.map(({ node_id, status }) => `${node_id} ${status}`);
    assert.deepEqual(ended.slice(0, 3), ['start success', 'secret success', 'ask success']);
    assert.deepEqual(ended.slice(3).sort(), ['approved success', 'rejected skipped']);
  });

  test('has the steps of its own item of a loop only', async () => {
    const dan = await service.person();
    const definition = {
      nodes: [
        node('start', 'trigger.manual'),
        node('each', 'loop', { items: '{{ [1, 2, 3] }}' }),
        node('note', 'transform', { value: '{{ loop.item }}' }),
        node('ask', 'human.approval', { title: 'Item {{ loop.item }}?', assignees: dan.email }),
      ],
      edges: [edge('start', 'each'), edge('each', 'note', 'item'), edge('note', 'ask')],
    };
    const run = await waitingRun(service, definition, dan);
    const { steps } = await context(dan, findApprovalId(run, 'ask', [1]));
    assert.deepEqual(
      steps.map(({ node_id }) => node_id),
      ['start', 'each', 'note', 'ask'],
    );
  });

  test('is for those who may read the approval', async () => {
    const [owner, dan, reader, stranger] = [
      await service.person(),
      await service.person(),
      await service.person(),
      await service.person(),
    ];
    const sharing = [{ user_email: reader.email, write: false, scopes: {} }];
    const workflow_id = await createWorkflow(service, asking({ assignees: dan.email }), owner.key, { sharing });
    const run = await service.ask<Run>('/api/v3/workflow/run', { workflow_id }, owner.key);
    const id = findApprovalId(run);
    assert.equal((await context(reader, id)).run.may_read, false);
    for (const [person, approval_id] of [
      [stranger, id],
      [dan, randomUUID()],
    ] as const) {
      await service.refuse(404, 'Approval not found', '/api/v1/approval/context', { approval_id }, person.key);
    }
  });
});
