/** Passing one's part of an approval on to somebody else: who may, to whom, and what happens at once. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { Approval, ApprovalContext, InboxPage } from '../../src/approvals/schemas.ts';
import { fixedLimits } from '../../src/configuration/limits.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { createWorkflow } from '../support/runs.ts';
import { type Person, testService } from '../support/service.ts';
import {
  APPROVAL,
  asking,
  decide,
  findApprovalId,
  getApproval,
  passDeadline,
  stopExpiring,
  waitForEnd,
  whileRunIsLocked,
} from './approval-workflows.ts';

const service = await testService();
await stopExpiring(service);
const db = service.service.system.database.query;
const owner = await service.person({ name: 'Olga' });
const ann = await service.person({ name: 'Ann' });
const ben = await service.person({ name: 'Ben' });
const cat = await service.person({ name: 'Cat' });
const stranger = await service.person();

const DELEGATE = '/api/v1/approval/delegate';
const NOT_FOUND = 'Approval not found';
const NOT_ALLOWED = 'This person may not see the workflow of the approval';

/** A workflow that Ann, Ben and Cat may read, and whose approval asks some of them. */
async function pending(params: Record<string, unknown> = {}, people: Person[] = [ann, ben]) {
  const definition = asking({ assignees: people.map(({ id }) => id), ...params });
  const sharing = [ann, ben, cat].map(({ email }) => ({ user_email: email, write: false, scopes: {} }));
  const workflow_id = await createWorkflow(service, definition, owner.key, { sharing });
  const run = await service.ask<Run>('/api/v3/workflow/run', { workflow_id }, owner.key);
  return { run, id: findApprovalId(run) };
}

const pass = (approval_id: string, from: Person, to: Person) =>
  service.ask<Approval>(DELEGATE, { approval_id, user_id: to.id }, from.key);
const refuse = (status: number, detail: string, approval_id: string, from: Person, to: { id: string }) =>
  service.refuse(status, detail, DELEGATE, { approval_id, user_id: to.id }, from.key);
const waiting = async ({ key }: Person) =>
  (await service.ask<InboxPage>('/api/v1/approval/list', { state: 'waiting' }, key)).items.map(({ id }) => id);
const person = ({ id, email }: Person, name: string) => ({ id, email, name });
const notices = (who: Person, id: string) =>
  db
    .selectFrom('notifications')
    .select(['event', 'text', 'link'])
    .where('user_id', '=', who.id)
    .where('event', 'like', `approval:${id}%`)
    .orderBy('created_at')
    .execute();

suite('a part that is passed on', () => {
  test('belongs to the other person, who is notified and decides', async () => {
    const { run, id } = await pending();
    const before = await getApproval(service, id, ann);
    const passed = await pass(id, ann, cat);
    assert.deepEqual(passed, {
      ...before,
      updated: { ...before.updated, timestamp: passed.updated.timestamp },
      permissions: { ...before.permissions, write: false },
      assignee_user_ids: [cat.id, ben.id],
    });
    assert.equal((await getApproval(service, id, cat)).permissions.write, true);
    assert.ok((await waiting(cat)).includes(id));
    assert.ok(!(await waiting(ann)).includes(id));
    const [notice, ...others] = await notices(cat, id);
    assert.deepEqual([notice?.event, others], [`approval:${id}:delegated:1`, []]);
    assert.match(
      notice?.text ?? '',
      /^Ann passed on to you what the workflow 'workflow' asks: Pay\?\n\nTo be decided until /,
    );
    assert.match(notice?.link ?? '', new RegExp(`/approvals/${id}$`));
    const body = { approval_id: id };
    const { assignees, delegations } = await service.ask<ApprovalContext>('/api/v1/approval/context', body, ann.key);
    assert.deepEqual(assignees, [person(cat, 'Cat'), person(ben, 'Ben')]);
    assert.deepEqual(delegations, [{ from: person(ann, 'Ann'), to: person(cat, 'Cat'), at: passed.updated.timestamp }]);
    await service.refuse(404, NOT_FOUND, `${APPROVAL}/decide`, { approval_id: id, decision: 'approve' }, ann.key);
    assert.equal((await decide(service, id, cat)).decided_by?.id, cat.id);
    await waitForEnd(service, run.id, owner);
  });

  test('can be passed on again, and back, and each time somebody is notified', async () => {
    const { id } = await pending();
    await pass(id, ann, cat);
    await pass(id, cat, ann);
    await pass(id, ann, cat);
    assert.deepEqual(
      (await notices(cat, id)).map(({ event }) => event),
      [1, 3].map(count => `approval:${id}:delegated:${count}`),
    );
    assert.equal((await decide(service, id, cat)).status, 'approved');
  });

  test('can still be read by somebody who may no longer read the workflow', async () => {
    const { run, id } = await pending();
    await pass(id, ann, cat);
    await service.ask('/api/v3/workflow/update', { id: run.workflow_id, sharing: [] }, owner.key);
    assert.equal((await getApproval(service, id, ann)).permissions.write, false);
    await service.refuse(404, NOT_FOUND, `${APPROVAL}/get`, { approval_id: id }, stranger.key);
  });

  test('counts in the place of the other where all have to approve', async () => {
    const { id } = await pending({ required: 'all' });
    await decide(service, id, ben);
    await pass(id, ann, cat);
    assert.equal((await decide(service, id, cat)).status, 'approved');
  });
});

