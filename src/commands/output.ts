/**
 * What a command prints. A reader that has seen enough, such as `head`, closes the pipe: that is no error, and whatever
 * is printed afterwards goes nowhere.
 */
import { errorCode } from '../platform/error-details.ts';

const CLOSED = ['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END', 'EOF'];

/** Call it once, before anything is printed. */
export function tolerateClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', error => {
      if (!CLOSED.includes(errorCode(error) ?? '')) throw error;
    });
  }
}

export function print(text: string): void {
  if (process.stdout.writable) process.stdout.write(`${text}\n`);
}

/** What is no result: questions, progress, hints. It stays visible when the result goes into a file. */
export function note(text: string): void {
  if (process.stderr.writable) process.stderr.write(`${text}\n`);
}
