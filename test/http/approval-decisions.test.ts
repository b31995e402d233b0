/** Deciding approvals: who may decide, which decisions are valid, and how the run continues. */
import assert from 'node:assert/strict';
import { suite } from 'node:test';
import { createWorkflow, findStep, readResult, readStepOutput } from '../support/runs.ts';
import { type Person, testService } from '../support/service.ts';
import { COMPLETE_ONLY, test } from '../support/tiers.ts';
import {
  APPROVAL,
  asking,
  decide,
  findApprovalId,
  getApproval,
  getRun,
  passDeadline,
  stopExpiring,
  waitForEnd,
  waitingRun,
  whileRunIsLocked,
} from './approval-workflows.ts';

const service = await testService();
await stopExpiring(service);
const owner = await service.person();
const ann = await service.person({ name: 'Ann' });
const ben = await service.person({ name: 'Ben' });
const stranger = await service.person();

const DECIDE = `${APPROVAL}/decide`;
const refuse = (status: number, detail: string, body: object, { key }: Person) =>
  service.refuse(status, detail, DECIDE, body, key);
const pending = async (params: Record<string, unknown> = {}) => {
  const run = await waitingRun(service, asking({ assignees: [ann.email, ben.id], ...params }), owner);
  return { run, approval_id: findApprovalId(run) };
};

suite('a decision', () => {
  for (const [decision, status, text] of [
    ['approve', 'approved', 'Approved by Ann'],
    ['reject', 'rejected', 'Rejected by Ann'],
  ] as const) {
    test(`to ${decision} becomes the output of the step`, async () => {
      const { run, approval_id } = await pending();
      const before = await getApproval(service, approval_id, ann);
      const decided = await decide(service, approval_id, ann, decision, { comment: 'fine — grüße\n🙂' });
      const by = { id: ann.id, email: ann.email, name: 'Ann' };
      assert.deepEqual(decided, {
        ...before,
        updated: { timestamp: decided.decided_at, user_id: ann.id },
        permissions: { ...before.permissions, write: false },
        status,
        comment: 'fine — grüße\n🙂',
        decided_by: by,
        decided_at: decided.decided_at,
      });
      assert.ok(decided.decided_at && decided.decided_at >= before.created.timestamp);
      const done = await waitForEnd(service, run.id, owner);
      const output = {
        decision: status,
        data: {},
        comment: 'fine — grüße\n🙂',
        decided_by: by,
        decided_at: decided.decided_at,
        approval_id,
      };
      assert.deepEqual(readResult(done), { [status]: output });
      assert.deepEqual(readStepOutput(done, 'ask'), output);
      const step = findStep(done, 'ask');
      assert.deepEqual(
        [step.status, step.handle, step.text, step.started_at],
        ['success', status, text, findStep(run, 'ask').started_at],
      );
      assert.equal(findStep(done, decision === 'approve' ? 'rejected' : 'approved').status, 'skipped');
      assert.equal(done.created.user_id, owner.id);
      assert.deepEqual(await getApproval(service, approval_id, ben), decided);
    });
  }

  test('is refused with the first reason that applies', async () => {
    const { approval_id } = await pending({ allow_reject: false });
    const reject = { approval_id, decision: 'reject' };
    for (const person of [owner, stranger]) await refuse(404, 'Approval not found', reject, person);
    await refuse(422, 'The approval can not be rejected', reject, ann);
    await passDeadline(service, approval_id);
    for (const decision of ['reject', 'approve']) {
      await refuse(422, 'The time to decide the approval is over', { approval_id, decision }, ann);
    }
    await refuse(404, 'Approval not found', reject, stranger);
    assert.equal((await getApproval(service, approval_id, ann)).status, 'pending');
    const other = await pending();
    await decide(service, other.approval_id, ann);
    await passDeadline(service, other.approval_id);
    for (const decision of ['reject', 'approve']) {
      const body = { approval_id: other.approval_id, decision };
      await refuse(422, 'The approval is approved already', body, ben);
      await refuse(404, 'Approval not found', body, stranger);
    }
    const rejected = await pending();
    await decide(service, rejected.approval_id, ben, 'reject');
    await refuse(422, 'The approval is rejected already', { ...reject, approval_id: rejected.approval_id }, ann);
  });

  test('of a disabled user is refused', async () => {
    const gone = await service.person();
    const { approval_id } = await pending({ assignees: [gone.id, ann.id] });
    await service.ask('/api/v1/user/update', { id: gone.id, enabled: false });
    await refuse(401, 'API key is invalid', { approval_id, decision: 'approve' }, gone);
  });

  const wrong: [body: Record<string, unknown>, what: string][] = [
    [{ decision: undefined }, 'decision: is required'],
    [{ decision: 'approved' }, 'decision: must be one of approve, reject'],
    [{ decision: null }, 'decision: must be one of approve, reject'],
    [{ data: [] }, 'data: must be object'],
    [{ data: 'x' }, 'data: must be object'],
    [{ comment: 7 }, 'comment: must be string'],
    [{ comment: 'x'.repeat(2001) }, 'comment: must NOT have more than 2000 characters'],
    [{ comment: 'x'.repeat(2 ** 20) }, 'comment: must NOT have more than 2000 characters'],
    [{ comment: 'a\0b' }, 'body: NUL characters are not allowed'],
    [{ data: { a: '\ud800' } }, 'body: lone surrogates are not allowed'],
  ];
  test('with an invalid body is refused, and a valid one is accepted afterwards', async () => {
    const { approval_id } = await pending();
    for (const [body, what] of wrong) {
      await refuse(422, `validation error: ${what}`, { approval_id, decision: 'approve', ...body }, ann);
    }
    assert.equal(
      (await decide(service, approval_id, ann, 'approve', { comment: '🙂'.repeat(2000) })).status,
      'approved',
    );
  });
});

