/**
 * A multipart form with one file, in constant memory. Its fields may stand in any order, also behind the file.
 *
 * A form is right or wrong only at its end: a second file may follow on the first, or the closing boundary may be
 * missing. So its file is taken in as it comes, and kept or thrown away then.
 */
import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { type ApiError, fileTooLarge, requestAborted, validationError } from '../errors.ts';
import { textProblem } from '../http/json-body.ts';

/** Ten thousand fields are an attack. */
const FIELDS = 20;
/** What a form has around its file at most: boundaries, headers and other fields. */
const AROUND_BYTES = 256 * 1024;

export interface FormFile {
  /** As it was sent, with whatever path; empty: none. */
  filename: string;
  contentType: string;
  content: AsyncIterable<Uint8Array>;
  atLeastBytes: number;
}

export interface FormOptions<File> {
  /** The name of the file's field. */
  field: string;
  /** The largest file. */
  limitBytes: number;
  /** The longest value of another field. */
  fieldBytes: number;
  /** Given the fields that stood before it. */
  take(file: FormFile, fields: ReadonlyMap<string, string>): Promise<File>;
  discard(file: File): Promise<void>;
  signal: AbortSignal;
}

export interface Form<File> {
  file: File;
  fields: ReadonlyMap<string, string>;
}

/** The file that comes of it must be stored or discarded. */
export async function readForm<File>(request: FastifyRequest, options: FormOptions<File>): Promise<Form<File>> {
  const { field, limitBytes, signal } = options;
  const fields = new Map<string, string>();
  let twice: string | undefined;
  let file: { taken: File } | undefined;
  try {
    const announcedBytes = Number(request.headers['content-length'] ?? 0);
    if (!request.isMultipart()) throw validationError('body', 'must be multipart/form-data');
    if (announcedBytes - AROUND_BYTES > limitBytes) throw fileTooLarge(limitBytes);
    for await (const part of partsOf(request, options)) {
      if (part.fieldname !== field) {
        if (part.type === 'file') part.file.resume();
        else if (fields.has(part.fieldname)) twice ??= part.fieldname;
        else fields.set(part.fieldname, textOf(part));
        continue;
      }
      if (part.type !== 'file') throw validationError(field, 'must be a file');
      const sent = {
        // A part of `application/octet-stream` is a file also without a name, whatever the types say.
        filename: part.filename ?? '',
        contentType: part.mimetype,
        content: bytesOf(part.file, field),
        atLeastBytes: Math.max(0, announcedBytes - AROUND_BYTES),
      };
      file = { taken: await options.take(sent, fields) };
    }
    if (twice !== undefined) throw validationError(twice, 'stands there twice');
    if (!file) throw validationError(field, 'is required');
    return { file: file.taken, fields };
  } catch (error) {
    if (file) await options.discard(file.taken);
    readOver(request);
    throw signal.aborted ? requestAborted() : error;
  }
}

/** What goes wrong in here is wrong with the form, and nothing else is. */
async function* partsOf(
  request: FastifyRequest,
  { field, fieldBytes }: Pick<FormOptions<unknown>, 'field' | 'fieldBytes'>,
): AsyncGenerator<Multipart, void, undefined> {
  const limits = {
    files: 1,
    fields: FIELDS,
    parts: FIELDS + 1,
    fieldSize: fieldBytes,
    headerPairs: 100,
    fileSize: Number.POSITIVE_INFINITY,
  };
  try {
    yield* request.parts({ limits, preservePath: true });
  } catch (error) {
    throw unreadable(error, field);
  }
}

function textOf({ fieldname, value, valueTruncated }: Exclude<Multipart, { type: 'file' }>): string {
  if (valueTruncated) throw validationError(fieldname, 'is too long');
  if (typeof value !== 'string') throw validationError(fieldname, 'must be text');
  const problem = textProblem(value);
  if (problem) throw validationError(fieldname, problem);
  return value;
}

async function* bytesOf(file: AsyncIterable<Uint8Array>, field: string): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* file;
  } catch (error) {
    throw unreadable(error, field);
  }
}

function unreadable(error: unknown, field: string): ApiError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'FST_FILES_LIMIT') return validationError(field, 'must be one file');
  if (code === 'FST_MP_PREMATURE_CLOSE') return requestAborted();
  if (code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT') return validationError('body', 'has too many fields');
  return validationError('body', 'is not a whole multipart form');
}

/**
 * The rest of a request that was refused: a client that is still sending reads its answer only then. The server's
 * time limit for requests ends those that never stop.
 */
function readOver(request: FastifyRequest): void {
  request.raw.unpipe();
  request.raw.resume();
}
