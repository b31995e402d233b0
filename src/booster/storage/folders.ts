/** What the settings of a panel allow in its folders. Pure. */

import { MEGABYTE } from '../../configuration/limits.ts';
import { fileTooLarge, operationDisabled } from '../../errors.ts';
import { type AcceptedTypes, requireAcceptedType } from '../../files/accepted-types.ts';
import type { FileStorage, FolderSettings } from '../panel-schemas.ts';
import { getFolder, getName } from './paths.ts';

export type FileOperation = 'upload' | 'read' | 'list' | 'update' | 'delete';

/** A folder's own settings replace those of `*` as a whole; the two are not merged. */
export function folderSettings({ folders }: FileStorage, folder: string): FolderSettings {
  return (Object.hasOwn(folders, folder) ? folders[folder] : folders['*']) ?? {};
}

/** `none` disables the operation for everyone; every other level allows it through the API. */
export function allows(settings: FolderSettings, operation: FileOperation): boolean {
  return settings[operation] !== 'none';
}

export function requireRight(storage: FileStorage, folder: string, operation: FileOperation): void {
  if (!allows(folderSettings(storage, folder), operation)) throw operationDisabled(operation, folder);
}

/** The size of the largest file that both the folder and the installation accept. */
export function maxFileBytes(storage: FileStorage, folder: string, mostBytes: number): number {
  const { max_file_mb = 0 } = folderSettings(storage, folder);
  return max_file_mb > 0 ? Math.min(max_file_mb * MEGABYTE, mostBytes) : mostBytes;
}

/** Throws unless a file of this type and size may have this path. */
export function requireAcceptedFile(
  storage: FileStorage,
  path: string,
  { contentType, sizeBytes }: { contentType: string; sizeBytes: number },
  mostBytes: number,
): void {
  const folder = getFolder(path);
  const limitBytes = maxFileBytes(storage, folder, mostBytes);
  if (sizeBytes > limitBytes) throw fileTooLarge(limitBytes);
  const accepted = acceptedTypes(storage, folder);
  if (accepted) requireAcceptedType(accepted, getName(path), contentType);
}

/** Undefined when the folder accepts every type. */
export function acceptedTypes(storage: FileStorage, folder: string): AcceptedTypes | undefined {
  const { types } = folderSettings(storage, folder);
  return types && { folder, patterns: types };
}