suite('form data', () => {
  const form_schema = {
    type: 'object',
    properties: {
      sum: { type: 'number', minimum: 1 },
      note: { type: 'string' },
      urgent: { type: 'boolean' },
    },
    required: ['sum', 'note'],
  };
  const form = { form_schema, form_values: { sum: 5 } };

  test('combines the sent and the prefilled values, and only has fields of the form', async () => {
    const { run, approval_id } = await pending(form);
    const body = { approval_id, decision: 'approve' };
    await refuse(422, 'validation error: data.note: is required', body, ann);
    await refuse(422, 'validation error: data.note: is required', { ...body, data: {} }, ann);
    await refuse(422, 'validation error: data.note: is required', { ...body, data: { note: ' ' } }, ann);
    await refuse(422, 'validation error: data.note: must be string', { ...body, data: { note: 1 } }, ann);
    const { headers } = await refuse(
      422,
      'validation error: data.sum: must be >= 1',
      { ...body, data: { note: 'n', sum: 0 } },
      ann,
    );
    assert.equal(headers.get('x-error-field'), '/data/sum');
    await refuse(
      422,
      'validation error: data.urgent: must be boolean',
      { ...body, data: { note: 'n', urgent: 'no' } },
      ann,
    );
    const decided = await decide(service, approval_id, ann, 'approve', { data: { other: 1, note: 'n' } });
    assert.deepEqual(decided.decision_data, { sum: 5, note: 'n' });
    assert.deepEqual(decided.form_values, { sum: 5 });
    const done = await waitForEnd(service, run.id, owner);
    assert.deepEqual((readStepOutput(done, 'ask') as { data: unknown }).data, { sum: 5, note: 'n' });
  });

  test('of a rejection is neither checked nor stored', async () => {
    const { approval_id } = await pending(form);
    const data = { sum: 'x', other: 'x'.repeat(30_000) };
    const decided = await decide(service, approval_id, ann, 'reject', { data });
    assert.deepEqual([decided.status, decided.decision_data], ['rejected', {}]);
  });

  test('is dropped when the approval has no form', async () => {
    const { approval_id } = await pending();
    const decided = await decide(service, approval_id, ann, 'approve', { data: { a: 1 } });
    assert.deepEqual(decided.decision_data, {});
  });

  test('is at most 20000 characters', async () => {
    const { approval_id } = await pending({ form_schema: { ...form_schema, required: [] } });
    const detail = 'The form data is too large (at most 20000 characters of JSON)';
    const note = 'x'.repeat(20_000 - '{"note":""}'.length);
    for (const data of [{ note: `${note}x` }, { other: note }, { note: 'x'.repeat(2 ** 20) }]) {
      await refuse(422, detail, { approval_id, decision: 'approve', data }, ann);
    }
    const decided = await decide(service, approval_id, ann, 'approve', { data: { note } });
    assert.deepEqual(decided.decision_data, { note });
  });

  test('that is slow to check does not delay other requests', COMPLETE_ONLY, async () => {
    const { approval_id } = await pending({
      form_schema: { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } },
    });
    const body = { approval_id, decision: 'approve', data: { a: `${'a'.repeat(100)}!` } };
    const slow = refuse(422, 'validation error: data: takes too long to check', body, ann);
    let isOver = false;
    void slow.finally(() => {
      isOver = true;
    });
    for (let count = 0; count < 5; count++) await service.ask(`${APPROVAL}/count`, {}, ann.key);
    assert.equal(isOver, false);
    await slow;
    await decide(service, approval_id, ben, 'approve', { data: { a: 'aaa' } });
  });
});

