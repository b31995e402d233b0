/** Paths of stored files: `<folder>/<sub-folders>/<name>`. Pure. */

import { fixedLimits } from '../../configuration/limits.ts';
import { folderNameInvalid, invalidPathSegment, pathWithoutFolder, validationError } from '../../errors.ts';

const FOLDER = /^[A-Za-z0-9_-]+$/;
const FORBIDDEN = /[\p{Cc}/\\:*?"<>|#%']/u;

/**
 * The path that a file is to have, checked. One that ends with a slash is a directory: the file's own name, if it has
 * one, is appended.
 */
export function parsePath(given: string, filename = ''): string {
  const isDirectory = given.endsWith('/');
  // Before anything is made of it: megabytes of slashes would be millions of parts. No character is longer than two.
  if (given.length + (isDirectory ? filename.length : 0) > 2 * fixedLimits.storage.pathCharacters) throw tooLong();
  const segments = (isDirectory ? given.slice(0, -1) : given).split('/');
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

/** What `name.ext` is called when it is the nth of its name: `name (n).ext`. */
export function numberedPath(path: string, n: number): string {
  const name = getName(path);
  const dot = name.lastIndexOf('.');
  // A leading dot begins a name, not an ending.
  const stem = dot > 0 ? name.slice(0, dot) : name;
  return `${path.slice(0, path.length - name.length)}${stem} (${n})${name.slice(stem.length)}`;
}

/** The directory that a listing names, by its folder and a sub-folder in it. Whatever is no name names nothing. */
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
