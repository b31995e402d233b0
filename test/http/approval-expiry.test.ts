/** Approvals that expire because nobody decides them in time. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sql } from 'kysely';
import { expireDue, expireInTime } from '../../src/approvals/expiry.ts';
import { edge, node } from '../support/definitions.ts';
import { findStep, readResult, readStepOutput } from '../support/runs.ts';
import { testService } from '../support/service.ts';
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
} from './approval-workflows.ts';
import { poll } from './poll.ts';

const service = await testService();
const { database, jobs } = service.service.system;
const db = database.query;
const scheduled = await stopExpiring(service);
const owner = await service.person();
const ann = await service.person();
const assignees = [ann.id];

/** Does what the scheduled job does every minute. */
const expire = () => expireDue(database.query, AbortSignal.timeout(60_000));

suite('when the deadline of an approval has passed', () => {
  test('the run continues at the timeout handle if it is connected', async () => {
    const run = await waitingRun(service, asking({ assignees }, { timeout: true }), owner);
    const id = findApprovalId(run);
    assert.equal((await getApproval(service, id, ann)).timeout_continues, true);
    await passDeadline(service, id);
    await expire();
    const done = await waitForEnd(service, run.id, owner);
    const expired = await getApproval(service, id, ann);
    assert.deepEqual([expired.status, expired.decided_by, expired.permissions.write], ['expired', null, false]);
    assert.ok(expired.decided_at);
    const output = {
      decision: 'expired',
      data: {},
      comment: '',
      decided_by: null,
      decided_at: expired.decided_at,
      approval_id: id,
    };
    assert.deepEqual(readResult(done), { timeout: output });
    const { status, handle, text } = findStep(done, 'ask');
    assert.deepEqual([status, handle, text], ['success', 'timeout', 'Not decided in time']);
    assert.deepEqual([findStep(done, 'approved').status, findStep(done, 'rejected').status], ['skipped', 'skipped']);
  });

  test('the step fails if the timeout handle is not connected', async () => {
    const run = await waitingRun(service, asking({ assignees }), owner);
    const id = findApprovalId(run);
    await passDeadline(service, id);
    await expire();
    const done = await waitForEnd(service, run.id, owner);
    const { status, error, output_json } = findStep(done, 'ask');
    assert.deepEqual([status, error, output_json], ['failed', 'The approval was not decided in time', '']);
    assert.equal(done.status, 'failed');
    assert.match(done.error, /The approval was not decided in time/);
    assert.equal((await getApproval(service, id, ann)).status, 'expired');
    const body = { approval_id: id, decision: 'approve' };
    await service.refuse(422, 'The approval is expired already', `${APPROVAL}/decide`, body, ann.key);
  });

  test('the run continues at the error handle if it is connected', async () => {
    const definition = asking({ assignees });
    definition.nodes.push(node('late', 'output', { value: '{{ steps.ask.error }}' }));
    definition.edges.push(edge('ask', 'late', 'error'));
    const run = await waitingRun(service, definition, owner);
    await passDeadline(service, findApprovalId(run));
    await expire();
    assert.equal(readResult(await waitForEnd(service, run.id, owner)), 'The approval was not decided in time');
  });

  test('a deadline of a fraction of a second counts too', async () => {
    const run = await waitingRun(service, asking({ assignees, timeout_hours: 0.1 / 3600 }, { timeout: true }), owner);
    const id = findApprovalId(run);
    const body = { approval_id: id, decision: 'approve' };
    await poll(async () => {
      const { rows } = await sql<{ over: boolean }>`
        SELECT expires_at <= now() AS over FROM approvals WHERE id = ${id}`.execute(db);
      return rows[0]?.over || undefined;
    });
    await service.refuse(422, 'The time to decide the approval is over', `${APPROVAL}/decide`, body, ann.key);
    await expire();
    assert.equal(Object.keys(readResult(await waitForEnd(service, run.id, owner)) as object)[0], 'timeout');
  });

  test('it expires in time, without waiting for the job of the minute', async () => {
    const soon = { assignees, timeout_hours: 1 / 3600 };
    const run = await waitingRun(service, asking(soon, { timeout: true }), owner);
    assert.equal(Object.keys(readResult(await waitForEnd(service, run.id, owner)) as object)[0], 'timeout');
    const later = findApprovalId(await waitingRun(service, asking({ assignees }, { timeout: true }), owner));
    await sql`UPDATE approvals SET expires_at = now() + interval '1 second' WHERE id = ${later}`.execute(db);
    await expireInTime(db, AbortSignal.timeout(60_000));
    await poll(async () => (await getApproval(service, later, ann)).status === 'expired' || undefined);
  });

  test('other approvals do not change', async () => {
    const [open, decided, cancelled] = [
      await waitingRun(service, asking({ assignees }), owner),
      await waitingRun(service, asking({ assignees }), owner),
      await waitingRun(service, asking({ assignees }), owner),
    ];
    await decide(service, findApprovalId(decided), ann);
    await service.ask('/api/v3/workflow/run/cancel', { run_id: cancelled.id }, owner.key);
    for (const run of [decided, cancelled]) await passDeadline(service, findApprovalId(run));
    await expire();
    const statuses = [open, decided, cancelled].map(
      async run => (await getApproval(service, findApprovalId(run), ann)).status,
    );
    assert.deepEqual(await Promise.all(statuses), ['pending', 'approved', 'cancelled']);
    assert.equal((await getRun(service, open.id, owner)).status, 'waiting');
    assert.equal((await waitForEnd(service, decided.id, owner)).status, 'success');
  });
});

suite('many approvals', () => {
  test('that several processes expire at once, while they are decided, end once each', async () => {
    const definition = asking({ assignees, timeout_hours: 1 }, { timeout: true });
    const runs = await Promise.all(Array.from({ length: 10 }, () => waitingRun(service, definition, owner)));
    for (const run of runs.slice(0, 8)) await passDeadline(service, findApprovalId(run));
    await Promise.all([
      ...Array.from({ length: 4 }, expire),
      ...runs.map(run =>
        service.call(`${APPROVAL}/decide`, { approval_id: findApprovalId(run), decision: 'approve' }, ann.key),
      ),
    ]);
    for (const [index, run] of runs.entries()) {
      const done = await waitForEnd(service, run.id, owner);
      const { status } = await getApproval(service, findApprovalId(run), ann);
      assert.equal(status, index < 8 ? 'expired' : 'approved');
      assert.partialDeepStrictEqual(readStepOutput(done, 'ask'), { decision: status });
    }
  });

  test('expire even if one of them can not be expired', async () => {
    const runs = [];
    for (let count = 0; count < 3; count++) runs.push(await waitingRun(service, asking({ assignees }), owner));
    const [broken = '', ...others] = runs.map(run => findApprovalId(run));
    for (const id of [broken, ...others]) await passDeadline(service, id);
    await sql`ALTER TABLE approvals ADD CONSTRAINT broken CHECK (id <> ${sql.lit(broken)} OR status = 'pending')`.execute(
      db,
    );
    await assert.rejects(expire(), { message: '1 approvals could not be dealt with' });
    for (const id of others) assert.equal((await getApproval(service, id, ann)).status, 'expired');
    await sql`ALTER TABLE approvals DROP CONSTRAINT broken`.execute(db);
    await expire();
    assert.equal((await getApproval(service, broken, ann)).status, 'expired');
  });
});

test('the expiry job is scheduled every minute', async () => {
  assert.ok((await jobs.statistics()).some(({ kind }) => kind === 'approvals.expire'));
  assert.deepEqual(scheduled, [1]);
});
