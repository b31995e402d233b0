/** Files in the input of a run and in the forms of approvals: stored, or looked up, and replaced by what they are. */
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

export interface InputFilesOptions {
  /** The JSON Schema of the input, as the author of the workflow wrote it. */
  schema: unknown;
  input: Readonly<Record<string, unknown>>;
  owner: FileOwner;
  /** That files sent along belong to. */
  runId: string;
  signal: AbortSignal;
  longTexts: LongTextLookup;
}

/** A field that names a file instead of sending one along. */
export interface FileReference {
  key: string;
  /** As it was sent: it need not have the form of an id. */
  id: string;
}

/** What the named files are, by field. Throws when one of them may not be named there. */
export type FindReferencedFiles = (references: readonly FileReference[]) => Promise<ReadonlyMap<string, unknown>>;

export interface ResolvedInput {
  /** With attachments in the place of files. */
  input: Record<string, unknown>;
  /** Those that were sent along: to be inserted with what they belong to, or discarded. */
  prepared: PreparedFile[];
}

/** A string that is too long for the input, and no file. */
export class LongTextIsNotAFile extends Error {
  override readonly name = 'LongTextIsNoFile';
}

/** The input of a run, which may name files that its user has. */
export async function resolveInputFiles(services: FileServices, options: InputFilesOptions): Promise<ResolvedInput> {
  return resolveFiles(services, options, references => requireUserFiles(services, options.owner.userId, references));
}

/**
 * Throws LongTextIsNoFile. Every property that the schema declares as `{type: object, format: file}` and that the input has. What is wrong with
 * any of them is found before the first one is stored, but for data that is no base64 and for a lack of room.
 */
export async function resolveFiles(
  services: FileServices,
  { schema, input, owner, runId, signal, longTexts }: InputFilesOptions,
  findNamed: FindReferencedFiles,
): Promise<ResolvedInput> {
  const values = fileKeys(schema, input).map(key => ({ key, file: fileValue(key, input[key], longTexts) }));
  const sentAlong = values.flatMap(({ file }) => (typeof file === 'string' ? [] : [file]));
  if (!areAllFiles(longTexts, sentAlong)) throw new LongTextIsNotAFile('a long text of the input is no file');
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

/** A file that was sent along in JSON. */
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

/** In the order of the schema. A field that may be left out may also be null. */
function fileKeys(schema: unknown, input: Readonly<Record<string, unknown>>): string[] {
  if (!isObject(schema) || !isObject(schema.properties)) return [];
  const required: unknown[] = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(schema.properties).flatMap(([key, property]) =>
    isFileField(property) && Object.hasOwn(input, key) && (input[key] !== null || required.includes(key)) ? [key] : [],
  );
}

/** Whether a property of a schema holds one file. */
export function isFileField(property: unknown): boolean {
  return isObject(property) && property.format === 'file' && [property.type].flat().includes('object');
}

/** The id of a file, or a file that was sent along. */
function fileValue(key: string, value: unknown, longTexts: LongTextLookup): string | InlineFile {
  const inline = parseInlineFile(value, longTexts);
  if (inline) return inline;
  const id = isObject(value) ? value.file_id : value;
  if (typeof id !== 'string' || (isObject(value) && Object.hasOwn(value, 'data'))) throw inputNotSingleFile(key);
  return id;
}

/** Those that the user has, by field. Throws for any other. */
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
