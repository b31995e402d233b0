/** `/api/v1/panel/files` and `/api/v1/panel/folders`: what the console does with the files of a panel beyond `/api/v3`. */
import { findPeople } from '../../accounts/people.ts';
import { ApiError, fileNotFound, panelNotFound } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { type Call, type Endpoint, endpoint } from '../../http/endpoint.ts';
import { requireUsablePanel } from '../access.ts';
import { changeFor } from '../actor.ts';
import type { PanelRow } from '../tables.ts';
import { findFileIds, findFilePage, findFolders } from './browsing.ts';
import * as schemas from './browsing-schemas.ts';
import { deleteFile, updateFile } from './changes.ts';
import { requireStoredFile, type StorageServices, type StoredFileRow, toStoredFile } from './files.ts';
import { requireRight } from './folders.ts';
import { withLinks } from './links.ts';
import { parsePath } from './paths.ts';

const access = { scope: '*', tier: 'default' } as const;
const changing = { ...access, startsRuns: true } as const;

export function browsingEndpoints(services: StorageServices): Endpoint[] {
  return [...readingEndpoints(services), ...changingEndpoints(services)];
}

function readingEndpoints(services: StorageServices): Endpoint[] {
  const { database, limits } = services;
  const db = database.query;
  return [
    endpoint({
      path: '/api/v1/panel/folders',
      summary: 'Lists the folders of a panel, or the sub-folders of a directory, with what they contain',
      ...access,
      body: schemas.FolderQuery,
      reply: schemas.Folders,
      handle: async ({ caller, body: { panel_id, directory = '' } }) => ({
        folders: await findFolders(db, await requireVisiblePanel(services, caller, panel_id), directory),
      }),
    }),
    endpoint({
      path: '/api/v1/panel/files',
      summary: 'Reads any part of a directory, in any order, and says how many files it has',
      ...access,
      body: schemas.FilePageQuery,
      reply: schemas.FilePage,
      handle: async ({ caller, body }) => {
        const panel = await requireVisiblePanel(services, caller, body.panel_id);
        const { total, rows } = await findFilePage(db, limits, panel, body);
        return { total, files: await showFiles(services, panel, rows) };
      },
    }),
    endpoint({
      path: '/api/v1/panel/file',
      summary: 'Reads one file, with who uploaded it',
      ...access,
      body: schemas.PanelFileQuery,
      reply: schemas.PanelFile,
      handle: async ({ caller, body: { panel_id, id } }) => {
        const panel = await requireVisiblePanel(services, caller, panel_id);
        const row = await requireStoredFile(db, panel, { id });
        requireRight(panel.file_storage, row.folder, 'read');
        const [file] = await showFiles(services, panel, [row]);
        if (!file) throw fileNotFound();
        return file;
      },
    }),
    endpoint({
      path: '/api/v1/panel/files/ids',
      summary: 'Reads the ids of all files of a directory, ten thousand at once',
      ...access,
      body: schemas.FileIdsQuery,
      reply: schemas.FileIds,
      handle: async ({ caller, body }) =>
        findFileIds(db, limits, await requireVisiblePanel(services, caller, body.panel_id), body),
    }),
  ];
}

function changingEndpoints(services: StorageServices): Endpoint[] {
  return [
    endpoint({
      path: '/api/v1/panel/files/delete',
      summary: 'Deletes files; each is deleted or refused by itself',
      ...changing,
      body: schemas.FileDeletion,
      reply: schemas.FileOutcome,
      handle: async call => {
        const { panel_id, ids } = call.body;
        const panel = await requireVisiblePanel(services, call.caller, panel_id);
        return forEachFile(services, call, ids, (services, id) => deleteFile(services, panel.id, id));
      },
    }),
    endpoint({
      path: '/api/v1/panel/files/move',
      summary: 'Moves files to another directory; each is moved or refused by itself',
      ...changing,
      body: schemas.FileMove,
      reply: schemas.FileOutcome,
      handle: async call => {
        const { panel_id, ids, directory } = call.body;
        const panel = await requireVisiblePanel(services, call.caller, panel_id);
        // A directory that no file can have is refused as a whole.
        parsePath(`${directory}/`, 'name');
        return forEachFile(services, call, ids, (services, id) =>
          updateFile(services, panel.id, id, ({ name }) => ({
            path: parsePath(`${directory}/`, name),
          })),
        );
      },
    }),
  ];
}

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
  services: StorageServices,
  call: Call,
  ids: readonly string[],
  change: (services: StorageServices, id: string) => Promise<unknown>,
): Promise<schemas.FileOutcome> {
  const failed: schemas.FileOutcome['failed'] = [];
  const distinct = new Set(ids);
  const { startedRuns } = await changeFor(services, call, async services => {
    for (const id of distinct) {
      await change(services, id).catch(error => {
        if (!(error instanceof ApiError) || error.status >= 500) throw error;
        failed.push({ id, error: error.message });
      });
    }
  });
  return { done: distinct.size - failed.length, failed, started_runs: startedRuns };
}

/** To strangers, a panel of others is like one that does not exist. */
async function requireVisiblePanel({ database }: StorageServices, caller: Caller, id: string): Promise<PanelRow> {
  return requireUsablePanel(database.query, caller, id).catch(error => {
    throw error instanceof ApiError && error.status === 403 && !caller.admin ? panelNotFound() : error;
  });
}
