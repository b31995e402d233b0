/**
 * The files of a folder, and what is remembered of the last pull or push.
 *
 *   heddle/workflows/say-hello.yaml   one file for each thing; the names of files do not matter
 *   heddle/.heddle/state.json         what the service and the files had in common last; not for Git
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { errorCode } from '../../platform/error-details.ts';
import { isObject } from '../../platform/is-object.ts';
import { UsageError } from '../usage-error.ts';
import { comparable, type Document, type Kind, orderFields, requireDocument } from './kind.ts';
import { parseYaml, toYaml } from './yaml.ts';

export interface LocalFile {
  kind: Kind;
  /** Relative to the folder, with `/`. */
  name: string;
  document: Document;
}

const EXTENSION = /\.(ya?ml|json)$/;
/** How many earlier versions of a file Git is asked for. */
const HISTORY = 50;

export async function readFiles(folder: string, kinds: readonly Kind[]): Promise<LocalFile[]> {
  const files: LocalFile[] = [];
  for (const kind of kinds) {
    for (const entry of (await listFolder(path.join(folder, kind.folder))).filter(name => EXTENSION.test(name))) {
      const name = `${kind.folder}/${entry}`;
      const text = await readFile(path.join(folder, name), 'utf8');
      files.push({ kind, name, document: requireDocument(kind, parseYaml(text, name), name) });
    }
  }
  requireUniqueIds(files);
  return files;
}

export async function writeDocument(folder: string, kind: Kind, name: string, document: Document): Promise<void> {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, toYaml(orderFields(kind, document)));
}

export async function removeFile(folder: string, name: string): Promise<void> {
  await rm(path.join(folder, name), { force: true });
}

/** Makes the name of a new file from the name of what it describes. */
export function fileName(kind: Kind, { name, id }: { name: string; id: string }, taken: ReadonlySet<string>): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);
  const first = `${kind.folder}/${words || kind.name}.yaml`;
  return taken.has(first) ? `${kind.folder}/${words || kind.name}-${id.slice(-8)}.yaml` : first;
}

/** What the files and a service had in common last. */
export interface State {
  /** The service. */
  target: string;
  /** By the names of files: which record it was, and a hash of what it said. */
  files: Record<string, { id: string; hash: string }>;
}

export async function readState(folder: string, target: string): Promise<State> {
  try {
    const state: unknown = JSON.parse(await readFile(stateFile(folder), 'utf8'));
    // What is known of another service says nothing about this one.
    if (isObject(state) && state.target === target && isObject(state.files)) {
      return { target, files: state.files as State['files'] };
    }
  } catch {
    // It is only a memory: without it, Git is asked.
  }
  return { target, files: {} };
}

export async function writeState(folder: string, state: State): Promise<void> {
  const file = stateFile(folder);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(path.join(path.dirname(file), '.gitignore'), '*\n');
  await writeFile(`${file}.new`, `${JSON.stringify(state, null, 2)}\n`);
  await rename(`${file}.new`, file);
}

export function hashDocument(kind: Kind, document: Document): string {
  return createHash('sha256').update(comparable(kind, document)).digest('hex');
}

/** Hashes of what Git knows that the file said, the newest first. Where there is no Git, there are none. */
export async function readHistory(
  folder: string,
  { kind, name }: Pick<LocalFile, 'kind' | 'name'>,
  complete: (document: Document) => Document = document => document,
): Promise<string[]> {
  const git = async (...words: string[]) =>
    (await promisify(execFile)('git', ['-C', folder, ...words], { maxBuffer: 2 ** 26 })).stdout;
  try {
    const commits = (await git('log', `-n${HISTORY}`, '--format=%H', '--', name)).split('\n').filter(Boolean);
    const texts = await Promise.all(commits.map(commit => git('show', `${commit}:./${name}`).catch(() => undefined)));
    return texts.flatMap(text => {
      const value = text === undefined ? undefined : tryParse(text, name);
      return isObject(value) ? [hashDocument(kind, complete(value))] : [];
    });
  } catch {
    return [];
  }
}

function tryParse(text: string, name: string): unknown {
  try {
    return parseYaml(text, name);
  } catch {
    return undefined;
  }
}

function stateFile(folder: string): string {
  return path.join(folder, '.heddle', 'state.json');
}

async function listFolder(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).toSorted();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw new UsageError(`${folder} can not be read (${errorCode(error)})`);
  }
}

function requireUniqueIds(files: readonly LocalFile[]): void {
  const byId = new Map<unknown, string>();
  for (const { document, name } of files) {
    if (document.id === undefined) continue;
    const other = byId.get(document.id);
    if (other !== undefined) throw new UsageError(`${other} and ${name} have the same id: remove it from the copy`);
    byId.set(document.id, name);
  }
}
