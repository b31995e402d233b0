/** Approvals that several people decide: who has to, how they end, what others see meanwhile, and what happens at once. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sql } from 'kysely';
import { expireDue } from '../../src/approvals/expiry.ts';
import type { Approval, ApprovalContext, InboxPage } from '../../src/approvals/schemas.ts';
import { settleAbandoned } from '../../src/approvals/settling.ts';
import { findStep, readStepOutput, runOnce } from '../support/runs.ts';
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
  waitingRun,
  whileRunIsLocked,
} from './approval-workflows.ts';

const service = await testService();
await stopExpiring(service);
const db = service.service.system.database.query;
const { signal } = new AbortController();
const owner = await service.person({ name: 'Olga' });
const ann = await service.person({ name: 'Ann' });
const ben = await service.person({ name: 'Ben' });
const cat = await service.person({ name: 'Cat' });

const DECIDE = `${APPROVAL}/decide`;
const VOTED = 'You have decided the approval already, and it waits for others';
const pending = async (params: Record<string, unknown>, people: Person[] = [ann, ben, cat]) => {
  const assignees = people.map(({ id }) => id);
  const run = await waitingRun(service, asking({ assignees, ...params }, { timeout: true }), owner);
  return { run, id: findApprovalId(run) };
};
const context = (id: string, { key }: Person) =>
  service.ask<ApprovalContext>('/api/v1/approval/context', { approval_id: id }, key);
const count = async ({ key }: Person) => (await service.ask<{ pending: number }>(`${APPROVAL}/count`, {}, key)).pending;
const find = (body: object, { key }: Person) =>
  service.ask<{ items: Approval[]; total: number }>(`${APPROVAL}/find`, body, key);
const list = async (state: string, { key }: Person) =>
  (await service.ask<InboxPage>('/api/v1/approval/list', { state }, key)).items.map(({ id, status }) => [id, status]);

suite('an approval that needs two', () => {
  test('waits for the second, shows who has decided, and lists all decisions in the output', async () => {
    const dan = await service.person({ name: 'Dan' });
    const before = await count(dan);
    const { run, id } = await pending({ required: 2 }, [dan, ben, cat]);
    const opened = await getApproval(service, id, dan);
    const voted = await decide(service, id, dan, 'approve', { comment: 'fine' });
    assert.deepEqual(voted, {
      ...opened,
      updated: { timestamp: voted.updated.timestamp, user_id: dan.id },
      permissions: { ...opened.permissions, write: false },
    });
    assert.deepEqual(Object.keys(voted), Object.keys(opened));
    assert.equal((await getApproval(service, id, ben)).permissions.write, true);
    await service.refuse(422, VOTED, DECIDE, { approval_id: id, decision: 'approve' }, dan.key);
    await service.refuse(422, VOTED, DECIDE, { approval_id: id, decision: 'reject' }, dan.key);
    assert.equal(await count(dan), before);
    const found = await find({ status: 'pending' }, dan);
    assert.deepEqual([found.items.map(item => item.id), found.total], [[id], 1]);
    assert.deepEqual(await list('waiting', dan), []);
    assert.deepEqual(await list('decided', dan), [[id, 'pending']]);
    const { required, reject_after, decisions } = await context(id, ben);
    const by = ({ id, email, name = '' }: Person & { name?: string }) => ({ id, email, name });
    const first = {
      decision: 'approved',
      decided_by: { id: dan.id, email: dan.email, name: 'Dan' },
      decided_at: voted.updated.timestamp,
      comment: 'fine',
      data: {},
    };
    assert.deepEqual({ required, reject_after, decisions }, { required: 2, reject_after: 1, decisions: [first] });
    const ended = await decide(service, id, ben);
    assert.deepEqual([ended.status, ended.decided_by?.id], ['approved', ben.id]);
    await service.refuse(
      422,
      'The approval is approved already',
      DECIDE,
      { approval_id: id, decision: 'approve' },
      dan.key,
    );
    const done = await waitForEnd(service, run.id, owner);
    const { status, handle, text } = findStep(done, 'ask');
    assert.deepEqual([status, handle, text], ['success', 'approved', 'Approved by Dan, Ben']);
    const second = { ...first, decided_by: by({ ...ben, name: 'Ben' }), decided_at: ended.decided_at, comment: '' };
    assert.deepEqual(readStepOutput(done, 'ask'), {
      decision: 'approved',
      data: {},
      comment: '',
      decided_by: second.decided_by,
      decided_at: ended.decided_at,
      approval_id: id,
      decisions: [first, second],
    });
    assert.equal((await find({ status: 'pending' }, dan)).total, 0);
    assert.deepEqual(await list('decided', dan), [[id, 'approved']]);
  });

  const sequences: [params: Record<string, unknown>, votes: [Person, 'approve' | 'reject'][], status: string][] = [
    [
      { required: 2 },
      [
        [ann, 'approve'],
        [ben, 'reject'],
      ],
      'rejected',
    ],
    [
      { required: 2, reject_after: 2 },
      [
        [ann, 'reject'],
        [ben, 'approve'],
        [cat, 'approve'],
      ],
      'approved',
    ],
    [
      { required: 2, reject_after: 3 },
      [
        [ann, 'reject'],
        [ben, 'reject'],
      ],
      'rejected',
    ],
    [
      { required: 'all' },
      [
        [ann, 'approve'],
        [ben, 'approve'],
        [cat, 'approve'],
      ],
      'approved',
    ],
    [
      { required: '{{ "all" }}' },
      [
        [ann, 'approve'],
        [ben, 'reject'],
      ],
      'rejected',
    ],
    [
      { required: '{{ 1 + 1 }}' },
      [
        [cat, 'approve'],
        [ben, 'approve'],
      ],
      'approved',
    ],
    [{ reject_after: 1 }, [[cat, 'approve']], 'approved'],
  ];
  for (const [params, votes, status] of sequences) {
    const name = votes.map(([, decision]) => decision).join(', ');
    test(`or ${JSON.stringify(params)}: ${name} make it ${status}`, async () => {
      const { run, id } = await pending(params);
      for (const [index, [person, decision]] of votes.entries()) {
        const shown = await decide(service, id, person, decision);
        assert.equal(shown.status, index === votes.length - 1 ? status : 'pending');
      }
      const done = await waitForEnd(service, run.id, owner);
      const output = readStepOutput(done, 'ask') as { decision: string; decisions: { decision: string }[] };
      assert.equal(output.decision, status);
      assert.deepEqual(
        output.decisions.map(({ decision }) => decision),
        votes.map(([, decision]) => (decision === 'approve' ? 'approved' : 'rejected')),
      );
    });
  }

  test('keeps the form data and the files of everybody', async () => {
    const form_schema = { type: 'object', properties: { file: { type: 'object', format: 'file' } } };
    const { run, id } = await pending({ required: 2, form_schema });
    for (const [person, filename] of [
      [ann, 'a.txt'],
      [ben, 'b.txt'],
    ] as const) {
      const file = { filename, mime_type: 'text/plain', data: Buffer.from(filename).toString('base64') };
      await decide(service, id, person, 'approve', { data: { file } });
    }
    const done = await waitForEnd(service, run.id, owner);
    const { decisions } = readStepOutput(done, 'ask') as {
      decisions: { data: { file: { filename: string; file_id: string } } }[];
    };
    assert.deepEqual(
      decisions.map(({ data }) => data.file.filename),
      ['a.txt', 'b.txt'],
    );
    assert.deepEqual(
      findStep(done, 'ask').file_ids,
      decisions.map(({ data }) => data.file.file_id),
    );
  });

  const wrong: [params: object, error: string][] = [
    [{ required: 4 }, '4 approvals are required, but only 3 people can decide'],
    [{ required: '{{ 0 }}' }, "'required' must be at least 1"],
    [{ required: '{{ "most" }}' }, "'required' does not fit: How many assignees have to approve, or all"],
    [{ reject_after: '{{ 1.5 }}' }, "'reject_after' must be an integer"],
  ];
  for (const [params, error] of wrong) {
    test(`is not opened with ${JSON.stringify(params)}`, async () => {
      const assignees = [ann.id, ben.id, cat.id];
      const run = await runOnce(service, asking({ assignees, ...params }), {}, owner.key);
      assert.equal(findStep(run, 'ask').error, error);
    });
  }

  test('lists who had decided when its time is over', async () => {
    const { run, id } = await pending({ required: 2 });
    await decide(service, id, ann);
    await passDeadline(service, id);
    await service.refuse(
      422,
      'The time to decide the approval is over',
      DECIDE,
      { approval_id: id, decision: 'approve' },
      ben.key,
    );
    await expireDue(db, signal);
    const done = await waitForEnd(service, run.id, owner);
    const { decision, decisions } = readStepOutput(done, 'ask') as { decision: string; decisions: object[] };
    assert.deepEqual([decision, decisions.length], ['expired', 1]);
  });

  test('is deleted with its decisions', async () => {
    const { run, id } = await pending({ required: 2 });
    await decide(service, id, ann);
    await service.ask(`/api/v3/workflow/runs/delete?entity_id=${run.id}`, {}, owner.key);
    const rows = await db.selectFrom('approval_decisions').selectAll().where('approval_id', '=', id).execute();
    assert.deepEqual(rows, []);
  });
});

suite('an approval that the user of the run may not decide', () => {
  const opened = async (params: Record<string, unknown>, people: Person[]) =>
    (await pending({ not: 'starter', ...params }, people)).id;

  test('asks the others', async () => {
    const id = await opened({}, [owner, ann, ben]);
    assert.deepEqual((await getApproval(service, id, ann)).assignee_user_ids, [ann.id, ben.id]);
    await service.refuse(404, 'Approval not found', DECIDE, { approval_id: id, decision: 'approve' }, owner.key);
  });

  const failing: [people: Person[], params: object, error: string][] = [
    [[owner], {}, 'The only assignee is the user of the run, who may not decide'],
    [[owner, ann], { required: 2 }, '2 approvals are required, but only 1 person can decide'],
  ];
  for (const [people, params, error] of failing) {
    test(`is not opened: ${error}`, async () => {
      const definition = asking({ assignees: people.map(({ id }) => id), not: 'starter', ...params });
      assert.equal(findStep(await runOnce(service, definition, {}, owner.key), 'ask').error, error);
    });
  }
});

suite('somebody whose account is disabled', () => {
  test('is not waited for when all have to approve', async () => {
    const gone = await service.person();
    const { run, id } = await pending({ required: 'all' }, [ann, ben, gone]);
    await decide(service, id, ann);
    await service.ask('/api/v1/user/update', { id: gone.id, enabled: false });
    assert.equal((await context(id, ann)).required, 2);
    assert.equal((await decide(service, id, ben)).status, 'approved');
    await waitForEnd(service, run.id, owner);
  });

  test('or deleted, is not waited for after all others have approved', async () => {
    const gone = await service.person();
    const { run, id } = await pending({ required: 'all' }, [ann, ben, gone]);
    await decide(service, id, ann, 'approve', { comment: 'first' });
    await decide(service, id, ben, 'approve', { comment: 'last' });
    await settleAbandoned(db, signal);
    assert.equal((await getApproval(service, id, ann)).status, 'pending');
    await service.ask(`/api/v1/user/delete?entity_id=${gone.id}`, {});
    await settleAbandoned(db, signal);
    const ended = await getApproval(service, id, ann);
    assert.deepEqual([ended.status, ended.decided_by?.id, ended.comment], ['approved', ben.id, 'last']);
    await waitForEnd(service, run.id, owner);
  });

  test('leaves an approval waiting that needs a number', async () => {
    const gone = await service.person();
    const { id } = await pending({ required: 2 }, [ann, gone]);
    await decide(service, id, ann);
    await service.ask('/api/v1/user/update', { id: gone.id, enabled: false });
    await settleAbandoned(db, signal);
    assert.equal((await getApproval(service, id, ann)).status, 'pending');
  });
});

suite('at the same time', () => {
  const vote = (id: string, { key }: Person, decision = 'approve') =>
    service.call(DECIDE, { approval_id: id, decision }, key);

  test('the two last decisions count both, and end the approval once', async () => {
    const { run, id } = await pending({ required: 3 });
    await decide(service, id, ann);
    const request = () => Promise.all([vote(id, ben), vote(id, cat)]);
    const replies = await whileRunIsLocked(service, run.id, { request, waiting: 2 });
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200],
    );
    assert.deepEqual(replies.map(({ body }) => (body as Approval).status).sort(), ['approved', 'pending']);
    const done = await waitForEnd(service, run.id, owner);
    assert.equal((readStepOutput(done, 'ask') as { decisions: object[] }).decisions.length, 3);
  });

  test('two clicks of one person are one decision', async () => {
    const { run, id } = await pending({ required: 2 });
    const request = () => Promise.all([vote(id, ann), vote(id, ann)]);
    const replies = await whileRunIsLocked(service, run.id, { request, waiting: 2 });
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 422]);
    assert.deepEqual(replies.find(({ status }) => status === 422)?.body, { detail: VOTED });
    assert.equal((await context(id, ann)).decisions.length, 1);
  });

  test('an approval and a rejection are taken one after the other', async () => {
    const { run, id } = await pending({ required: 2 });
    const request = () => Promise.all([vote(id, ann), vote(id, ben, 'reject')]);
    await whileRunIsLocked(service, run.id, { request, waiting: 2 });
    assert.equal((await getApproval(service, id, ann)).status, 'rejected');
    await waitForEnd(service, run.id, owner);
  });

  test('a decision and the cancellation of the run leave no half of either', async () => {
    const { run, id } = await pending({ required: 2 });
    const cancel = () => service.call('/api/v3/workflow/run/cancel', { run_id: run.id }, owner.key);
    const [voted, cancelled] = await Promise.all([vote(id, ann), cancel()]);
    assert.ok([200, 422].includes(voted.status));
    assert.ok([200, 423].includes(cancelled.status), JSON.stringify(cancelled.body));
    if (cancelled.status === 200) assert.equal((await getApproval(service, id, ann)).status, 'cancelled');
  });

  test('a decision and the end of its time leave one of them', async () => {
    const { run, id } = await pending({ required: 2 });
    await decide(service, id, ann);
    const act = () => passDeadline(service, id);
    const last = await whileRunIsLocked(service, run.id, { request: () => vote(id, ben), waiting: 1, act });
    assert.deepEqual([last.status, last.body], [422, { detail: 'The time to decide the approval is over' }]);
    assert.equal((await context(id, ann)).decisions.length, 1);
  });
});

test('a process of the version before can not end an approval that needs several with one decision', async () => {
  const { id } = await pending({ required: 2 });
  const end = (status: string, by: Person) =>
    sql`UPDATE approvals SET status = ${status}, decided_by = ${JSON.stringify({ id: by.id })}::json WHERE id = ${id}`.execute(
      db,
    );
  await assert.rejects(end('approved', ann), /needs the decisions of several people/);
  await decide(service, id, ann);
  await assert.rejects(end('rejected', ben), /needs the decisions of several people/);
  assert.equal((await decide(service, id, ben)).status, 'approved');
});

test('the decisions of a person are in their export, also when others ended the approval', async () => {
  const dan = await service.person({ name: 'Dan' });
  const { id } = await pending({ required: 2 }, [dan, ben]);
  await decide(service, id, dan, 'approve', { comment: 'mine' });
  await decide(service, id, ben, 'approve', { comment: 'last' });
  const page = await service.ask<{ entries: { id: string; details: Record<string, unknown> }[] }>(
    '/api/v1/audit/person',
    { user_id: dan.id, lists: ['decisions'] },
  );
  assert.deepEqual(
    page.entries.map(({ id, details }) => [id, details.status, details.comment]),
    [[id, 'approved', 'mine']],
  );
});
