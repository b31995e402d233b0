import type { System } from '../system.ts';

/** Time for connections to close and the embedded PostgreSQL to stop, after the drain. */
const CLOSING_MS = 30_000;

/** Ends in order on SIGTERM or SIGINT, at once on a second one, and by force when closing hangs. */
export async function untilStopped({ log, config }: System, stop: () => Promise<void>): Promise<void> {
  const signal = await nextSignal();
  log.info({ signal }, 'stopping');
  void nextSignal().then(() => process.exit(1));
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

function nextSignal(): Promise<NodeJS.Signals> {
  return new Promise(resolve => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, resolve);
  });
}
