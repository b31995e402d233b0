/**
 * Replaces files in the input of a run, or in the form of an approval, by attachments, after storing or finding them.
 */
import { fileNotBase64, inputFileNotFound, inputNotSingleFile } from '../errors.ts';
import type { Attachment } from '../nodes/step.ts';
import { isObject } from '../platform/is-object.ts';
import type { LongTextLookup } from '../platform/memory/long-text.ts';
import { decodeBase64, decodedBase64Bytes } from './base64.ts';
import { areAllFiles, type InlineFile, parseFileId, parseInlineFile } from './inline.ts';
import {
  discardFiles,
  type FileOwner,
  type FileServices,
  findUserFiles,
  type PreparedFile,
  prepareFile,
  toAttachment,
} from './store.ts';

interface InputFilesOptions {
  /** The JSON Schema of the input, as the author of the workflow wrote it. */
  schema: unknown;
  input: Readonly<Record<string, unknown>>;
  owner: FileOwner;
  /** The run to which inline files belong. */
  runId: string;
  signal: AbortSignal;
  longTexts: LongTextLookup;
}

/** A field that refers to a file by its id. */
interface FileReference {
  key: string;
  /** As the client sent it, possibly not in the form of an id. */
  id: string;
}

/** Maps fields to the files that they refer to. Throws when a field may not refer to its file. */
export type FindReferencedFiles = (references: readonly FileReference[]) => Promise<ReadonlyMap<string, unknown>>;

export interface ResolvedInput {
  /** The input with attachments instead of files. */
  input: Record<string, unknown>;
  /** The inline files. The caller must insert them with what they belong to, or discard them. */
  prepared: PreparedFile[];
}

/** The input contains a string that is too long and not the content of a file. */
export class LongTextIsNotAFile extends Error {
  override readonly name = 'LongTextIsNotAFile';
}

/** Resolves the input of a run, which may refer to files of its user. */
export async function resolveInputFiles(services: FileServices, options: InputFilesOptions): Promise<ResolvedInput> {
  return resolveFiles(services, options, references => requireUserFiles(services, options.owner.userId, references));
}

/**
 * Resolves every property of the input that the schema declares as `{type: object, format: file}`. All faults are found
 * before the first file is stored, except invalid base64 and a lack of storage. Throws LongTextIsNotAFile. Errors name
 * the field within the input.
 */
export async function resolveFiles(
  services: FileServices,
  { schema, input, owner, runId, signal, longTexts }: InputFilesOptions,
  findNamed: FindReferencedFiles,
): Promise<ResolvedInput> {
  const values = findFileKeys(schema, input).map(key => ({ key, file: readFileValue(key, input[key], longTexts) }));
  const inlineFiles = values.flatMap(({ file }) => (typeof file === 'string' ? [] : [file]));
  if (!areAllFiles(longTexts, inlineFiles)) throw new LongTextIsNotAFile('a long text of the input is not a file');
  const references = values.flatMap(({ key, file }) => (typeof file === 'string' ? [{ key, id: file }] : []));
  const files = new Map(await findNamed(references));
  const prepared: PreparedFile[] = [];
  try {
    for (const { key, file } of values) {
      if (typeof file === 'string') continue;
      const one = await prepareInlineFile(services, file, { owner, runId, signal });
      prepared.push(one);
      files.set(key, toAttachment(one.row, services.publicUrl()));
    }
  } catch (error) {
    await discardFiles(services, prepared);
    throw error;
  }
  const entries = Object.entries(input).map(([key, value]) => [key, files.get(key) ?? value] as const);
  return { input: Object.fromEntries(entries), prepared };
}

/** The caller must insert or discard the result. */
export async function prepareInlineFile(
  services: FileServices,
  { filename = '', contentType, base64 }: InlineFile,
  { owner, runId, signal }: { owner: FileOwner; runId: string | null; signal: AbortSignal },
): Promise<PreparedFile> {
  const atLeastBytes = await decodedBase64Bytes(base64);
  if (atLeastBytes === undefined) throw fileNotBase64();
  const content = decodeBase64(base64);
  const limitBytes = services.fileBytes;
  return prepareFile(services, { owner, runId, filename, contentType, content, atLeastBytes, limitBytes, signal });
}

/** Returns the keys in the order of the schema. An optional field may also be null. */
function findFileKeys(schema: unknown, input: Readonly<Record<string, unknown>>): string[] {
  if (!isObject(schema) || !isObject(schema.properties)) return [];
  const required: unknown[] = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(schema.properties).flatMap(([key, property]) =>
    isFileField(property) && Object.hasOwn(input, key) && (input[key] !== null || required.includes(key)) ? [key] : [],
  );
}

/** Whether the property of a schema declares one file. */
export function isFileField(property: unknown): boolean {
  return isObject(property) && property.format === 'file' && [property.type].flat().includes('object');
}

/** Returns the id of a file or an inline file. */
function readFileValue(key: string, value: unknown, longTexts: LongTextLookup): string | InlineFile {
  const inline = parseInlineFile(value, longTexts);
  if (inline) return inline;
  const id = isObject(value) ? value.file_id : value;
  if (typeof id !== 'string' || (isObject(value) && Object.hasOwn(value, 'data')))
    throw inputNotSingleFile(key).at(key);
  return id;
}

/** Maps fields to the user's files that they refer to. Throws when the user has no such file. */
export async function requireUserFiles(
  services: FileServices,
  userId: string,
  references: readonly FileReference[],
): Promise<Map<string, Attachment>> {
  const ids = references.flatMap(({ id }) => parseFileId(id) ?? []);
  const byId = await findUserFiles(services, userId, ids);
  return new Map(
    references.map(({ key, id }) => {
      const attachment = byId.get(parseFileId(id) ?? '');
      if (!attachment) throw inputFileNotFound(key);
      return [key, attachment];
    }),
  );
}
