/** Lists and counts the files and sub-folders of a panel, and sums up its usage. */

import { type SqlBool, sql } from 'kysely';
import { fixedLimits } from '../../configuration/limits.ts';
import type { Query } from '../../database.ts';
import { validationError } from '../../errors.ts';
import { compileQuery } from '../../query/compile.ts';
import { countRows, findRows } from '../../query/execute.ts';
import { defineFields, type Fields } from '../../query/fields.ts';
import type { QueryBody } from '../../query/query-body.ts';
import type { PanelRow } from '../tables.ts';
import { panelLimitBytes } from './capacity.ts';
import type { StorageLimits, StoredFileRow } from './files.ts';
import { allows, folderSettings, requireRight } from './folders.ts';
import { isFolderName, joinDirectory } from './paths.ts';
import type { StorageUsage } from './schemas.ts';

/** The directory to list; the whole panel when no folder is named. */
interface ListingScope {
  folder?: string;
  /** A sub-folder inside the folder. */
  prefix?: string;
  recursive: boolean;
}

export function storedFileFields({ listedFiles }: StorageLimits): Fields {
  return defineFields(
    {
      name: { type: 'text', column: 'booster_files.name' },
      path: { type: 'text', column: 'booster_files.path' },
      size: { type: 'integer', column: 'booster_files.size' },
      content_type: { type: 'text', column: 'booster_files.content_type' },
      // Null for every file that was uploaded through the API, which is the only way there is.
      owner: { type: 'uuid', column: sql`NULL::uuid` },
      created: { type: 'timestamp', column: 'booster_files.created_at' },
      updated: { type: 'timestamp', column: 'booster_files.updated_at' },
      'record.collection': { type: 'text', column: 'booster_files.record_collection' },
      'record.key': { type: 'uuid', column: 'booster_files.record_key' },
      'metadata.*': { type: 'json', column: 'booster_files.metadata', containmentIndex: true },
    },
    {
      newest: ['booster_files.created_at', 'booster_files.id'],
      defaultItems: listedFiles.default,
      maxItems: listedFiles.most,
    },
  );
}

export async function listFiles(
  db: Query,
  fields: Fields,
  panel: PanelRow,
  scope: ListingScope,
  params: QueryBody,
): Promise<{ files: StoredFileRow[]; folders: string[] }> {
  const selection = compileQuery(fields, params);
  const { folder, prefix } = checkScope(panel, scope);
  const inside =
    folder === undefined
      ? selectFolders(db, panel).where(listable(panel, 'path'))
      : selectDirectories(db, panel, joinDirectory(folder, prefix));
  const [files, folders] = await Promise.all([
    folder === undefined ? [] : findRows(db, selection, db => selectFiles(db, panel, scope)),
    inside.limit(fixedLimits.storage.listedFolders).execute(),
  ]);
  return { files, folders: folders.map(({ name }) => name) };
}

export async function countFiles(
  db: Query,
  fields: Fields,
  panel: PanelRow,
  scope: ListingScope,
  params: QueryBody,
): Promise<number> {
  const selection = compileQuery(fields, params);
  const { folder, prefix } = checkScope(panel, scope);
  if (selection.conditions.length > 0) return countRows(db, selection, db => selectFiles(db, panel, scope));
  if (folder === undefined) {
    const folders = await selectFolders(db, panel).where(listable(panel, 'path')).execute();
    return folders.reduce((sum, { files_below }) => sum + files_below, 0);
  }
  const directory = await findDirectory(db, panel, joinDirectory(folder, prefix));
  return (scope.recursive ? directory?.files_below : directory?.files) ?? 0;
}

export async function readStorageUsage(db: Query, panel: PanelRow): Promise<StorageUsage> {
  const [whole, folders] = await Promise.all([findDirectory(db, panel, ''), selectFolders(db, panel).execute()]);
  return {
    files: whole?.files_below ?? 0,
    size: whole?.bytes_below ?? 0,
    limit: panelLimitBytes(panel),
    folders: Object.fromEntries(folders.map(({ name, bytes_below }) => [name, bytes_below])),
  };
}

function checkScope(panel: PanelRow, { folder, prefix }: ListingScope) {
  if (folder === undefined) {
    if (prefix !== undefined) throw validationError('prefix', 'needs a folder');
    return { folder, prefix };
  }
  // A name such as `a/b` would get other settings than `a`, but find the files of `a`.
  if (!isFolderName(folder)) throw validationError('folder', 'is no name of a folder');
  requireRight(panel.file_storage, folder, 'list');
  return { folder, prefix };
}

function selectFiles(db: Query, panel: PanelRow, { folder, prefix, recursive }: ListingScope) {
  const files = db
    .selectFrom('booster_files')
    .selectAll('booster_files')
    .where('booster_files.panel_id', '=', panel.id);
  if (folder === undefined) return files.where(listable(panel, 'folder'));
  const directory = joinDirectory(folder, prefix);
  if (!recursive) return files.where('directory', '=', directory);
  const inFolder = files.where('folder', '=', folder);
  // '0' is the code point after '/': this range contains all paths that begin with the directory and a slash.
  return directory === folder
    ? inFolder
    : inFolder.where('path', '>=', `${directory}/`).where('path', '<', `${directory}0`);
}

/** Restricts rows to the folders in which listing is allowed. */
function listable({ file_storage }: PanelRow, column: 'folder' | 'path') {
  const namedFolders = Object.keys(file_storage.folders).filter(folder => folder !== '*');
  const others = allows(folderSettings(file_storage, '*'), 'list');
  const exceptions = namedFolders.filter(folder => allows(folderSettings(file_storage, folder), 'list') !== others);
  return others
    ? sql<SqlBool>`${sql.ref(column)} <> ALL (${exceptions}::text[])`
    : sql<SqlBool>`${sql.ref(column)} = ANY (${exceptions}::text[])`;
}

async function findDirectory(db: Query, { id }: PanelRow, path: string) {
  return db
    .selectFrom('booster_directories')
    .selectAll()
    .where('panel_id', '=', id)
    .where('path', '=', path)
    .executeTakeFirst();
}

function selectFolders(db: Query, panel: PanelRow) {
  return selectDirectories(db, panel, '');
}

function selectDirectories(db: Query, { id }: PanelRow, parent: string) {
  return db
    .selectFrom('booster_directories')
    .select(['name', 'files_below', 'bytes_below'])
    .where('panel_id', '=', id)
    .where('parent', '=', parent)
    .orderBy('name');
}
