/** Files in the input of a run and in the forms of approvals: stored, or looked up, and replaced by what they are. */
import { isObject } from '../engine/definition.ts';
import { fileNotBase64, inputFileNotFound, inputNotOneFile } from '../errors.ts';
import { base64Bytes, decodeBase64 } from './base64.ts';
import { fileIdOf, type InlineFile, inlineFileOf } from './inline.ts';
import {
  attachmentOf,
  discardFiles,
  type FileOwner,
  type FileServices,
  type PreparedFile,
  prepareFile,
} from './store.ts';

export interface InputFilesOptions {
  /** The JSON Schema of the input, as the author of the workflow wrote it. */
  schema: unknown;
  input: Readonly<Record<string, unknown>>;
  owner: FileOwner;
  /** That files sent along belong to. */
  runId: string;
  signal: AbortSignal;
}

export interface ResolvedInput {
  /** With attachments in the place of files. */
  input: Record<string, unknown>;
  /** Those that were sent along: to be inserted with what they belong to, or discarded. */
  prepared: PreparedFile[];
}

/**
 * Every property that the schema declares as `{type: object, format: file}` and that the input has. What is wrong with
 * any of them is found before the first one is stored, but for data that is no base64 and for a lack of room.
 */
export async function resolveInputFiles(services: FileServices, options: InputFilesOptions): Promise<ResolvedInput> {
  const { input, owner, runId, signal } = options;
  const values = fileKeys(options.schema, input).map(key => ({ key, file: fileValue(key, input[key]) }));
  const attachments = await referencedFiles(services, values, owner);
  const prepared: PreparedFile[] = [];
  try {
    for (const { key, file } of values) {
      if (typeof file === 'string') continue;
      const one = await prepareInlineFile(services, file, { owner, runId, signal });
      prepared.push(one);
      attachments.set(key, attachmentOf(one.row, services.publicUrl()));
    }
  } catch (error) {
    await discardFiles(services, prepared);
    throw error;
  }
  const entries = Object.entries(input).map(([key, value]) => [key, attachments.get(key) ?? value] as const);
  return { input: Object.fromEntries(entries), prepared };
}

/** A file of a run that was sent along in JSON. */
export async function prepareInlineFile(
  services: FileServices,
  { filename = '', contentType, base64 }: InlineFile,
  { owner, runId, signal }: { owner: FileOwner; runId: string; signal: AbortSignal },
): Promise<PreparedFile> {
  const atLeastBytes = await base64Bytes(base64);
  if (atLeastBytes === undefined) throw fileNotBase64();
  const content = decodeBase64(base64);
  const limitBytes = services.fileBytes;
  return prepareFile(services, { owner, runId, filename, contentType, content, atLeastBytes, limitBytes, signal });
}

/** In the order of the schema. A field that may be left out may also be null. */
function fileKeys(schema: unknown, input: Readonly<Record<string, unknown>>): string[] {
  if (!isObject(schema) || !isObject(schema.properties)) return [];
  const required: unknown[] = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(schema.properties).flatMap(([key, property]) =>
    isFileField(property) && Object.hasOwn(input, key) && (input[key] !== null || required.includes(key)) ? [key] : [],
  );
}

function isFileField(property: unknown): boolean {
  return isObject(property) && property.format === 'file' && [property.type].flat().includes('object');
}

/** The id of a file, or a file that was sent along. */
function fileValue(key: string, value: unknown): string | InlineFile {
  const inline = inlineFileOf(value);
  if (inline) return inline;
  const id = isObject(value) ? value.file_id : value;
  if (typeof id !== 'string' || (isObject(value) && Object.hasOwn(value, 'data'))) throw inputNotOneFile(key);
  return id;
}

async function referencedFiles(
  { database, publicUrl }: FileServices,
  values: readonly { key: string; file: string | InlineFile }[],
  { userId }: FileOwner,
) {
  const ids = values.flatMap(({ file }) => fileIdOf(file) ?? []);
  const rows =
    ids.length === 0
      ? []
      : await database.query
          .selectFrom('files')
          .selectAll()
          .where('id', 'in', ids)
          .where('user_id', '=', userId)
          .execute();
  const byId = new Map(rows.map(row => [row.id, attachmentOf(row, publicUrl())]));
  const references = values.flatMap(({ key, file }) => (typeof file === 'string' ? [{ key, id: fileIdOf(file) }] : []));
  return new Map(
    references.map(({ key, id = '' }) => {
      const attachment = byId.get(id);
      if (!attachment) throw inputFileNotFound(key);
      return [key, attachment];
    }),
  );
}
