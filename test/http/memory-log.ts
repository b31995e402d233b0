import { Writable } from 'node:stream';
import pino from 'pino';
import { type Logger, withOutages } from '../../src/platform/logging/log.ts';

export interface LogLine {
  level: number;
  msg?: string;
  [name: string]: unknown;
}

export interface MemoryLog {
  log: Logger;
  /** Returns everything that was logged so far, as it was written. */
  text(): string;
  lines(): LogLine[];
}

/** Creates a logger that stores the lines of all levels in memory. */
export function memoryLog(): MemoryLog {
  const written: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk));
      done();
    },
  });
  return {
    log: withOutages(hooks => pino({ level: 'trace', hooks: hooks ?? {} }, stream)),
    text: () => written.join(''),
    lines: () =>
      written
        .join('')
        .split('\n')
        .filter(line => line !== '')
        .map(line => JSON.parse(line)),
  };
}
