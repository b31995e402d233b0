/**
 * Reads a multipart form with one file, in constant memory. Other fields may precede or follow the file.
 *
 * Only at its end does a form turn out to be valid: a second file may follow the first, or the closing boundary may be
 * missing. So the caller accepts the file while it arrives, and stores it or discards it after the last part.
 */
import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { type ApiError, fileTooLarge, requestAborted, validationError } from '../errors.ts';
import { textProblem } from '../http/json-body.ts';
import { errorCode } from '../platform/error-details.ts';

/** The name of the field that holds the file. */
const FILE_FIELD = 'file';
/** Nobody sends more fields than this but an attacker. */
const MAX_FIELDS = 20;
/** The most that a form contains beside its file: boundaries, headers and other fields. */
const OVERHEAD_BYTES = 256 * 1024;

type FormPart = FormField | FormFile;

interface FormField {
  type: 'field';
  name: string;
  value: string;
}

interface FormFile {
  type: 'file';
  /** As the client sent it, possibly with a path; empty when the client sent none. */
  filename: string;
  contentType: string;
  /** The caller must consume it before it asks for the next part. */
  content: AsyncIterable<Uint8Array>;
  atLeastBytes: number;
}

interface FormLimits {
  fileBytes: number;
  /** The longest value of a field other than the file. */
  fieldBytes: number;
}

/**
 * Yields the fields, each name once, and at most one file, in the order in which they arrive. A caller may stop
 * early: the server reads the rest of the request after its answer.
 */
export async function* readForm(
  request: FastifyRequest,
  { fileBytes, fieldBytes }: FormLimits,
): AsyncGenerator<FormPart, void, undefined> {
  const names = new Set<string>();
  let repeatedName: string | undefined;
  const announcedBytes = Number(request.headers['content-length'] ?? 0);
  if (!request.isMultipart()) throw validationError('body', 'must be multipart/form-data');
  if (announcedBytes - OVERHEAD_BYTES > fileBytes) throw fileTooLarge(fileBytes);
  for await (const part of parseParts(request, fieldBytes)) {
    const name = part.fieldname;
    if (name === FILE_FIELD) {
      if (part.type !== 'file') throw validationError(FILE_FIELD, 'must be a file');
      yield {
        type: 'file',
        // A part of `application/octet-stream` is a file even without a name, contrary to what the types say.
        filename: part.filename ?? '',
        contentType: part.mimetype,
        content: readContent(part.file),
        atLeastBytes: Math.max(0, announcedBytes - OVERHEAD_BYTES),
      };
    } else if (part.type === 'file') {
      part.file.resume();
    } else if (names.has(name)) {
      repeatedName ??= name;
    } else {
      names.add(name);
      yield { type: 'field', name, value: readText(part) };
    }
  }
  if (repeatedName !== undefined) throw validationError(repeatedName, 'stands there twice');
}

/** Reports everything that goes wrong in here as a fault of the form. */
async function* parseParts(request: FastifyRequest, fieldBytes: number): AsyncGenerator<Multipart, void, undefined> {
  const limits = {
    files: 1,
    fields: MAX_FIELDS,
    parts: MAX_FIELDS + 1,
    fieldSize: fieldBytes,
    headerPairs: 100,
    fileSize: Number.POSITIVE_INFINITY,
  };
  try {
    yield* request.parts({ limits, preservePath: true });
  } catch (error) {
    throw toFormError(error);
  }
}

function readText({ fieldname, value, valueTruncated }: Exclude<Multipart, { type: 'file' }>): string {
  if (valueTruncated) throw validationError(fieldname, 'is too long');
  if (typeof value !== 'string') throw validationError(fieldname, 'must be text');
  const problem = textProblem(value);
  if (problem) throw validationError(fieldname, problem);
  return value;
}

/** Not a generator, because each of them that a chunk passes takes time, and a large file has thousands of chunks. */
function readContent(file: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const throwFormError = (error: unknown): never => {
    throw toFormError(error);
  };
  return {
    [Symbol.asyncIterator]() {
      const chunks = file[Symbol.asyncIterator]();
      return {
        next: () => chunks.next().catch(throwFormError),
        return: async () => (await chunks.return?.()) ?? { done: true, value: undefined },
      };
    },
  };
}

function toFormError(error: unknown): ApiError {
  const code = errorCode(error);
  if (code === 'FST_FILES_LIMIT') return validationError(FILE_FIELD, 'must be one file');
  if (code === 'FST_MP_PREMATURE_CLOSE') return requestAborted();
  if (code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT') return validationError('body', 'has too many fields');
  return validationError('body', 'is not a whole multipart form');
}
