import { sql } from 'kysely';
import { fixedLimits } from '../../configuration/limits.ts';
import type { Query } from '../../database.ts';
import { runSearchTooSlow } from '../../errors.ts';
import { isStatementTimeout } from '../../platform/postgres/connection-error.ts';
import { SLOW_SEARCH, withQuerySlot } from '../../query/slow-queries.ts';

const { list } = fixedLimits.run;

/** A count needs every run that matches, however many these are, so it has a time limit of its own. */
export async function withinTime<Result>(db: Query, run: (db: Query) => Promise<Result>): Promise<Result> {
  const limited = async (db: Query) =>
    db.transaction().execute(async transaction => {
      await sql`select set_config('statement_timeout', ${`${list.countMs}ms`}, true)`.execute(transaction);
      return run(transaction);
    });
  return withQuerySlot(db, SLOW_SEARCH, db =>
    limited(db).catch(error => {
      throw isStatementTimeout(error) ? runSearchTooSlow() : error;
    }),
  );
}
