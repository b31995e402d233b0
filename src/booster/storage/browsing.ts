/**
 * Reads the directories of a panel the way people look through them: any part of a directory, in any of five orders.
 * Each order has an index, so a position is found by counting its entries, from whichever end is nearer.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { fixedLimits } from '../../configuration/limits.ts';
import type { Query } from '../../database.ts';
import { validationError } from '../../errors.ts';
import { compileQuery } from '../../query/compile.ts';
import { withQuerySlot } from '../../query/slow-queries.ts';
import type { PanelRow } from '../tables.ts';
import type { FileIds, FileIdsQuery, FileOrder, FilePageQuery, Folder } from './browsing-schemas.ts';
import type { StorageLimits, StoredFileRow } from './files.ts';
import { requireRight } from './folders.ts';
import { storedFileFields } from './listing.ts';
import { isFolderName } from './paths.ts';

const ORDERS: Record<FileOrder, RawBuilder<unknown>> = {
  name: sql`name`,
  type: sql`content_type COLLATE "C"`,
  size: sql`size`,
  created: sql`created_at`,
  updated: sql`updated_at`,
};

export async function findFolders(db: Query, panel: PanelRow, directory: string): Promise<Folder[]> {
  if (directory !== '') requireListable(panel, directory);
  const rows = await db
    .selectFrom('booster_directories')
    .select(['name', 'path', 'files_below', 'bytes_below'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('booster_directories as inner')
          .select('inner.path')
          .whereRef('inner.panel_id', '=', 'booster_directories.panel_id')
          .whereRef('inner.parent', '=', 'booster_directories.path'),
      ).as('has_folders'),
    )
    .where('panel_id', '=', panel.id)
    .where('parent', '=', directory)
    .orderBy('name')
    .limit(fixedLimits.storage.listedFolders)
    .execute();
  return rows.map(({ name, path, files_below, bytes_below, has_folders }) => ({
    name,
    path,
    files: files_below,
    size: bytes_below,
    has_folders: Boolean(has_folders),
  }));
}

export async function findFilePage(
  db: Query,
  limits: StorageLimits,
  panel: PanelRow,
  query: FilePageQuery,
): Promise<{ total: number; rows: StoredFileRow[] }> {
  requireListable(panel, query.directory);
  const { total, ids } = query.text ? await searchPage(db, limits, panel, query) : await findPage(db, panel, query);
  const rows = await db
    .selectFrom('booster_files')
    .selectAll()
    .where(sql<SqlBool>`id = ANY (${ids}::uuid[])`)
    .execute();
  const byId = new Map(rows.map(row => [row.id, row]));
  return { total, rows: ids.flatMap(id => byId.get(id) ?? []) };
}

/** Reads the ids of all files that match, so that an action names exactly the files that its user saw counted. */
export async function findFileIds(
  db: Query,
  limits: StorageLimits,
  panel: PanelRow,
  { directory, text, after }: FileIdsQuery,
): Promise<FileIds> {
  requireListable(panel, directory);
  const most = fixedLimits.storage.listedIds;
  const rows = await withSlot(db, limits, db =>
    selectMatching(db, panel, directory, text)
      .select('id')
      .$if(after !== undefined, query => query.where('id', '>', after ?? ''))
      .orderBy('id')
      .limit(most)
      .execute(),
  );
  const ids = rows.map(({ id }) => id);
  return { ids, next: ids.length === most ? (ids.at(-1) ?? null) : null };
}

/** The settings of a directory are those of its folder, which is its first part. */
function requireListable(panel: PanelRow, directory: string): void {
  const [folder = ''] = directory.split('/', 1);
  if (!isFolderName(folder)) throw validationError('directory', 'must begin with the name of a folder');
  requireRight(panel.file_storage, folder, 'list');
}

interface IdPage {
  total: number;
  ids: string[];
}

/**
 * Two statements instead of one with a join: right after many files came, the statistics of the database are old, and
 * it would read the whole table for the join.
 */
async function findPage(db: Query, panel: PanelRow, query: FilePageQuery): Promise<IdPage> {
  const { directory, sort = 'name', descending = false } = query;
  const counted = await db
    .selectFrom('booster_directories')
    .select('files')
    .where('panel_id', '=', panel.id)
    .where('path', '=', directory)
    .executeTakeFirst();
  const total = counted?.files ?? 0;
  const { from, limit } = toRange(query, total);
  if (limit === 0) return { total, ids: [] };
  const isNearEnd = from > total / 2;
  const direction = descending === isNearEnd ? 'asc' : 'desc';
  const rows = await selectMatching(db, panel, directory, undefined)
    .select('id')
    .orderBy(ORDERS[sort], direction)
    .orderBy('id', direction)
    .offset(isNearEnd ? total - from - limit : from)
    .limit(limit)
    .execute();
  const ids = rows.map(({ id }) => id);
  return { total, ids: isNearEnd ? ids.reverse() : ids };
}

/** A search reads all files of the directory once, both to count and to order those that match. */
async function searchPage(db: Query, limits: StorageLimits, panel: PanelRow, query: FilePageQuery): Promise<IdPage> {
  const { directory, text, sort = 'name', descending = false, from = 0 } = query;
  const direction = descending ? sql`DESC` : sql`ASC`;
  const matching = (db: Query) => selectMatching(db, panel, directory, text).select(['id', ORDERS[sort].as('key')]);
  const { rows } = await withSlot(db, limits, db =>
    sql<IdPage>`WITH matching AS MATERIALIZED (${matching(db)})
      SELECT (SELECT count(*) FROM matching) AS total, ARRAY(
        SELECT id FROM matching ORDER BY key ${direction}, id ${direction} OFFSET ${from} LIMIT ${pageSize(query)}
      ) AS ids`.execute(db),
  );
  return { total: Number(rows[0]?.total ?? 0), ids: rows[0]?.ids ?? [] };
}

function selectMatching(db: Query, panel: PanelRow, directory: string, text: string | undefined) {
  const files = db.selectFrom('booster_files').where('panel_id', '=', panel.id).where('directory', '=', directory);
  return text ? files.where(sql<SqlBool>`strpos(lower(name), lower(${text})) > 0`) : files;
}

function withSlot<Result>(db: Query, limits: StorageLimits, run: (db: Query) => Promise<Result>): Promise<Result> {
  return withQuerySlot(db, { ...compileQuery(storedFileFields(limits)), canBeSlow: true }, run);
}

function toRange(query: FilePageQuery, total: number): { from: number; limit: number } {
  const { from = 0 } = query;
  return { from, limit: Math.max(0, Math.min(pageSize(query), total - from)) };
}

function pageSize({ limit = fixedLimits.storage.browsedFiles }: FilePageQuery): number {
  return limit;
}
