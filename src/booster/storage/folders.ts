/** What the settings of a panel allow in its folders. Pure. */

import { MEGABYTE } from '../../configuration/limits.ts';
import { fileTooLarge, operationDisabled, fileTypeNotAccepted } from '../../errors.ts';
import { isRecognisable } from '../../files/content-type.ts';
import { guessContentType, UNKNOWN_TYPE } from '../../files/names.ts';
import type { FileStorage } from '../panel-schemas.ts';
import { getFolder, getName } from './paths.ts';

export type Operation = 'upload' | 'read' | 'list' | 'update' | 'delete';
export type FolderSettings = FileStorage['folders'][string];

/** A folder's own settings stand instead of those of `*`, not beside them. */
export function folderSettings({ folders }: FileStorage, folder: string): FolderSettings {
  return (Object.hasOwn(folders, folder) ? folders[folder] : folders['*']) ?? {};
}

/** `none` is for everyone; every other level lets the API do it. */
export function allows(settings: FolderSettings, operation: Operation): boolean {
  return settings[operation] !== 'none';
}

export function requireRight(storage: FileStorage, folder: string, operation: Operation): void {
  if (!allows(folderSettings(storage, folder), operation)) throw operationDisabled(operation, folder);
}

/** The largest file that the folder takes, and the installation. */
export function maxFileBytes(storage: FileStorage, folder: string, mostBytes: number): number {
  const { max_file_mb = 0 } = folderSettings(storage, folder);
  return max_file_mb > 0 ? Math.min(max_file_mb * MEGABYTE, mostBytes) : mostBytes;
}

/** Whether a file of this content may have this path. */
export function requireAcceptedFile(
  storage: FileStorage,
  path: string,
  { contentType, sizeBytes }: { contentType: string; sizeBytes: number },
  mostBytes: number,
): void {
  const folder = getFolder(path);
  const limitBytes = maxFileBytes(storage, folder, mostBytes);
  if (sizeBytes > limitBytes) throw fileTooLarge(limitBytes);
  requireType(storage, path, contentType);
}

export function requireType(storage: FileStorage, path: string, contentType: string): void {
  const folder = getFolder(path);
  const { types } = folderSettings(storage, folder);
  const type = withoutParameters(contentType);
  if (types && !types.some(accepted => matches(accepted.toLowerCase(), getName(path), type))) {
    throw fileTypeNotAccepted(folder, type);
  }
}

export function withoutParameters(type: string): string {
  return type.replace(/[ \t]*;.*$/s, '').toLowerCase();
}

/** `image/*`, `application/pdf` or `.csv`. An ending counts for nothing on a page or an image that only bears it. */
function matches(accepted: string, name: string, type: string): boolean {
  if (accepted.endsWith('/*')) return type.startsWith(accepted.slice(0, -1));
  if (!accepted.startsWith('.')) return type === accepted;
  if (!name.toLowerCase().endsWith(accepted)) return false;
  const expected = guessContentType(name);
  return !isRecognisable(type) || expected === UNKNOWN_TYPE || expected === type;
}
