/** Files that tools read, and files that they create. */
import { MEGABYTE } from '../../configuration/limits.ts';
import type { FileParam } from '../../nodes/param-schemas.ts';
import { type Attachment, StepError, type StepOutcome } from '../../nodes/step.ts';
import type { ToolContext } from './tool.ts';
import { toolLimits } from './tool-limits.ts';

interface FileContent {
  attachment: Attachment;
  content: Uint8Array<ArrayBuffer>;
}

export async function readFileParam(
  context: ToolContext,
  reference: FileParam,
  limitBytes: number = toolLimits.fileBytes,
): Promise<FileContent> {
  const { attachment, content } = await context.files.read(reference);
  if (content.byteLength > limitBytes) throw tooBig(attachment.filename, limitBytes);
  return { attachment, content: toTransferable(content) };
}

interface ResultFile {
  filename: string;
  /** The extension that fits the content, with its dot. */
  extension: string;
  contentType?: string;
  content: Uint8Array;
  /** Further fields of the output. */
  more?: Record<string, unknown>;
}

/** Stores the file that a tool has created, and returns the outcome of the tool. */
export async function saveResultFile(context: ToolContext, result: ResultFile): Promise<StepOutcome> {
  const { contentType, content, more = {} } = result;
  const filename = toFilename(result.filename, result.extension);
  if (content.byteLength > toolLimits.resultFileBytes) throw tooBig(filename, toolLimits.resultFileBytes);
  const file = await context.files.save({ filename, contentType, content });
  return {
    output: { file, ...more },
    text: `Made ${file.filename} (${formatSize(file.size)})`,
    fileIds: [file.file_id],
  };
}

/** Turns any text into a bare file name, never a path, that ends with the extension. */
export function toFilename(filename: string, extension = ''): string {
  const name = filename.replaceAll(/[\p{Cc}/\\]/gu, '_').trim();
  if (extension === '' || name.toLowerCase().endsWith(extension)) return name;
  return `${name}${extension}`;
}

export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < MEGABYTE ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

/** Returns the bytes in a form that can move to a thread, and copies them only when that is necessary. */
export function toTransferable({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array<ArrayBuffer> {
  if (buffer instanceof ArrayBuffer) return new Uint8Array(buffer, byteOffset, byteLength);
  return new Uint8Array(new Uint8Array(buffer, byteOffset, byteLength));
}

function tooBig(filename: string, limitBytes: number): StepError {
  return new StepError(`The file '${filename}' is larger than ${Math.floor(limitBytes / MEGABYTE)} MB`);
}
