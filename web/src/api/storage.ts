/** The files of a panel: reading parts of directories, and changing files one by one or together. */
import { queryOptions } from '@tanstack/react-query';
import type {
  FileIds,
  FileOrder,
  FileOutcome,
  FilePage,
  Folder,
  Folders,
  PanelFile,
} from '../../../src/booster/storage/browsing-schemas.ts';
import type { LinkReply, File as StoredFile, Update } from '../../../src/booster/storage/schemas.ts';
import { panelKey } from './panels.ts';
import { post } from './transport/client.ts';

export type { FileOrder, FileOutcome, FilePage, Folder, PanelFile, StoredFile };

/** Which files a list shows, and in which order. */
export interface FileListing {
  panelId: string;
  directory: string;
  text: string;
  sort: FileOrder;
  descending: boolean;
}

/** Files of one page of a list. */
export const PAGE_SIZE = 100;
/** Files of one request that deletes or moves. */
export const CHUNK_SIZE = 100;

/** The beginning of the keys of everything about the files of a panel. */
const filesKey = (panelId: string) => [...panelKey(panelId), 'files'];

/** The bytes of a hash never change. */
export const contentKey = (sha256: string, kind: string) => ['file-content', sha256, kind];

export function filePageQuery(listing: FileListing, page: number) {
  const { panelId, ...query } = listing;
  return queryOptions({
    queryKey: [...filesKey(panelId), 'page', query, page],
    queryFn: ({ signal }) =>
      post<FilePage>(
        'v1/panel/files',
        { panel_id: panelId, ...query, from: page * PAGE_SIZE, limit: PAGE_SIZE },
        { signal },
      ),
  });
}

/** The sub-folders of a directory. At the top, which is '', the folders of the panel. */
export function foldersQuery(panelId: string, directory: string) {
  return queryOptions({
    queryKey: [...filesKey(panelId), 'folders', directory],
    queryFn: async ({ signal }) =>
      (await post<Folders>('v1/panel/folders', { panel_id: panelId, directory }, { signal })).folders,
  });
}

export function fileQuery(panelId: string, id: string) {
  return queryOptions({
    queryKey: [...filesKey(panelId), 'one', id],
    queryFn: ({ signal }) => post<PanelFile>('v1/panel/file', { panel_id: panelId, id }, { signal }),
  });
}

/** Reads the ids of all files that a list shows, also of those that were not read yet. */
export async function readAllIds({ panelId, directory, text }: FileListing): Promise<string[]> {
  const ids: string[] = [];
  let after: string | null = null;
  do {
    const page: FileIds = await post('v1/panel/files/ids', {
      panel_id: panelId,
      directory,
      text,
      ...(after !== null && { after }),
    });
    ids.push(...page.ids);
    after = page.next;
  } while (after !== null);
  return ids;
}

export type FileChanges = Omit<Update, 'id'>;

export function updateFile(panelId: string, id: string, changes: FileChanges): Promise<StoredFile> {
  return call(panelId, 'update', { id, ...changes });
}

/** Without a lifetime, the link is permanent where the folder has public links. */
export async function createLink(
  panelId: string,
  id: string,
  options: { minutes?: number; download?: boolean } = {},
): Promise<LinkReply | undefined> {
  const { minutes, download = false } = options;
  const body = { ids: [id], download, ...(minutes !== undefined && { ttl_minutes: minutes }) };
  const [link] = await call<LinkReply[]>(panelId, 'url', body);
  return link;
}

export function deleteFiles(panelId: string, ids: readonly string[]): Promise<FileOutcome> {
  return post('v1/panel/files/delete', { panel_id: panelId, ids });
}

export function moveFiles(panelId: string, ids: readonly string[], directory: string): Promise<FileOutcome> {
  return post('v1/panel/files/move', { panel_id: panelId, ids, directory });
}

/** Links name the public URL. The page may have been opened at another one, from which it loads nothing else. */
export function toLocalUrl(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

function call<Reply>(panelId: string, path: string, body: object): Promise<Reply> {
  return post(`v3/booster/storage/private/${path}`, body, { headers: { 'panel-id': panelId } });
}
