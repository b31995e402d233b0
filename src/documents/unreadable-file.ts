import { StepError } from '../nodes/step.ts';

/** That a file gives no text, and that no further try will change it. */
export class UnreadableFile extends StepError {}

export function unreadable(filename: string, reason: string, options: { cause?: unknown } = {}): UnreadableFile {
  return new UnreadableFile(`The file '${filename}' can not be read: ${reason}`, options);
}

/** Of a kind that holds no text. */
export function notText(filename: string, contentType: string): UnreadableFile {
  return new UnreadableFile(`The file '${filename}' can not be read as text (${contentType})`);
}
