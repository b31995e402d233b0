/** Stores the files of a call's input, and writes the input as JSON. */
import type { InlineFile } from '../../files/inline.ts';
import { prepareInlineFile } from '../../files/input-files.ts';
import { discardFiles, type FileServices, type PreparedFile, toAttachment } from '../../files/store.ts';
import { serialiseInput } from '../executing/run-input.ts';
import type { CalledTrigger } from '../store/accept-statements.ts';

export interface CallToPrepare {
  input: object;
  /** The files that the input contains. */
  files: readonly InputFile[];
  /** Aborts when the caller is gone. */
  signal: AbortSignal;
}

export interface InputFile {
  file: InlineFile;
  /** Puts another value into the place that the file has in the input. */
  replace(value: unknown): void;
}

/** Who owns the files of a call, and on whose behalf its input is read. */
interface RunOwner {
  userId: string;
  organizationId: string | null;
}

export function ownerOf({ trigger: { runAs, organizationId } }: { trigger: CalledTrigger }): RunOwner {
  return { userId: runAs, organizationId };
}

/** A call whose files are stored and stand in its input. They must be inserted with the run, or discarded. */
export interface PreparedCall {
  runId: string;
  /** The input as JSON. */
  text: string;
  files: PreparedFile[];
}

export async function prepareCall(
  { files: fileServices, limits }: { files: FileServices; limits: { inputCharacters: number } },
  { input, files: found, signal }: CallToPrepare,
  owner: RunOwner,
  runId: string,
): Promise<PreparedCall> {
  const files: PreparedFile[] = [];
  try {
    for (const { file, replace } of found) {
      const one = await prepareInlineFile(fileServices, file, { owner, runId, signal });
      files.push(one);
      replace(toAttachment(one.row, fileServices.publicUrl()));
    }
    return { runId, text: await serialiseInput(input, limits.inputCharacters, owner.userId), files };
  } catch (error) {
    await discardFiles(fileServices, files);
    throw error;
  }
}
