/** Implements the files of a step or of a chat, as `nodes/step.ts` declares them. */
import { MEGABYTE } from '../configuration/limits.ts';
import { refusalToStepError, StepError, type StepFiles } from '../nodes/step.ts';
import { BlobNotFound, type ByteRange, requireBlobKey } from '../platform/blobs/blobs.ts';
import { deriveId } from '../platform/ids.ts';
import { parseFileId } from './inline.ts';
import { createFile, type FileRow, type FileServices, isFileOfRun, toAttachment } from './store.ts';

interface StepFilesOptions extends FileServices {
  userId: string;
  organizationId: string | null;
  /** Null in a chat: there, saved files become the user's own. */
  runId: string | null;
  /** Whether somebody who may let a step read the user's files has named this file. */
  isNamed(fileId: string): boolean;
  /** The same for every attempt of the step. */
  idempotencyKey: string;
  signal: AbortSignal;
}

/** Serves one attempt of a step. The next attempt gets its own, which counts files from the beginning again. */
export function createStepFiles(options: StepFilesOptions): StepFiles {
  const { userId, organizationId, runId, idempotencyKey, fileBytes, runFileBytes, publicUrl, signal } = options;
  let saved = 0;
  return {
    async save({ filename, contentType, content, atLeastBytes }) {
      const id = deriveId(`${runId}\n${idempotencyKey}\n${saved++}`);
      const owner = { userId, organizationId };
      const isWhole = content instanceof Uint8Array;
      const limitBytes = isWhole ? fileBytes : runFileBytes;
      const about = { id, owner, runId, filename, contentType, limitBytes, signal };
      const file = { ...about, content, ...(atLeastBytes !== undefined && { atLeastBytes }) };
      const create = () => createFile(options, file);
      // A retry after a lost connection stores the same file again, because the id is the same. A stream can not be read
      // again; then the whole step is tried again.
      const storing = isWhole ? options.database.retry(create, { signal }) : create();
      const stored = await storing.catch(error => {
        throw refusalToStepError(error);
      });
      return toAttachment(stored, publicUrl());
    },

    async read(reference) {
      const row = await findFile(options, reference);
      if (row.size > fileBytes) {
        throw new StepError(`The file '${row.filename}' is larger than ${fileBytes / MEGABYTE} MB`);
      }
      const content = Buffer.concat(await Array.fromAsync(readContent(options, row)));
      return { attachment: toAttachment(row, publicUrl()), content };
    },

    async open(reference) {
      const row = await findFile(options, reference);
      const attachment = toAttachment(row, publicUrl());
      return { attachment, sizeBytes: row.size, read: range => readContent(options, row, range) };
    },

    streamBytes: runFileBytes,
  };
}

type FindOptions = Pick<StepFilesOptions, 'database' | 'userId' | 'runId' | 'isNamed' | 'signal'>;

/** Finds a file that a step reads in parts, however large it is. */
export async function openStepFile(options: FindOptions, reference: unknown) {
  const { filename, content_type, size, blob_key } = await findFile(options, reference);
  return { filename, content_type, size, key: requireBlobKey(blob_key) };
}

async function findFile({ database, userId, runId, isNamed, signal }: FindOptions, reference: unknown) {
  const id = parseFileId(reference);
  if (id === undefined) throw new StepError('A file must be given by an attachment, by {file_id} or by its id');
  const found = database.query
    .selectFrom('files')
    .selectAll()
    .select(isFileOfRun(runId).as('is_of_run'))
    .where('id', '=', id)
    .where(or => or.or([isFileOfRun(runId), or('user_id', '=', userId)]));
  const row = await database.retry(() => found.executeTakeFirst(), { signal });
  if (!row || (!row.is_of_run && !isNamed(id))) throw fileNotAccessible(id);
  return row;
}

async function* readContent(
  { blobs, signal }: StepFilesOptions,
  row: FileRow,
  range?: ByteRange,
): AsyncGenerator<Buffer, void, undefined> {
  try {
    const { stream } = await blobs.get(requireBlobKey(row.blob_key), { signal, ...(range && { range }) });
    yield* stream;
  } catch (error) {
    // The file was deleted after its row was read.
    throw error instanceof BlobNotFound ? fileNotAccessible(row.id, error) : error;
  }
}

function fileNotAccessible(id: string, cause?: Error): StepError {
  return new StepError(`The file '${id}' was not found or is not accessible`, { cause });
}
