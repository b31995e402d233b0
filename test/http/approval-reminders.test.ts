/** Reminders of approvals, and their escalation to others: when, to whom, and once. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sql } from 'kysely';
import { createNotify } from '../../src/accounts/notifications.ts';
import { attendDue } from '../../src/approvals/attention.ts';
import type { Approval, ApprovalContext } from '../../src/approvals/schemas.ts';
import { findStep, runOnce } from '../support/runs.ts';
import { type Person, testService } from '../support/service.ts';
import { APPROVAL, asking, decide, findApprovalId, getApproval, waitingRun } from './approval-workflows.ts';

const service = await testService();
const { system } = service.service;
const db = system.database.query;
await sql`DELETE FROM job_schedules WHERE kind LIKE 'approvals.%'`.execute(db);
const notify = createNotify(system.jobs);
const services = { notify, publicUrl: () => 'http://localhost' };
const attend = () => attendDue(services, db, AbortSignal.timeout(60_000));
const owner = await service.person({ name: 'Olga' });
const ann = await service.person({ name: 'Ann' });
const ben = await service.person({ name: 'Ben' });
const boss = await service.person({ name: 'Boss' });
const HOUR = 3_600_000;

async function pending(params: Record<string, unknown>, people: Person[] = [ann, ben]) {
  const run = await waitingRun(service, asking({ assignees: people.map(({ id }) => id), ...params }), owner);
  return { run, id: findApprovalId(run) };
}

/** Lets hours pass for one approval. */
const pass = (id: string, hours: number) =>
  sql`UPDATE approvals SET created_at = created_at - make_interval(secs => ${hours * 3600}),
    remind_at = remind_at - make_interval(secs => ${hours * 3600}),
    escalate_at = escalate_at - make_interval(secs => ${hours * 3600}),
    expires_at = expires_at - make_interval(secs => ${hours * 3600}) WHERE id = ${id}`.execute(db);
const context = (id: string, { key }: Person) =>
  service.ask<ApprovalContext>('/api/v1/approval/context', { approval_id: id }, key);
const events = async (id: string, who: Person) =>
  (
    await db
      .selectFrom('notifications')
      .select('event')
      .where('user_id', '=', who.id)
      .where('event', 'like', `approval:${id}%`)
      .orderBy('created_at')
      .execute()
  ).map(({ event }) => event.replace(`approval:${id}`, ''));

suite('reminders', () => {
  test('go to those who have not decided, after each so many hours, until the deadline', async () => {
    const { id } = await pending({ required: 2, remind_hours: 24 });
    const { created, expires_at } = await getApproval(service, id, ann);
    assert.equal((await context(id, ann)).remind_at, created.timestamp + 24 * HOUR);
    await attend();
    assert.deepEqual(await events(id, ann), ['']);
    await pass(id, 24);
    await Promise.all([attend(), attend(), attend()]);
    assert.deepEqual(
      [await events(id, ann), await events(id, ben)],
      [
        ['', ':reminder:1'],
        ['', ':reminder:1'],
      ],
    );
    await decide(service, id, ann);
    await pass(id, 24);
    await attend();
    assert.deepEqual(
      [await events(id, ann), await events(id, ben)],
      [
        ['', ':reminder:1'],
        ['', ':reminder:1', ':reminder:2'],
      ],
    );
    // The third would be due at the deadline.
    assert.equal(expires_at, created.timestamp + 72 * HOUR);
    assert.equal((await context(id, ann)).remind_at, null);
  });

  test('say what waits, and are mailed', async () => {
    const { id } = await pending({ remind_hours: 1 });
    await pass(id, 1);
    await attend();
    const notice = await db
      .selectFrom('notifications')
      .select(['id', 'title', 'text', 'link', 'kind'])
      .where('event', '=', `approval:${id}:reminder:1`)
      .where('user_id', '=', ann.id)
      .executeTakeFirstOrThrow();
    assert.deepEqual(
      [notice.title, notice.kind, notice.link],
      ['Pay?', 'approval', `http://localhost/approvals/${id}`],
    );
    assert.match(notice.text, /^The workflow 'workflow' still waits for your decision: Pay\?\n\nTo be decided until /);
  });

  test('that were missed are one', async () => {
    const { id } = await pending({ remind_hours: 1 });
    await pass(id, 10.5);
    await attend();
    await attend();
    assert.deepEqual(await events(id, ann), ['', ':reminder:1']);
    const { remind_at, now } = await context(id, ann);
    assert.ok(remind_at && remind_at > now && remind_at < now + HOUR);
  });

  test('end with the approval, and do not go to disabled accounts', async () => {
    const gone = await service.person();
    const { id } = await pending({ remind_hours: 1 }, [ann, gone]);
    await service.ask('/api/v1/user/update', { id: gone.id, enabled: false });
    await pass(id, 1);
    await attend();
    assert.deepEqual([await events(id, ann), await events(id, gone)], [['', ':reminder:1'], ['']]);
    await decide(service, id, ann);
    await pass(id, 1);
    await attend();
    assert.deepEqual(await events(id, ann), ['', ':reminder:1']);
  });

  test('are not sent after the deadline', async () => {
    const { id } = await pending({ remind_hours: 1, timeout_hours: 2 });
    await pass(id, 3);
    await attend();
    assert.deepEqual(await events(id, ann), ['']);
  });
});

