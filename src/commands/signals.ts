import type { System } from '../system.ts';

/** Time for connections to close and the embedded PostgreSQL to stop, after the drain. */
const CLOSING_MS = 30_000;

/**
 * The first signal, listened for from the very start: what is asked to stop while it starts ends in order as soon as
 * it has started. A second signal ends it at once.
 */
export function firstSignal(): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>();
  let count = 0;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => (++count === 1 ? resolve(signal) : process.exit(1)));
  }
  return promise;
}

/** Ends in order at the signal, and by force when closing hangs. */
export async function untilStopped(
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
    config.drainSeconds * 1000 + CLOSING_MS,
  );
  await stop();
  clearTimeout(overdue);
  log.info('stopped');
  process.exit(0);
}
