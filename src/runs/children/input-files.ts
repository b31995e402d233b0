/**
 * Decides which files a run may use because of the input that a step gives it. The step may give away the files of its own
 * run, and those of the user that it names. An id from anywhere else is only a text.
 */
import type { Query } from '../../database.ts';
import { isFileOfRun } from '../../files/store.ts';
import { isUuid } from '../../platform/ids.ts';

/** Far more files than an input has, and few enough for one statement. */
const MOST_IDS = 1_000;

/** Returns the ids of the files, out of all texts of the input that could be ids. */
export async function findGivenFiles(
  db: Query,
  input: unknown,
  { runId, userId, isNamed }: { runId: string; userId: string; isNamed(fileId: string): boolean },
): Promise<string[]> {
  const ids = new Set<string>();
  collectIds(input, ids);
  if (ids.size === 0) return [];
  const files = await db
    .selectFrom('files')
    .select(['id', isFileOfRun(runId).as('is_of_run')])
    .where('id', 'in', [...ids])
    .where(or => or.or([isFileOfRun(runId), or('user_id', '=', userId)]))
    .execute();
  return files.flatMap(({ id, is_of_run }) => (is_of_run || isNamed(id) ? id : []));
}

function collectIds(value: unknown, ids: Set<string>): void {
  if (ids.size >= MOST_IDS) return;
  if (typeof value === 'string') {
    if (isUuid(value)) ids.add(value.toLowerCase());
  } else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) collectIds(inner, ids);
  }
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

function findIds(text: string): string[] {
  const ids = new Set<string>();
  for (const [id] of text.matchAll(UUID)) {
    if (ids.size >= MOST_IDS) break;
    ids.add(id.toLowerCase());
  }
  return [...ids];
}

/** Returns the ids of those files of the run that its output names. */
export async function findFilesOfOutput(db: Query, output: string, runId: string): Promise<string[]> {
  const ids = findIds(output);
  if (ids.length === 0) return [];
  const files = await db.selectFrom('files').select('id').where('id', 'in', ids).where(isFileOfRun(runId)).execute();
  return files.map(({ id }) => id);
}

/** Returns the ids of those files of the user that the input names anywhere. */
export async function findFilesOfUser(db: Query, input: string, userId: string): Promise<string[]> {
  const ids = findIds(input);
  if (ids.length === 0) return [];
  const files = await db
    .selectFrom('files')
    .select('id')
    .where('id', 'in', ids)
    .where('user_id', '=', userId)
    .execute();
  return files.map(({ id }) => id);
}
