import { isatty } from 'node:tty';
import pino, { type Logger } from 'pino';
import { formatLogLine } from './log-text.ts';

export type { Logger } from 'pino';

/** With `auto`, people get text in a terminal, and programs get JSON. */
export type LogFormat = 'auto' | 'pretty' | 'json';

const FLUSH_MS = 200;

/**
 * Writes lines to standard output (1) or standard error (2). Headers and bodies are never logged, and so neither
 * are the keys in them.
 *
 * Lines are written in batches, because a system call for each line took a third of the time of a small request. pino
 * flushes when the process exits; only SIGKILL loses the lines of the last moment.
 */
export function createLogger(level: pino.LevelWithSilent, dest: 1 | 2 = 1, format: LogFormat = 'auto'): Logger {
  const isPretty = format === 'pretty' || (format === 'auto' && isatty(dest));
  const output = isPretty
    ? openText(dest)
    : pino.destination({ dest, sync: false, minLength: 8_192, periodicFlush: FLUSH_MS });
  return pino(
    {
      level,
      base: undefined,
      timestamp: createTimestamp(),
      formatters: { level: name => ({ level: name }) },
    },
    output,
  );
}

/** Somebody looks on, so every line is written at once. */
function openText(dest: 1 | 2): pino.DestinationStream {
  const output = pino.destination({ dest, sync: true });
  const stream = dest === 1 ? process.stdout : process.stderr;
  const colours = stream.isTTY && stream.hasColors();
  return { write: line => void output.write(formatLogLine(line, { colours })) };
}

/** Formats the time only when the millisecond has changed, which pays off under load. */
function createTimestamp(): () => string {
  let formattedAt = 0;
  let formatted = '';
  return () => {
    const now = Date.now();
    if (now !== formattedAt) {
      formattedAt = now;
      formatted = `,"time":"${new Date(now).toISOString()}"`;
    }
    return formatted;
  };
}