suite('escalation', () => {
  test('lets others decide too, and notifies them once', async () => {
    const { id } = await pending({ escalate_to: boss.email, escalate_hours: 48 });
    await service.refuse(
      404,
      'Approval not found',
      `${APPROVAL}/decide`,
      { approval_id: id, decision: 'approve' },
      boss.key,
    );
    const { escalation } = await context(id, ann);
    const { created } = await getApproval(service, id, ann);
    assert.deepEqual(escalation, {
      at: created.timestamp + 48 * HOUR,
      people: [{ id: boss.id, name: 'Boss', email: boss.email }],
    });
    await pass(id, 48);
    await Promise.all([attend(), attend()]);
    assert.deepEqual([await events(id, boss), await events(id, ann)], [[':escalated'], ['']]);
    assert.equal((await context(id, ann)).escalation, null);
    assert.deepEqual((await getApproval(service, id, boss)).assignee_user_ids, [ann.id, ben.id, boss.id]);
    const { total } = await service.ask<{ total: number; items: Approval[] }>(
      `${APPROVAL}/find`,
      { status: 'pending' },
      boss.key,
    );
    assert.equal(total, 1);
    assert.equal((await decide(service, id, boss)).decided_by?.id, boss.id);
  });

  test('leaves out the user of the run where that person may not decide', async () => {
    const { id } = await pending({ not: 'starter', escalate_to: [owner.id, boss.id], escalate_hours: 1 });
    await pass(id, 1);
    await attend();
    assert.deepEqual((await getApproval(service, id, ann)).assignee_user_ids, [ann.id, ben.id, boss.id]);
  });

  test('leaves out whoever was disabled or is an assignee by then', async () => {
    const gone = await service.person();
    const { id } = await pending({ escalate_to: [gone.id, ben.id], escalate_hours: 1 });
    await service.ask('/api/v1/user/update', { id: gone.id, enabled: false });
    await pass(id, 1);
    await attend();
    assert.deepEqual((await getApproval(service, id, ann)).assignee_user_ids, [ann.id, ben.id]);
    assert.deepEqual(await events(id, gone), []);
  });

  test('where all have to approve, one who was asked later approves in the place of another', async () => {
    const { id } = await pending({ required: 'all', escalate_to: boss.id, escalate_hours: 1 });
    await decide(service, id, ann);
    await pass(id, 1);
    await attend();
    assert.equal((await context(id, ann)).required, 2);
    assert.equal((await decide(service, id, boss)).status, 'approved');
  });

  test('keeps a rejection from ending what others can still approve', async () => {
    const { id } = await pending({ required: 2, reject_after: 2, escalate_to: boss.id, escalate_hours: 1 });
    assert.equal((await decide(service, id, ann, 'reject')).status, 'pending');
    await pass(id, 1);
    await attend();
    await decide(service, id, ben);
    assert.equal((await decide(service, id, boss)).status, 'approved');
  });

  const wrong: [params: object, error: string][] = [
    [{ escalate_to: 'nobody@example.org', escalate_hours: 1 }, "None of the people in 'escalate_to' is a known user"],
    [{ escalate_hours: 1 }, "'escalate_hours' needs 'escalate_to'"],
    [{ escalate_to: boss.id }, "'escalate_to' needs 'escalate_hours'"],
    [{ escalate_to: boss.id, escalate_hours: 72 }, "'escalate_hours' must be less than the time to decide"],
    [{ remind_hours: '{{ 0.1 }}' }, "'remind_hours' must be at least 0.25"],
  ];
  for (const [params, error] of wrong) {
    test(`is not prepared: ${error}`, async () => {
      const run = await runOnce(service, asking({ assignees: ann.id, ...params }), {}, owner.key);
      assert.equal(findStep(run, 'ask').error, error);
    });
  }
});
