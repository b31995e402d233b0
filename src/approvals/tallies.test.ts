/** The counts of approvals stay exact while approvals are opened, changed and deleted. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sql } from 'kysely';
import { openFiles } from '../../test/fixtures/files.ts';
import { newId } from '../platform/ids.ts';
import type { ApprovalStatus } from './schemas.ts';
import { countApprovals, mergeTallies } from './tallies.ts';

const { db, user, run } = await openFiles();
const owner = await user();
const runId = await run(owner);
const { signal } = new AbortController();

async function open(assignees: string[]): Promise<string> {
  const id = newId();
  return db.transaction().execute(async transaction => {
    await sql`INSERT INTO approvals (id, run_id, node_id, iteration, position, started_at, workflow_id, workflow_name,
        title, message, form_values, allow_reject, assignee_user_ids, expires_at, timeout_continues, created_by)
      SELECT ${id}, runs.id, ${id}, '{}', 1, now(), workflow_id, workflow_name, '', '', '{}', true, ${assignees}, now(),
        false, ${owner} FROM runs WHERE id = ${runId}`.execute(transaction);
    await sql`INSERT INTO approval_assignees (approval_id, user_id, status, created_at)
      SELECT ${id}, user_id, 'pending', now() FROM unnest(${assignees}::uuid[]) AS users (user_id)`.execute(
      transaction,
    );
    return id;
  });
}

async function change(id: string, status: ApprovalStatus): Promise<void> {
  await db.updateTable('approvals').set({ status }).where('id', '=', id).execute();
}

async function tallies(userId: string) {
  const count = (status?: ApprovalStatus) => countApprovals(db, userId, status && [status]);
  return [await count(), await count('pending'), await count('approved'), await count('cancelled')];
}

async function readRows(userId: string) {
  return db.selectFrom('approval_tallies').select(['status', 'items']).where('user_id', '=', userId).execute();
}

suite('tallies', () => {
  test('follow every change, merged or not', async () => {
    const [ann, ben] = [await user(), await user()];
    assert.deepEqual(await tallies(ann), [0, 0, 0, 0]);
    const first = await open([ann, ben]);
    const second = await open([ann]);
    assert.deepEqual(
      [await tallies(ann), await tallies(ben)],
      [
        [2, 2, 0, 0],
        [1, 1, 0, 0],
      ],
    );
    await change(first, 'approved');
    assert.deepEqual(
      [await tallies(ann), await tallies(ben)],
      [
        [2, 1, 1, 0],
        [1, 0, 1, 0],
      ],
    );
    await mergeTallies(db, signal);
    assert.deepEqual(
      [await tallies(ann), await tallies(ben)],
      [
        [2, 1, 1, 0],
        [1, 0, 1, 0],
      ],
    );
    assert.deepEqual(await readRows(ben), [{ status: 'approved', items: 1 }]);
    await change(second, 'cancelled');
    assert.deepEqual(await tallies(ann), [2, 0, 1, 1]);
    await db.deleteFrom('approvals').where('id', 'in', [first, second]).execute();
    assert.deepEqual(
      [await tallies(ann), await tallies(ben)],
      [
        [0, 0, 0, 0],
        [0, 0, 0, 0],
      ],
    );
    await mergeTallies(db, signal);
    assert.deepEqual([await readRows(ann), await readRows(ben)], [[], []], 'a count of zero needs no row');
  });

  test('are deleted with the runs and users that they count', async () => {
    const ann = await user();
    const other = await run(owner);
    const id = await open([ann]);
    await sql`UPDATE approvals SET run_id = ${other} WHERE id = ${id}`.execute(db);
    await db.deleteFrom('runs').where('id', '=', other).execute();
    assert.deepEqual(await tallies(ann), [0, 0, 0, 0]);
    await open([ann]);
    await db.deleteFrom('users').where('id', '=', ann).execute();
    await mergeTallies(db, signal);
    assert.deepEqual(await readRows(ann), []);
  });

  test('have few rows, however many approvals one statement changes', async () => {
    const ann = await user();
    const ids = await Promise.all(Array.from({ length: 20 }, () => open([ann])));
    await mergeTallies(db, signal);
    await db.updateTable('approvals').set({ status: 'approved' }).where('id', 'in', ids).execute();
    assert.deepEqual(await readRows(ann), [
      { status: 'pending', items: 20 },
      { status: 'pending', items: -20 },
      { status: 'approved', items: 20 },
    ]);
  });

  test('are merged by a count that reads many rows', async () => {
    const ann = await user();
    await sql`INSERT INTO approval_tallies (user_id, status, items)
      SELECT ${ann}::uuid, 'pending', 1 FROM generate_series(1, 150)`.execute(db);
    assert.equal(await countApprovals(db, ann, ['pending']), 150);
    assert.deepEqual(await readRows(ann), [{ status: 'pending', items: 150 }]);
    assert.equal(await countApprovals(db, ann, ['pending']), 150);
  });

  test('are exact while many transactions change and merge them', async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => user()));
    const [ann = ''] = people;
    let isOver = false;
    const merging = Array.from({ length: 3 }, async () => {
      while (!isOver) await mergeTallies(db, signal);
    });
    const comparing = (async () => {
      const seen = new Set<boolean>();
      while (!isOver) {
        const { rows } = await sql<{ same: boolean }>`
          SELECT coalesce((SELECT sum(items) FROM approval_tallies WHERE user_id = ${ann}), 0)
            = (SELECT count(*) FROM approval_assignees WHERE user_id = ${ann}) AS same`.execute(db);
        seen.add(rows[0]?.same ?? false);
      }
      return seen;
    })();
    const work = Array.from({ length: 8 }, async (_, number) => {
      for (let count = 0; count < 10; count++) {
        const id = await open(number % 2 ? people : people.toReversed());
        if (count % 3) await change(id, 'approved');
        if (count % 5 === 0) await db.deleteFrom('approvals').where('id', '=', id).execute();
      }
    });
    await Promise.all(work);
    isOver = true;
    await Promise.all(merging);
    assert.deepEqual(await comparing, new Set([true]));
    // Two of ten are deleted again: the first, which is pending, and one that is approved.
    for (const person of people) assert.deepEqual(await tallies(person), [64, 24, 40, 0]);
    await mergeTallies(db, signal);
    for (const person of people) assert.equal((await readRows(person)).length, 2);
  });
});
