/** Searches that users have given a name. */
import { sql } from 'kysely';
import { fixedLimits } from '../configuration/limits.ts';
import type { Query } from '../database.ts';
import { entityNotFound, tooManyViews } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { newId } from '../platform/ids.ts';
import type { SavedView, ViewCreation } from './schemas.ts';

const { views: MOST_VIEWS } = fixedLimits.live;

export async function findViews(db: Query, { userId }: Caller, page?: SavedView['page']): Promise<SavedView[]> {
  let views = db.selectFrom('saved_views').select(['id', 'name', 'page', 'search']).where('user_id', '=', userId);
  if (page !== undefined) views = views.where('page', '=', page);
  return views.orderBy('created_at').orderBy('id').execute();
}

/** Two requests at once can not both take the last place, because each locks the row of the user. */
export async function createView(db: Query, { userId }: Caller, creation: ViewCreation): Promise<SavedView> {
  const view = { id: newId(), ...creation };
  await db.transaction().execute(async transaction => {
    await sql`SELECT FROM users WHERE id = ${userId} FOR NO KEY UPDATE`.execute(transaction);
    const { views } = await transaction
      .selectFrom('saved_views')
      .select(({ fn }) => fn.countAll<number>().as('views'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (Number(views) >= MOST_VIEWS) throw tooManyViews(MOST_VIEWS);
    await transaction
      .insertInto('saved_views')
      .values({ ...view, user_id: userId })
      .execute();
  });
  return view;
}

export async function deleteView(db: Query, { userId }: Caller, id: string): Promise<void> {
  const deleted = await db
    .deleteFrom('saved_views')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  if (!deleted) throw entityNotFound();
}