suite('passing on is refused', () => {
  test('for whom it is not', async () => {
    const { run, id } = await pending();
    await refuse(404, NOT_FOUND, id, cat, ben);
    await refuse(404, NOT_FOUND, id, stranger, cat);
    await refuse(404, NOT_FOUND, randomUUID(), ann, cat);
    await refuse(404, NOT_FOUND, run.id, ann, cat);
  });

  test('to somebody who may not see the workflow, is disabled or does not exist', async () => {
    const { id } = await pending();
    const [outside, gone] = [await service.person({ permissions: { workflow: 'none' } }), await service.person()];
    await service.ask('/api/v1/user/update', { id: gone.id, enabled: false });
    for (const to of [stranger, outside, gone, { id: randomUUID() }]) {
      const { headers } = await refuse(422, NOT_ALLOWED, id, ann, to);
      assert.equal(headers.get('x-error-code'), 'approval_delegate_not_allowed');
      assert.equal(headers.get('x-error-field'), '/user_id');
    }
  });

  test('to an assignee, oneself included', async () => {
    const { id } = await pending();
    for (const to of [ann, ben]) await refuse(422, 'This person may decide the approval already', id, ann, to);
  });

  test('to the user of the run where that person may not decide', async () => {
    const { id } = await pending({ not: 'starter' });
    await refuse(422, 'The user of the run may not decide the approval', id, ann, owner);
    await pass(id, ann, cat);
    await refuse(422, 'The user of the run may not decide the approval', id, cat, owner);
    const other = await pending();
    await pass(other.id, ann, owner);
    assert.equal((await decide(service, other.id, owner)).status, 'approved');
  });

  test('after one has decided, when it has ended, and when its time is over', async () => {
    const { id } = await pending({ required: 2 });
    await decide(service, id, ann);
    await refuse(422, 'You have decided the approval already, and it waits for others', id, ann, cat);
    await decide(service, id, ben);
    await refuse(422, 'The approval is approved already', id, ann, cat);
    const late = await pending();
    await passDeadline(service, late.id);
    await refuse(422, 'The time to decide the approval is over', late.id, ann, cat);
  });

  test('more often than the limit', async () => {
    const { id } = await pending();
    const by = { from: person(ann, 'Ann'), to: person(cat, 'Cat'), at: 1 };
    const most = fixedLimits.approval.delegations;
    const delegations = JSON.stringify(Array.from({ length: most }, () => by));
    await db
      .updateTable('approvals')
      .set({ delegations: delegations as never })
      .where('id', '=', id)
      .execute();
    await refuse(422, `The approval was passed on too often (at most ${most} times)`, id, ann, cat);
  });

  test('with ids that are none', async () => {
    const { id } = await pending();
    for (const user_id of ['', 'x', 'a\0b', '\ud800', 'x'.repeat(2 ** 20), null, 7]) {
      assert.equal((await service.call(DELEGATE, { approval_id: id, user_id }, ann.key)).status, 422);
      assert.equal((await service.call(DELEGATE, { approval_id: user_id, user_id: cat.id }, ann.key)).status, 422);
    }
  });
});

suite('at the same time', () => {
  const send = (id: string, to: Person) => service.call(DELEGATE, { approval_id: id, user_id: to.id }, ann.key);

  test('two clicks pass it on once', async () => {
    const { run, id } = await pending();
    const request = () => Promise.all([send(id, cat), send(id, cat)]);
    const replies = await whileRunIsLocked(service, run.id, { request, waiting: 2 });
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 404]);
    assert.equal((await notices(cat, id)).length, 1);
  });

  test('a decision and a delegation of one person are not both taken', async () => {
    const { run, id } = await pending({ required: 2 });
    const vote = () => service.call(`${APPROVAL}/decide`, { approval_id: id, decision: 'approve' }, ann.key);
    const request = () => Promise.all([vote(), send(id, cat)]);
    const [voted, passed] = await whileRunIsLocked(service, run.id, { request, waiting: 2 });
    assert.deepEqual([voted.status, passed.status].filter(status => status === 200).length, 1);
    const { assignee_user_ids: ids } = await getApproval(service, id, ben);
    assert.deepEqual(ids, voted.status === 200 ? [ann.id, ben.id] : [cat.id, ben.id]);
  });

  test('two assignees can not pass their parts on to the same person', async () => {
    const { run, id } = await pending({ required: 2 });
    const sendAs = ({ key }: Person) => service.call(DELEGATE, { approval_id: id, user_id: cat.id }, key);
    const request = () => Promise.all([sendAs(ann), sendAs(ben)]);
    const replies = await whileRunIsLocked(service, run.id, { request, waiting: 2 });
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 422]);
    assert.equal((await getApproval(service, id, cat)).assignee_user_ids.length, 2);
  });
});