suite('several simultaneous decisions', () => {
  const all = async (deciders: Person[], approval_id: string) => {
    const replies = await Promise.all(
      deciders.map(({ key }, index) =>
        service.call(DECIDE, { approval_id, decision: index % 3 ? 'approve' : 'reject', comment: `${index}` }, key),
      ),
    );
    const winners = replies.filter(({ status }) => status === 200);
    assert.equal(winners.length, 1, JSON.stringify(replies.map(({ status, body }) => [status, body])));
    const [decided] = winners.map(({ body }) => body as { status: string; comment: string });
    for (const { status, body } of replies.filter(reply => !winners.includes(reply))) {
      assert.deepEqual([status, body], [422, { detail: `The approval is ${decided?.status} already` }]);
    }
    return decided;
  };

  test('have one winner, and the others are refused', async () => {
    const { run, approval_id } = await pending();
    const decided = await all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? ann : ben)),
      approval_id,
    );
    const done = await waitForEnd(service, run.id, owner);
    assert.partialDeepStrictEqual(readStepOutput(done, 'ask'), {
      decision: decided?.status,
      comment: decided?.comment,
    });
    assert.equal((await getApproval(service, approval_id, ann)).comment, decided?.comment);
  });

  test('have one winner even when all of them found the approval pending', async () => {
    const { run, approval_id } = await pending();
    await whileRunIsLocked(service, run.id, { request: () => all([ann, ben], approval_id), waiting: 2 });
  });
});

suite('when a run has ended', () => {
  test('by cancellation, its approvals are cancelled', async () => {
    const { run, approval_id } = await pending();
    await service.ask('/api/v3/workflow/run/cancel', { run_id: run.id }, owner.key);
    const body = { approval_id, decision: 'approve' };
    await refuse(422, 'The approval is cancelled already', body, ann);
    const cancelled = await getApproval(service, approval_id, ann);
    assert.deepEqual([cancelled.status, cancelled.decided_at, cancelled.decided_by], ['cancelled', null, null]);
    assert.equal((await getRun(service, run.id, owner)).status, 'cancelled');
    const listed = await service.ask<{ total: number }>(`${APPROVAL}/find`, { status: 'cancelled' }, ann.key);
    assert.ok(listed.total >= 1);
  });

  test('and is deleted, or its workflow is, its approvals are deleted too', async () => {
    const first = await pending();
    await service.ask(`/api/v3/workflow/runs/delete?entity_id=${first.run.id}`, {}, owner.key);
    const second = await pending();
    await service.ask(`/api/v3/workflow/delete?entity_id=${second.run.workflow_id}`, {}, owner.key);
    for (const { approval_id } of [first, second]) {
      await refuse(404, 'Approval not found', { approval_id, decision: 'approve' }, ann);
      await service.refuse(404, 'Approval not found', `${APPROVAL}/get`, { approval_id }, ann.key);
    }
  });

  test('the refusal names the step that no longer waits', async () => {
    const { run, approval_id } = await pending();
    const db = service.service.system.database.query;
    await db.updateTable('runs').set({ status: 'success' }).where('id', '=', run.id).execute();
    await refuse(422, "Step 'ask' of the run does not wait", { approval_id, decision: 'approve' }, ann);
    assert.equal((await getApproval(service, approval_id, ann)).status, 'pending');
  });
});

test('the draft may change, or the workflow be renamed, while a run waits', async () => {
  const workflow_id = await createWorkflow(service, asking({ assignees: [ann.id] }), owner.key);
  const run = await service.ask<{ id: string }>('/api/v3/workflow/run', { workflow_id }, owner.key);
  const change = { id: workflow_id, name: 'other', definition: { nodes: [], edges: [] } };
  await service.ask('/api/v3/workflow/update', change, owner.key);
  const { items } = await service.ask<{ items: { id: string; workflow_name: string }[] }>(
    `${APPROVAL}/find`,
    {},
    ann.key,
  );
  assert.equal(items[0]?.workflow_name, 'workflow');
  await decide(service, items[0]?.id ?? '', ann);
  assert.equal((await waitForEnd(service, run.id, owner)).status, 'success');
});
