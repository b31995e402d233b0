/** The files of a step or of a chat, as `nodes/step.ts` promises them. */
import { buffer } from 'node:stream/consumers';
import { MEGABYTE } from '../configuration/limits.ts';
import { ApiError } from '../errors.ts';
import { StepError, type StepFiles } from '../nodes/step.ts';
import { BlobNotFound, requireBlobKey } from '../platform/blobs/blobs.ts';
import { deriveId } from '../platform/ids.ts';
import { parseFileId } from './inline.ts';
import { createFile, type FileRow, type FileServices, toAttachment } from './store.ts';

export interface StepFilesOptions extends FileServices {
  userId: string;
  organizationId: string | null;
  /** Null: what is saved becomes the user's own. */
  runId: string | null;
  /** Whether those who may let a step read a file of the user named it. */
  isNamed(fileId: string): boolean;
  /** Equal for every try of the step. */
  idempotencyKey: string;
  signal: AbortSignal;
}

/** For one try of a step: the next try gets its own, which counts from the first file again. */
export function createStepFiles(options: StepFilesOptions): StepFiles {
  const { userId, organizationId, runId, isNamed, idempotencyKey, fileBytes, publicUrl, signal } = options;
  let saved = 0;
  return {
    async save({ filename, contentType, content }) {
      const id = deriveId(`${runId}\n${idempotencyKey}\n${saved++}`);
      const owner = { userId, organizationId };
      const given = { id, owner, runId, filename, contentType, content, limitBytes: fileBytes, signal };
      // Again where the database was away: its id is the same, so it is one file.
      const stored = await options.database.retry(() => createFile(options, given), { signal }).catch(asRefusal);
      return toAttachment(stored, publicUrl());
    },

    async read(reference) {
      const id = parseFileId(reference);
      if (id === undefined) throw new StepError('A file must be given by an attachment, by {file_id} or by its id');
      const found = options.database.query
        .selectFrom('files')
        .selectAll()
        .where('id', '=', id)
        .where(or => or.or([or('run_id', '=', runId), or('user_id', '=', userId)]));
      const row = await options.database.retry(() => found.executeTakeFirst(), { signal });
      const isOfRun = runId !== null && row?.run_id === runId;
      if (!row || (!isOfRun && !isNamed(id))) throw missing(id);
      if (row.size > fileBytes) {
        throw new StepError(`The file '${row.filename}' is larger than ${fileBytes / MEGABYTE} MB`);
      }
      return { attachment: toAttachment(row, publicUrl()), content: await contentOf(options, row) };
    },
  };
}

async function contentOf({ blobs, signal }: StepFilesOptions, row: FileRow): Promise<Buffer> {
  try {
    const { stream } = await blobs.get(requireBlobKey(row.blob_key), { signal });
    return await buffer(stream);
  } catch (error) {
    // Deleted since its row was read.
    throw error instanceof BlobNotFound ? missing(row.id, error) : error;
  }
}

function missing(id: string, cause?: Error): StepError {
  return new StepError(`The file '${id}' was not found or is not accessible`, { cause });
}

/** A full quota and a file that is too large are for the author of the workflow to hear. */
function asRefusal(error: unknown): never {
  throw error instanceof ApiError ? new StepError(error.message, { cause: error }) : error;
}
