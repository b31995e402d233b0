/** `/api/v1/panel/files` and `/api/v1/panel/folders`: what the console does with the files of a panel beyond `/api/v3`. */
import { findPeople } from '../../accounts/people.ts';
import { ApiError, fileNotFound } from '../../errors.ts';
import { endpointWith, everyone } from '../../http/endpoint.ts';
import { requireVisiblePanel } from '../access.ts';
import { changeVisiblePanel } from '../requested-changes.ts';
import type { PanelRow } from '../tables.ts';
import { findFileIds, findFilePage, findFolders } from './browsing.ts';
import * as schemas from './browsing-schemas.ts';
import { deleteFile, updateFile } from './changes.ts';
import { requireStoredFile, type StorageServices, type StoredFileRow, toStoredFile } from './files.ts';
import { requireRight } from './folders.ts';
import { withLinks } from './links.ts';
import { parsePath } from './paths.ts';

const changing = { ...everyone, startsRuns: true } as const;

const endpoint = endpointWith<StorageServices>();

export const browsingEndpoints = [
  endpoint({
    path: '/api/v1/panel/folders',
    summary: 'Lists the folders of a panel, or the sub-folders of a directory, with what they contain',
    ...everyone,
    body: schemas.FolderQuery,
    reply: schemas.Folders,
    handle: async (services, call) => {
      const panel = await requireVisiblePanel(services, call);
      return { folders: await findFolders(services.database.query, panel, call.body.directory ?? '') };
    },
  }),
  endpoint({
    path: '/api/v1/panel/files',
    summary: 'Reads any part of a directory, in any order, and says how many files it has',
    ...everyone,
    body: schemas.FilePageQuery,
    reply: schemas.FilePage,
    handle: async (services, call) => {
      const panel = await requireVisiblePanel(services, call);
      const { total, rows } = await findFilePage(services.database.query, services.limits, panel, call.body);
      return { total, files: await showFiles(services, panel, rows) };
    },
  }),
  endpoint({
    path: '/api/v1/panel/file',
    summary: 'Reads one file, with who uploaded it',
    ...everyone,
    body: schemas.PanelFileQuery,
    reply: schemas.PanelFile,
    handle: async (services, call) => {
      const panel = await requireVisiblePanel(services, call);
      const row = await requireStoredFile(services.database.query, panel, { id: call.body.id });
      requireRight(panel.file_storage, row.folder, 'read');
      const [file] = await showFiles(services, panel, [row]);
      if (!file) throw fileNotFound();
      return file;
    },
  }),
  endpoint({
    path: '/api/v1/panel/files/ids',
    summary: 'Reads the ids of all files of a directory, ten thousand at once',
    ...everyone,
    body: schemas.FileIdsQuery,
    reply: schemas.FileIds,
    handle: async (services, call) => {
      const panel = await requireVisiblePanel(services, call);
      return findFileIds(services.database.query, services.limits, panel, call.body);
    },
  }),
  endpoint({
    path: '/api/v1/panel/files/delete',
    summary: 'Deletes files; each is deleted or refused by itself',
    ...changing,
    body: schemas.FileDeletion,
    reply: schemas.FileOutcome,
    handle: (services, call) =>
      changeVisiblePanel(services, call, (services, { id: panelId }) =>
        forEachFile(call.body.ids, id => deleteFile(services, panelId, id)),
      ),
  }),
  endpoint({
    path: '/api/v1/panel/files/move',
    summary: 'Moves files to another directory; each is moved or refused by itself',
    ...changing,
    body: schemas.FileMove,
    reply: schemas.FileOutcome,
    handle: (services, call) =>
      changeVisiblePanel(services, call, async (services, { id: panelId }) => {
        const { ids, directory } = call.body;
        // A directory that no file can have is refused as a whole.
        parsePath(`${directory}/`, 'name');
        return forEachFile(ids, id =>
          updateFile(services, panelId, id, ({ name }) => ({ path: parsePath(`${directory}/`, name) })),
        );
      }),
  }),
];

async function showFiles(
  services: StorageServices,
  panel: PanelRow,
  rows: readonly StoredFileRow[],
): Promise<schemas.PanelFile[]> {
  const ids = new Set(rows.flatMap(({ uploaded_by }) => uploaded_by ?? []));
  const people = ids.size === 0 ? [] : await findPeople(services.database.query, { ids: [...ids], limit: ids.size });
  const byId = new Map(people.map(person => [person.id, person]));
  return rows.map(row => ({
    ...withLinks(services, panel, toStoredFile(row, panel)),
    uploaded_by: byId.get(row.uploaded_by ?? '') ?? null,
  }));
}

async function forEachFile(
  ids: readonly string[],
  change: (id: string) => Promise<unknown>,
): Promise<Pick<schemas.FileOutcome, 'done' | 'failed'>> {
  const failed: schemas.FileOutcome['failed'] = [];
  const distinct = new Set(ids);
  for (const id of distinct) {
    await change(id).catch(error => {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      failed.push({ id, code: error.code, error: error.message });
    });
  }
  return { done: distinct.size - failed.length, failed };
}
