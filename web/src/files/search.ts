/** What the address of the page of files says: the directory, what its list shows, and the open file. Pure. */

import type { FileOrder } from '../../../src/booster/storage/browsing-schemas.ts';
import { isUuid, oneOf, readText } from '../look/address.ts';

export const ORDERS = ['name', 'type', 'size', 'updated'] as const satisfies readonly FileOrder[];
export type Order = (typeof ORDERS)[number];
export type View = 'list' | 'grid';

export interface FilesSearch {
  /** A folder and its sub-folders, with slashes between them. Without it, the folders of the panel are shown. */
  folder?: string;
  /** A part of the name. */
  text?: string;
  sort?: Order;
  order?: 'descending';
  view?: View;
  /** The id of the open file. */
  file?: string;
}

const FOLDER_CHARACTERS = 1024;

/** Reads an address that anybody may have typed: what it does not know is left out. */
export function readFilesSearch(raw: Record<string, unknown>): FilesSearch {
  const folder = readText(raw.folder, FOLDER_CHARACTERS).split('/').filter(Boolean).join('/');
  const text = readText(raw.text);
  const sort = oneOf(raw.sort, ORDERS);
  const view = oneOf(raw.view, ['list', 'grid']);
  return {
    ...(folder !== '' && { folder }),
    ...(text.trim() !== '' && { text }),
    ...(sort && sort !== 'name' && { sort }),
    ...(raw.order === 'descending' && { order: 'descending' }),
    ...(view && { view }),
    ...(isUuid(raw.file) && { file: raw.file }),
  };
}

/** The order after a click on the head of a column: again on the same one turns it around. */
export function nextOrder({ sort = 'name', order }: FilesSearch, clicked: Order): Pick<FilesSearch, 'sort' | 'order'> {
  const isDescending = clicked === sort ? order !== 'descending' : clicked === 'size' || clicked === 'updated';
  return { sort: clicked, ...(isDescending && { order: 'descending' }) };
}

/** The directory and those above it, from the top. */
export function directoriesAbove(directory: string): { name: string; path: string }[] {
  const names = directory.split('/').filter(Boolean);
  return names.map((name, index) => ({ name, path: names.slice(0, index + 1).join('/') }));
}

export function parentOf(directory: string): string {
  return directory.split('/').slice(0, -1).join('/');
}

/** The first part of a directory: it decides which rules hold. */
export function folderOf(directory: string): string {
  return directory.split('/', 1)[0] ?? '';
}
