/**
 * One file from a multipart form, in constant memory.
 *
 * A form is right or wrong only at its end: a second file may follow on the first, or the closing boundary may be
 * missing. So its file is stored as it comes, and kept or thrown away then.
 */
import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { type ApiError, fileTooLarge, requestCutOff, validationError } from '../errors.ts';
import { discardFiles, type FileServices, type NewFileContent, type PreparedFile, prepareFile } from './store.ts';

/** Other fields are read over; ten thousand of them are an attack. */
const LIMITS = {
  files: 1,
  fields: 20,
  parts: 21,
  fieldSize: 4096,
  headerPairs: 100,
  fileSize: Number.POSITIVE_INFINITY,
};
/** What a form has around its file at most: boundaries, headers and other fields. */
const AROUND_BYTES = 256 * 1024;

export interface MultipartOptions extends Pick<NewFileContent, 'owner' | 'limitBytes' | 'signal'> {
  services: FileServices;
  /** The name of the field. */
  field: string;
}

/** What comes of it must be inserted or discarded. */
export async function receiveFile(request: FastifyRequest, options: MultipartOptions): Promise<PreparedFile> {
  const { services, signal } = options;
  let prepared: PreparedFile | undefined;
  try {
    const announcedBytes = Number(request.headers['content-length'] ?? 0);
    if (!request.isMultipart()) throw validationError('body', 'must be multipart/form-data');
    if (announcedBytes - AROUND_BYTES > options.limitBytes) throw fileTooLarge(options.limitBytes);
    for await (const part of partsOf(request, options.field)) {
      if (part.fieldname !== options.field) {
        if (part.type === 'file') part.file.resume();
        else if (part.valueTruncated) throw validationError(part.fieldname, 'is too long');
        continue;
      }
      if (part.type !== 'file') throw validationError(options.field, 'must be a file');
      prepared = await prepareFile(services, {
        ...options,
        runId: null,
        filename: part.filename,
        contentType: part.mimetype,
        content: bytesOf(part.file, options.field),
        atLeastBytes: Math.max(0, announcedBytes - AROUND_BYTES),
      });
    }
    if (!prepared) throw validationError(options.field, 'is required');
    return prepared;
  } catch (error) {
    if (prepared) await discardFiles(services, [prepared]);
    readOver(request);
    throw signal.aborted ? requestCutOff() : error;
  }
}

/** What goes wrong in here is wrong with the form, and nothing else is. */
async function* partsOf(request: FastifyRequest, field: string): AsyncGenerator<Multipart, void, undefined> {
  try {
    yield* request.parts({ limits: LIMITS });
  } catch (error) {
    throw unreadable(error, field);
  }
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
  if (code === 'FST_MP_PREMATURE_CLOSE') return requestCutOff();
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
