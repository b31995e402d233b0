/** The paths of stored files: `<folder>/<sub-folders>/<name>`. Pure. */

import { fixedLimits } from '../../configuration/limits.ts';
import { folderNameInvalid, invalidPathSegment, pathWithoutFolder, validationError } from '../../errors.ts';

const FOLDER = /^[A-Za-z0-9_-]+$/;
const FORBIDDEN = /[\p{Cc}/\\:*?"<>|#%']/u;

/**
 * Checks the path that a client requests for a file. A path that ends with a slash is a directory, to which the file's
 * own name is appended.
 */
export function parsePath(requested: string, filename = ''): string {
  const isDirectory = requested.endsWith('/');
  // The length is checked before the path is split: megabytes of slashes would become millions of parts. A character
  // has at most two code units.
  if (requested.length + (isDirectory ? filename.length : 0) > 2 * fixedLimits.storage.pathCharacters) throw tooLong();
  const segments = (isDirectory ? requested.slice(0, -1) : requested).split('/');
  if (isDirectory) segments.push(filename);
  const [folder = '', ...names] = segments;
  if (names.length === 0) throw pathWithoutFolder();
  if (!isFolderName(folder)) throw folderNameInvalid();
  for (const name of names) checkName(name);
  const path = segments.join('/');
  if (
    segments.length > fixedLimits.storage.pathLevels ||
    Array.from(path).length > fixedLimits.storage.pathCharacters
  ) {
    throw tooLong();
  }
  return path;
}

export function isFolderName(name: string): boolean {
  return FOLDER.test(name);
}

export function getFolder(path: string): string {
  return path.slice(0, path.indexOf('/'));
}

export function getName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Turns `name.ext` into `name (n).ext`. */
export function numberedPath(path: string, n: number): string {
  const name = getName(path);
  const dot = name.lastIndexOf('.');
  // A leading dot begins the name; it does not begin an ending.
  const stem = dot > 0 ? name.slice(0, dot) : name;
  return `${path.slice(0, path.length - name.length)}${stem} (${n})${name.slice(stem.length)}`;
}

/** The directory of a sub-folder inside a folder. An invalid sub-folder gives a directory that does not exist. */
export function joinDirectory(folder: string, prefix: string | undefined): string {
  const inside = prefix?.replace(/\/+$/, '');
  return inside ? `${folder}/${inside}` : folder;
}

function tooLong() {
  return validationError('path', 'is too long');
}

function checkName(name: string): void {
  if (name === '') throw invalidPathSegment('be empty');
  if (name === '.' || name === '..') throw invalidPathSegment("be '.' or '..'");
  if (name.startsWith(' ') || name.endsWith(' ')) throw invalidPathSegment('start or end with a space');
  if (FORBIDDEN.test(name)) throw invalidPathSegment(`contain control characters or any of / \\ : * ? " < > | # % '`);
}
