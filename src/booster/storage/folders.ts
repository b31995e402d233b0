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

/** What the installation accepts of a file: in any folder, and in one that has a limit of its own. */
export interface FileLimits {
  fileBytes: number;
  /** Steps may store as much as the folder says. Without it, the limit is the same. */
  folderFileBytes?: number | undefined;
}

/** The size of the largest file that both the folder and the installation accept. */
export function maxFileBytes(storage: FileStorage, folder: string, limits: FileLimits): number {
  const { max_file_mb = 0 } = folderSettings(storage, folder);
  const { fileBytes, folderFileBytes = fileBytes } = limits;
  return max_file_mb > 0 ? Math.min(max_file_mb * MEGABYTE, folderFileBytes) : fileBytes;
}

/** Throws unless a file of this type and size may have this path. */
export function requireAcceptedFile(
  storage: FileStorage,
  path: string,
  { contentType, sizeBytes }: { contentType: string; sizeBytes: number },
  limits: FileLimits,
): void {
  const folder = getFolder(path);
  const limitBytes = maxFileBytes(storage, folder, limits);
  if (sizeBytes > limitBytes) throw fileTooLarge(limitBytes);
  const accepted = acceptedTypes(storage, folder);
  if (accepted) requireAcceptedType(accepted, getName(path), contentType);
}

/** Undefined when the folder accepts every type. */
export function acceptedTypes(storage: FileStorage, folder: string): AcceptedTypes | undefined {
  const { types } = folderSettings(storage, folder);
  return types && { folder, patterns: types };
}
