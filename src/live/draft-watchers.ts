/** Finds out who is to know that a draft was saved: those who watch and who may read the workflow. */
import type { Query } from '../database.ts';
import type { Caller } from '../http/caller.ts';
import { calculateAccess } from '../workflows/access.ts';

/** A trigger of the database notifies this channel when a draft is saved. */
export const DRAFT_CHANNEL = 'draft_saved';

export interface SavedDraft {
  workflowId: string;
  revisionId: string;
  userId: string;
}

export function readSavedDraft(payload: string): SavedDraft {
  const [workflowId = '', revisionId = '', userId = ''] = payload.split(' ');
  return { workflowId, revisionId, userId };
}

/** Returns the ids of those callers who may read the workflow. */
export async function findReaders(
  db: Query,
  workflowId: string,
  callers: readonly Caller[],
): Promise<ReadonlySet<string>> {
  const workflow = await db
    .selectFrom('workflows')
    .select(['created_by', 'group_id', 'sharing', 'group_sharing'])
    .where('id', '=', workflowId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!workflow) return new Set();
  const needsGroups = workflow.group_id !== null || workflow.group_sharing.length > 0;
  const groups = needsGroups ? await findGroups(db, callers) : new Map<string, ReadonlySet<string>>();
  const readers = callers.filter(
    caller =>
      caller.workflowPermission !== 'none' &&
      calculateAccess(workflow, caller, groups.get(caller.userId) ?? new Set()) !== undefined,
  );
  return new Set(readers.map(({ userId }) => userId));
}

async function findGroups(db: Query, callers: readonly Caller[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const userIds = [...new Set(callers.map(({ userId }) => userId))];
  const rows = await db
    .selectFrom('group_members')
    .select(['user_id', 'group_id'])
    .where('user_id', 'in', userIds)
    .execute();
  const byUser = Map.groupBy(rows, ({ user_id }) => user_id);
  return new Map([...byUser].map(([userId, members]) => [userId, new Set(members.map(({ group_id }) => group_id))]));
}
