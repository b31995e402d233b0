/** Reads the multipart form that a browser sends. Files are stored while they arrive, in constant memory. */
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { ApiError, bodyTooLarge, fileTooLarge, requestAborted, validationError } from '../../errors.ts';
import { type FileServices, type PreparedFile, prepareFile } from '../../files/store.ts';
import { textProblem } from '../../http/json-body.ts';
import { errorCode } from '../../platform/error-details.ts';
import type { CalledTrigger } from '../../runs/store/accept-statements.ts';
import type { Form, FormField } from './form.ts';
import { words } from './words.ts';

export interface Submission {
  /** Also those that are not fields of the form: the token, for example. */
  texts: Map<string, string>;
  files: Map<string, PreparedFile>;
  problems: Map<string, string>;
}

interface ReadingOptions {
  form: Form;
  trigger: CalledTrigger;
  runId: string;
  /** The characters of all texts together. */
  characters: number;
  signal: AbortSignal;
}

/** What a form contains beside its texts and files: boundaries and headers. */
const OVERHEAD_BYTES = 256 * 1024;
/** The fields of the page itself, and some more for programs that add their own. */
const FURTHER_FIELDS = 10;
const BYTES_PER_CHARACTER = 4;
const MEGABYTE = 2 ** 20;

/**
 * Adds what it reads to the submission. When it throws, the files that were stored until then are in the submission, so
 * that the caller can discard them.
 */
export async function readSubmission(
  request: FastifyRequest,
  services: FileServices,
  options: ReadingOptions,
  submission: Submission,
): Promise<void> {
  const { form, characters } = options;
  const fields = new Map(form.fields.map(field => [field.name, field]));
  const fileFields = form.fields.filter(({ kind }) => kind === 'file').length;
  const limitBytes = OVERHEAD_BYTES + characters * BYTES_PER_CHARACTER + fileFields * services.fileBytes;
  const texts = createTextReader(submission, characters);
  let isComplete = false;
  try {
    if (!request.isMultipart()) throw validationError('body', 'must be multipart/form-data');
    if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw bodyTooLarge(limitBytes);
    for await (const part of parseParts(request, { fields: fields.size, fileFields, characters })) {
      const field = fields.get(part.fieldname);
      if (part.type === 'field') texts.add(part.fieldname, part.value, part.valueTruncated);
      else if (field?.kind === 'file' && part.filename && !submission.files.has(field.name)) {
        await storeFile(part, field, services, options, submission);
      } else part.file.resume();
    }
    isComplete = true;
  } finally {
    // A client that is still sending reads its answer only after the rest of its request was read.
    if (!isComplete) {
      request.raw.unpipe();
      request.raw.resume();
    }
  }
}

async function* parseParts(
  request: FastifyRequest,
  { fields, fileFields, characters }: { fields: number; fileFields: number; characters: number },
): AsyncGenerator<Multipart, void, undefined> {
  const limits = {
    // A browser sends an empty file for a field that was left empty, and one more part tells of too many.
    files: fileFields + 1,
    fields: fields + FURTHER_FIELDS,
    parts: fields + fileFields + FURTHER_FIELDS + 1,
    fieldSize: characters * BYTES_PER_CHARACTER,
    headerPairs: 100,
    fileSize: Number.POSITIVE_INFINITY,
  };
  try {
    yield* request.parts({ limits, preservePath: true });
  } catch (error) {
    throw toFormError(error);
  }
}

function toFormError(error: unknown): unknown {
  const code = errorCode(error);
  if (code === 'FST_MP_PREMATURE_CLOSE') return requestAborted();
  if (code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT' || code === 'FST_FILES_LIMIT') {
    return validationError('body', 'has too many fields');
  }
  return error instanceof ApiError ? error : validationError('body', 'is not a whole multipart form');
}

/** Keeps the texts until they are too long together. What is too long is not kept, not even for the page. */
function createTextReader({ texts, problems }: Submission, characters: number) {
  let left = characters;
  return {
    add(name: string, value: unknown, isTruncated: boolean): void {
      if (texts.has(name) || problems.has(name)) return;
      if (typeof value !== 'string') problems.set(name, words.notAllowed);
      else if (isTruncated || value.length > left) problems.set(name, words.tooLong);
      else if (textProblem(value) !== undefined) problems.set(name, words.badText);
      else {
        left -= value.length;
        texts.set(name, value);
      }
    },
  };
}

async function storeFile(
  part: MultipartFile,
  { name }: FormField,
  services: FileServices,
  { trigger, runId, signal }: ReadingOptions,
  { files, problems }: Submission,
): Promise<void> {
  const limitBytes = services.fileBytes;
  try {
    const file = await prepareFile(services, {
      owner: { userId: trigger.runAs, organizationId: trigger.organizationId },
      runId,
      filename: part.filename,
      contentType: part.mimetype,
      // The rest of a refused file is read to its end, because other fields follow it.
      content: part.file.iterator({ destroyOnReturn: false }),
      limitBytes,
      signal,
    });
    files.set(name, file);
  } catch (error) {
    part.file.resume();
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    const isTooLarge = error.message === fileTooLarge(limitBytes).message;
    problems.set(name, isTooLarge ? words.fileTooLarge(limitBytes / MEGABYTE) : words.fileRefused);
  }
}
