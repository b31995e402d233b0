/**
 * What a backup consists of:
 *
 *   manifest.json           what is in it; written last, so a folder without it is not complete
 *   tables/<name>.jsonl.gz  the rows of a table, one JSON object in a line
 *   files.jsonl.gz          the names, sizes and checksums of the stored files
 *   files/ab/cd/abcd...     their bytes, as in the data folder
 *   keys                    the key file, only when it was asked for
 *
 * The schema is not in it: the migrations make it.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../../platform/error-details.ts';
import { isObject } from '../../platform/is-object.ts';
import { UsageError } from '../usage-error.ts';

export const FORMAT = 1;

export interface Manifest {
  format: typeof FORMAT;
  /** The Heddle that wrote it. */
  heddle: string;
  /** The version of the schema. */
  migration: number;
  created_at: string;
  tables: Record<string, { rows: number; sha256: string }>;
  /** The last values of sequences. */
  sequences: Record<string, string>;
  /** Null when it was made without files. */
  files: { count: number; bytes: number; sha256: string } | null;
  /** The ids of the keys without which its secrets can not be read. */
  keys: string[];
  has_key_file: boolean;
}

export interface StoredFile {
  key: string;
  size: number;
  sha256: string;
}

export async function readManifest(folder: string): Promise<Manifest> {
  const manifest = await readFile(path.join(folder, 'manifest.json'), 'utf8').catch(error => {
    if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'ENOTDIR') throw error;
    throw new UsageError(`${folder} is no complete backup: it has no manifest.json`);
  });
  const value: unknown = JSON.parse(manifest);
  if (!isObject(value) || value.format !== FORMAT) {
    throw new UsageError(`${folder} was written by another version of Heddle, in a format that this one does not know`);
  }
  return value as object as Manifest;
}

export function tableFile(folder: string, table: string): string {
  return path.join(folder, 'tables', `${table}.jsonl.gz`);
}

export function filesList(folder: string): string {
  return path.join(folder, 'files.jsonl.gz');
}

export function storedFile(folder: string, key: string): string {
  return path.join(folder, 'files', key.slice(0, 2), key.slice(2, 4), key);
}

/** Names come from the catalog of the database, and are quoted all the same. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
