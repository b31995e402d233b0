import { StepError } from '../nodes/step.ts';

/** The file can not be read as text, and no retry will change that. */
export class UnreadableFile extends StepError {}

export function unreadable(filename: string, reason: string, options: { cause?: unknown } = {}): UnreadableFile {
  return new UnreadableFile(`The file '${filename}' can not be read: ${reason}`, options);
}

/** The error for a kind of file that holds no text. */
export function notText(filename: string, contentType: string): UnreadableFile {
  return new UnreadableFile(`The file '${filename}' can not be read as text (${contentType})`);
}
