import { isatty } from 'node:tty';
import pino, { type Logger } from 'pino';
import { formatLogLine } from './log-text.ts';
import { createOutageLog, type OutageLog } from './outage-log.ts';

export type { Logger } from 'pino';

/** With `auto`, people get text in a terminal, and programs get JSON. */
export type LogFormat = 'auto' | 'pretty' | 'json';

const FLUSH_MS = 200;
/** The library writes at most 16 KB at once. Those who wait for less get it after the time above. */
const FLUSH_CHARACTERS = 16_000;

/**
 * Writes lines to standard output (1) or standard error (2). Headers and bodies are never logged, and so neither
 * are the keys in them.
 *
 * Lines are written in batches, because a system call for each line took a third of the time of a small request. pino
 * flushes when the process exits; only SIGKILL loses the lines of the last moment.
 */
export function createLogger(
  level: pino.LevelWithSilent,
  dest: 1 | 2 = 1,
  format: LogFormat = 'auto',
  base?: Readonly<Record<string, unknown>>,
): Logger {
  return createLoggerTo(isPretty(dest, format) ? openText(dest) : openBatches(dest), level, base);
}

const batches = new Map<1 | 2, pino.DestinationStream>();

/** All loggers of the process share the batches, whose timer never ends. */
function openBatches(dest: 1 | 2): pino.DestinationStream {
  const opened =
    batches.get(dest) ?? pino.destination({ dest, sync: false, minLength: FLUSH_CHARACTERS, periodicFlush: FLUSH_MS });
  batches.set(dest, opened);
  return opened;
}

function isPretty(dest: 1 | 2, format: LogFormat): boolean {
  return format === 'pretty' || (format === 'auto' && isatty(dest));
}

/** Standard output as several processes share it: one of them writes what the others log. */
export interface SharedOutput {
  /** Writes one or more whole lines, which need not be of a log. */
  write(lines: string): void;
}

export function openSharedOutput(format: LogFormat): SharedOutput {
  // The lines come in batches already, so nothing is gained by waiting for more.
  if (!isPretty(1, format)) return pino.destination({ dest: 1, sync: false });
  const text = openText(1);
  return {
    write(lines) {
      for (const line of lines.split(/(?<=\n)/)) text.write(line);
    },
  };
}

/** The fields of `base` are in every line. */
export function createLoggerTo(
  output: pino.DestinationStream,
  level: pino.LevelWithSilent,
  base?: Readonly<Record<string, unknown>>,
): Logger {
  return withOutages(hooks =>
    pino(
      {
        level,
        base: base && { ...base },
        timestamp: createTimestamp(),
        formatters: { level: name => ({ level: name }) },
        hooks,
      },
      output,
    ),
  );
}

const outageLogs = new WeakMap<Logger, OutageLog>();

/** Builds a logger that leaves out the errors of an outage of the database, including those that its children log. */
export function withOutages(build: (hooks: pino.LoggerOptions['hooks']) => Logger): Logger {
  const outages = createOutageLog();
  const logger = build({
    logMethod(args, method) {
      const [first] = args;
      if (typeof first === 'object' && first !== null && 'err' in first && outages.leavesOut(first.err)) return;
      method.apply(this, args);
    },
  });
  outageLogs.set(logger, outages);
  return logger;
}

/** What a logger leaves out. A logger that was built in another way leaves out nothing. */
export function outageLogOf(logger: Logger): OutageLog {
  return outageLogs.get(logger) ?? createOutageLog();
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
