/** Files that tools read, and files that they make. */

import { MEGABYTE } from '../../configuration/limits.ts';
import type { FileParam } from '../../nodes/param-schemas.ts';
import { type Attachment, StepError, type StepOutcome } from '../../nodes/step.ts';
import type { ToolContext } from './tool.ts';
import { toolLimits } from './tool-limits.ts';

export interface ReadFile {
  attachment: Attachment;
  content: Uint8Array<ArrayBuffer>;
}

export async function readFile(
  context: ToolContext,
  reference: FileParam,
  limitBytes: number = toolLimits.fileBytes,
): Promise<ReadFile> {
  const { attachment, content } = await context.files.read(reference);
  if (content.byteLength > limitBytes) throw tooBig(attachment.filename, limitBytes);
  return { attachment, content: ownBytes(content) };
}

export interface MadeFile {
  filename: string;
  /** With its dot. */
  extension: string;
  contentType?: string;
  content: Uint8Array;
  /** Further fields of the output. */
  more?: Record<string, unknown>;
}

/** The outcome of a tool that makes one file. */
export async function savedFile(context: ToolContext, made: MadeFile): Promise<StepOutcome> {
  const { contentType, content, more = {} } = made;
  const filename = cleanFilename(made.filename, made.extension);
  if (content.byteLength > toolLimits.madeFileBytes) throw tooBig(filename, toolLimits.madeFileBytes);
  const file = await context.files.save({ filename, contentType, content });
  return {
    output: { file, ...more },
    text: `Made ${file.filename} (${sizeInWords(file.size)})`,
    fileIds: [file.file_id],
  };
}

/** A name and not a path, with the ending that the content has. */
export function cleanFilename(filename: string, extension = ''): string {
  const name = filename.replaceAll(/[\p{Cc}/\\]/gu, '_').trim();
  if (extension === '' || name.toLowerCase().endsWith(extension)) return name;
  return `${name}${extension}`;
}

export function sizeInWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < MEGABYTE ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

/** The same bytes, as what may move to a thread. */
export function ownBytes({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array<ArrayBuffer> {
  if (buffer instanceof ArrayBuffer) return new Uint8Array(buffer, byteOffset, byteLength);
  return new Uint8Array(new Uint8Array(buffer, byteOffset, byteLength));
}

function tooBig(filename: string, limitBytes: number): StepError {
  return new StepError(`The file '${filename}' is larger than ${Math.floor(limitBytes / MEGABYTE)} MB`);
}
