import type { System } from '../composition/system.ts';

/** Time for connections to close and the embedded PostgreSQL to stop, after the drain. */
const CLOSING_MS = 30_000;

/** A signal that npm passes on comes within milliseconds of the terminal's own; a person takes longer to ask again. */
const SAME_SIGNAL_MS = 500;

/**
 * The first signal, listened for from the very start: what is asked to stop while it starts ends in order as soon as
 * it has started. A second signal ends it at once; but with `npm start`, Ctrl-C comes both from the terminal and from npm.
 */
export function waitForSignal(): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>();
  const isRunByNpm = process.env.npm_lifecycle_event !== undefined;
  let firstAt: number | undefined;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      const now = performance.now();
      firstAt ??= now;
      resolve(signal);
      const isSame = now === firstAt || (isRunByNpm && now - firstAt < SAME_SIGNAL_MS);
      if (!isSame) process.exit(1);
    });
  }
  return promise;
}

/** Ends in order at the signal, and by force when closing hangs. */
export async function stopOnSignal(
  asked: Promise<NodeJS.Signals>,
  { log, config }: System,
  stop: () => Promise<void>,
): Promise<void> {
  const signal = await asked;
  log.info({ signal }, 'stopping');
  const overdue = setTimeout(
    () => {
      log.error('stopping took too long');
      process.exit(1);
    },
    config.service.drainSeconds * 1000 + CLOSING_MS,
  );
  await stop();
  clearTimeout(overdue);
  log.info('stopped');
  process.exit(0);
}
