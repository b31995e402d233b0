/**
 * Kills processes with `kill -9` while they take one of several decisions, pass a part on, remind and escalate. Nothing that
 * was acknowledged is lost, and nothing happens or is sent twice.
 */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { ApprovalContext } from '../../src/approvals/schemas.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { asking, findApprovalId } from '../http/approval-workflows.ts';
import { assertKilled, type CrashWorld, openCrashWorld } from '../support/crash-world.ts';
import { call, inReverse, until } from '../support/process.ts';

const hooks = inReverse({ after });
/** One test after the other uses it, because the worker of one would do the work of another. */
let world: CrashWorld;
/** The user of the first key, and two others. */
let people: { id: string; key: string }[];
before(async () => {
  world = await openCrashWorld(hooks);
  const [first] = await world.ask<{ id: string }[]>('/api/v1/user/find', {});
  people = [{ id: first?.id ?? '', key: '' }];
  for (const name of ['Ann', 'Ben']) {
    const email = `${name.toLowerCase()}@example.org`;
    const { id } = await world.ask<{ id: string }>('/api/v1/user/create', { name, email });
    const { key } = await world.ask<{ key: string }>('/api/v1/key/create', { user_id: id, name, scopes: ['*'] });
    people.push({ id, key });
  }
});

async function ask(params: object): Promise<{ run: Run; id: string }> {
  const [first, ann] = people;
  const assignees = [first?.id, ann?.id];
  const definition = asking({ assignees, ...params });
  const workflow = await world.ask<{ id: string }>('/api/v3/workflow/create', { name: 'Pay', definition });
  const run = await world.ask<Run>('/api/v3/workflow/run', { workflow_id: workflow.id });
  return { run, id: findApprovalId(run) };
}

const context = (approval_id: string) => world.ask<ApprovalContext>('/api/v1/approval/context', { approval_id });
const decideAt = (url: string, approval_id: string) =>
  call(url, '/api/v3/workflow/approval/decide', { approval_id, decision: 'approve' });

async function countNotices(event: string): Promise<number> {
  const { rows } = await world.client.query<{ notices: number }>(
    `SELECT count(*)::integer AS notices FROM notifications WHERE event = $1`,
    [event],
  );
  return rows[0]?.notices ?? 0;
}

suite('one of several decisions whose process is killed', () => {
  for (const [point, decisions] of [
    ['approval.deciding', 0],
    ['approval.decided', 1],
  ] as const) {
    test(`at ${point} is stored as a whole or not at all`, async () => {
      const { run, id } = await ask({ required: 2 });
      const victim = await world.serveDyingAt(point);
      await assert.rejects(decideAt(victim.url, id));
      await assertKilled(victim.process);
      assert.equal((await context(id)).decisions.length, decisions);
      const again = await decideAt(world.url, id);
      assert.equal(again.status, decisions === 0 ? 200 : 422, JSON.stringify(again.body));
      const last = await call(
        world.url,
        '/api/v3/workflow/approval/decide',
        { approval_id: id, decision: 'approve' },
        people[1]?.key,
      );
      assert.equal((last.body as { status: string }).status, 'approved');
      await world.withWorker(() =>
        until(async () => {
          const { status } = await world.ask<Run>(`/api/v3/workflow/runs/get?entity_id=${run.id}`, {});
          return status === 'success';
        }, 'the run has ended'),
      );
    });
  }
});

suite('a delegation whose process is killed', () => {
  for (const [point, delegations] of [
    ['approval.delegating', 0],
    ['approval.delegated', 1],
  ] as const) {
    test(`at ${point} is made as a whole or not at all`, async () => {
      const { run, id } = await ask({});
      const ben = people[2]?.id ?? '';
      await world.ask('/api/v3/workflow/update', {
        id: run.workflow_id,
        sharing: [{ user_email: 'ben@example.org', write: false, scopes: {} }],
      });
      const victim = await world.serveDyingAt(point);
      await assert.rejects(call(victim.url, '/api/v1/approval/delegate', { approval_id: id, user_id: ben }));
      await assertKilled(victim.process);
      const { assignees, delegations: found } = await context(id);
      assert.deepEqual([found.length, assignees.some(each => each.id === ben)], [delegations, delegations === 1]);
      assert.equal(await countNotices(`approval:${id}:delegated:1`), delegations);
    });
  }
});

suite('a worker that is killed', () => {
  for (const [point, sent] of [
    ['approval.attending', 0],
    ['approval.attended', 1],
  ] as const) {
    test(`at ${point} reminds and escalates once`, async () => {
      const { id } = await ask({ remind_hours: 1, escalate_to: 'ben@example.org', escalate_hours: 2 });
      const past = "now() - interval '1 second'";
      await world.client.query(`UPDATE approvals SET remind_at = ${past}, escalate_at = ${past} WHERE id = $1`, [id]);
      await world.client.query(`UPDATE job_schedules SET next_at = now() WHERE kind = 'approvals.attend'`);
      await world.workUntilKilled(point);
      const events = [`approval:${id}:reminder:1`, `approval:${id}:escalated`] as const;
      assert.deepEqual(await Promise.all(events.map(countNotices)), [2 * sent, sent]);
      await world.withWorker(async () => {
        await world.client.query(`UPDATE job_schedules SET next_at = now() WHERE kind = 'approvals.attend'`);
        await until(async () => (await countNotices(events[1])) === 1, 'it is escalated');
        const left = `SELECT FROM jobs WHERE kind = 'approvals.attend'`;
        await until(async () => (await world.client.query(left)).rowCount === 0, 'no job is left');
      });
      assert.deepEqual(await Promise.all(events.map(countNotices)), [2, 1]);
      assert.equal(await countNotices(`approval:${id}:reminder:2`), 0);
    });
  }
});
