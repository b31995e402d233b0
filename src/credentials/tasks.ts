/** The background work of credentials: reminders to replace secrets, and the end of old counts. */
import { sql } from 'kysely';
import type { Notify } from '../accounts/notifications.ts';
import { fixedLimits } from '../configuration/limits.ts';
import type { HeddleDatabase, Query } from '../database.ts';
import { defineJob } from '../platform/jobs/jobs.ts';
import { defineTask, type Task } from '../platform/jobs/task.ts';
import { deleteInBatches } from '../platform/postgres/delete-in-batches.ts';
import { findManagers } from './managers.ts';
import type { CredentialRow } from './tables.ts';

const BATCH = 100;

export function credentialTasks({ query: db }: HeddleDatabase, notify: Notify): Task[] {
  return [
    defineTask({
      kind: defineJob('credentials.remind', { repeat: { everyMinutes: 10 } }),
      concurrency: 1,
      run: async (_payload, { signal }) => {
        while (await remindSome(db, notify)) signal.throwIfAborted();
      },
    }),
    defineTask({
      kind: defineJob('credentials.delete-old-uses', { repeat: { everyMinutes: 60, offsetMinutes: 23 } }),
      concurrency: 1,
      run: (_payload, { signal }) => deleteOldUses(db, signal),
    }),
  ];
}

/** Returns whether more may be due. Each time to which `rotate_at` is set gives one reminder. */
async function remindSome(db: Query, notify: Notify): Promise<boolean> {
  return db.transaction().execute(async transaction => {
    const due = await transaction
      .selectFrom('credentials')
      .selectAll()
      .where('rotate_at', '<=', sql<Date>`now()`)
      .where(sql<boolean>`reminded_for IS DISTINCT FROM rotate_at`)
      .orderBy('id')
      .limit(BATCH)
      .forNoKeyUpdate()
      .skipLocked()
      .execute();
    for (const row of due) await remind(transaction, notify, row);
    return due.length === BATCH;
  });
}

async function remind(transaction: Query, notify: Notify, row: CredentialRow): Promise<void> {
  await notify(transaction, await findManagers(transaction, row), {
    event: `credential.rotate:${row.id}:${row.rotate_at?.getTime()}`,
    kind: 'credential',
    title: `Replace the secret of the credential '${row.name}'`,
    text: 'The time that was set for it has come. Enter a new secret: runs use it from their next request on.',
    link: `/credentials/${row.id}`,
  });
  await transaction.updateTable('credentials').set({ reminded_for: row.rotate_at }).where('id', '=', row.id).execute();
}

async function deleteOldUses(db: Query, signal: AbortSignal): Promise<void> {
  const where = sql`hour < now() - make_interval(days => ${fixedLimits.credential.useDays})`;
  await deleteInBatches(db, { table: 'credential_uses', where, order: 'hour' }, signal);
}
