import { fromKysely, type KyselyTransactionLike, type PgBoss } from 'pg-boss';
import type { JobTable } from './job-table.ts';

export interface RescueTools {
  boss: PgBoss;
  table: JobTable;
  inTransaction(act: (transaction: KyselyTransactionLike) => Promise<void>): Promise<void>;
  onError(error: unknown): void;
}

/**
 * Lets the jobs of dead workers be tried again, at once. pg-boss does so too, but counts every job there is on each
 * of its rounds, which is too dear to be done every few seconds.
 */
export async function rescueAbandoned({ boss, table, inTransaction, onError }: RescueTools): Promise<void> {
  if (!(await table.hasAbandoned())) return;
  await inTransaction(async transaction => {
    const db = fromKysely(transaction);
    const abandoned = Object.groupBy(await table.lockAbandoned(db), job => job.kind);
    for (const [kind, jobs = []] of Object.entries(abandoned)) {
      const ids = jobs.map(job => job.id);
      await boss.fail(kind, ids, { message: 'its worker has gone away' }, { db });
      onError(new Error(`the worker of job ${kind} ${ids.join(', ')} has gone away`));
    }
  });
}
