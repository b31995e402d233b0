import type { System } from '../composition/system.ts';
import { isMember } from './processes/member.ts';
import { isToMember } from './processes/messages.ts';

/** The time in which connections close and the embedded PostgreSQL stops, after the drain. */
export const CLOSING_MS = 30_000;

/** npm forwards a signal of the terminal within milliseconds. A person takes longer to send a second one. */
const SAME_SIGNAL_MS = 500;

/**
 * Waits for the first signal. It is called at the very start: a process that gets a signal while it starts then stops in
 * order as soon as it has started. A second signal ends the process at once. With `npm start`, however, one Ctrl-C
 * arrives twice, from the terminal and from npm.
 */
function waitForSignal(): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>();
  if (isMember(process.env)) {
    listenToSupervisor(resolve);
    return promise;
  }
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

/**
 * One of several processes stops when their supervisor says so. A signal may reach all of them at once, from a terminal or
 * from systemd, and the supervisor as well. So one signal counts as often as it likes, and a second one is for the
 * supervisor to notice.
 */
function listenToSupervisor(onStop: (signal: NodeJS.Signals) => void): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => onStop(signal));
  process.on('message', message => {
    if (isToMember(message) && message.kind === 'stop') onStop(message.signal);
  });
  // A process that can not start ends by itself, although its supervisor is still there.
  process.channel?.unref();
}

const ofProcess: { stopSignal?: Promise<NodeJS.Signals> } = {};

/**
 * The first signal of this process, the same for everybody who asks. The command line asks as soon as it knows that a
 * command works on this machine.
 */
export function stopSignal(): Promise<NodeJS.Signals> {
  ofProcess.stopSignal ??= waitForSignal();
  return ofProcess.stopSignal;
}

/** Stops the process in order after the signal, and by force when that takes too long. */
export async function stopOnSignal(
  stopSignal: Promise<NodeJS.Signals>,
  { log, config }: Pick<System, 'log' | 'config'>,
  /** Sets the exit code if it is not 0. */
  stop: (signal: NodeJS.Signals) => Promise<void>,
): Promise<void> {
  const signal = await stopSignal;
  log.info({ signal }, 'stopping');
  const overdue = setTimeout(
    () => {
      log.error('stopping took too long');
      process.exit(1);
    },
    config.service.drainSeconds * 1000 + CLOSING_MS,
  );
  await stop(signal);
  clearTimeout(overdue);
  log.info('stopped');
  process.exit();
}
