/** What is kept as files: workflows, panels, connectors and variables. Each kind says how it is read and changed. */
import { isObject } from '../../platform/is-object.ts';
import type { Connection } from '../connecting.ts';
import { UsageError } from '../usage-error.ts';

/** What a file contains. */
export type Document = Readonly<Record<string, unknown>>;

export interface Remote {
  id: string;
  name: string;
  /** In the form of a file, without secrets. */
  document: Document;
  /** What a change names, so that it is refused when somebody else was faster. */
  version: number;
}

export interface Kind {
  /** Such as `workflow`. */
  name: string;
  /** The folder of its files, such as `workflows`. */
  folder: string;
  /** The fields of a file in their order. Others are refused, because a misspelt one would be ignored. */
  fields: readonly string[];
  /** Fields whose objects keep the order of their members when files are compared. */
  ordered?: readonly string[];
  list(connection: Connection): Promise<Remote[]>;
  create(connection: Connection, document: Document, file: FileAccess): Promise<string>;
  update(connection: Connection, remote: Remote, document: Document): Promise<void>;
  delete(connection: Connection, remote: Remote): Promise<void>;
  /** Adds what the service decided where a file leaves it open. */
  complete?(document: Document, remote: Remote): Document;
}

/** Reads files that a file names, relative to it. */
export interface FileAccess {
  read(name: string): Promise<string>;
}

/** Fields that only concern the file, and are not compared. */
export const FILE_FIELDS = ['id', 'document_file'];

/** Puts the fields into their order and leaves out those that say nothing, so that equal things look equal. */
export function orderFields({ fields }: Kind, document: Document): Document {
  return Object.fromEntries(fields.flatMap(field => (isEmpty(document[field]) ? [] : [[field, document[field]]])));
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** A text that is equal for documents that mean the same. */
export function comparable(kind: Kind, document: Document): string {
  const parts = Object.entries(orderFields(kind, document))
    .filter(([field]) => !FILE_FIELDS.includes(field))
    .map(([field, value]) => [field, kind.ordered?.includes(field) ? value : sortMembers(value)]);
  return JSON.stringify(Object.fromEntries(parts));
}

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, member]) => [name, sortMembers(member)]));
}

/** Checks what a file contains as far as the service does not. */
export function requireDocument(kind: Kind, value: unknown, file: string): Document {
  if (!isObject(value)) throw new UsageError(`${file} must be an object with ${kind.fields.join(', ')}`);
  for (const field of Object.keys(value)) {
    if (!kind.fields.includes(field)) throw new UsageError(`${file}: '${field}' is no field of a ${kind.name}`);
  }
  if (typeof value.name !== 'string' || value.name === '') throw new UsageError(`${file}: the name is missing`);
  if (value.id !== undefined && typeof value.id !== 'string') throw new UsageError(`${file}: the id must be a text`);
  return value;
}

/** Reads all pages of a list of `/api/v1`. */
export async function listAll(
  connection: Connection,
  path: string,
  body: object = {},
): Promise<Record<string, unknown>[]> {
  const PAGE = 100;
  const all: Record<string, unknown>[] = [];
  for (;;) {
    const { items } = Object(await connection.call(path, { ...body, skip: all.length, limit: PAGE }));
    const page: unknown[] = Array.isArray(items) ? items : [];
    all.push(...page.filter(isObject));
    if (page.length < PAGE) return all;
  }
}

/** Describes who owns a record beside the caller. */
export function ownerFields(owner: unknown): Document {
  const { organization_id, group_id } = Object(owner);
  return { ...(organization_id && { organization_id }), ...(group_id && { group_id }) };
}

export function pick(document: Document, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(fields.flatMap(field => (document[field] === undefined ? [] : [[field, document[field]]])));
}
