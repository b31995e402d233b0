/** One of several processes of a command, as it sees the others: it knows only the supervisor that started it. */
import type { Share } from '../../configuration/shares.ts';
import type { Counts } from '../../platform/metrics.ts';
import { isToMember, type ToMember, type ToSupervisor } from './messages.ts';

/** The supervisor passes the share in it, as `2/4`. It is no setting. */
export const SHARE_VARIABLE = 'HEDDLE_SHARE';

export interface Member {
  readonly share: Share;
  /** Whether all processes are ready. */
  readonly isComplete: boolean;
  /** What all processes have counted, including those that have ended. */
  collectCounts(): Promise<readonly Counts[]>;
  /** Tells the supervisor that this process is ready, and does from now on what it asks for. */
  join(duties: Duties): void;
}

interface Duties {
  runnerId: string;
  count(): Promise<Counts>;
  /** Returns what a start says. */
  introduce(): Promise<string>;
  /** Another process has ended without saying so to the database. */
  removeDead(runnerId: string): Promise<void>;
  /** What is to be done when one of these fails. */
  onError(error: unknown): void;
}

/** Whether a supervisor started this process. */
export function isMember(environment: NodeJS.ProcessEnv): boolean {
  return environment[SHARE_VARIABLE] !== undefined;
}

/** Joins the processes of the supervisor that started this one, if one did. */
export function joinProcesses(environment: NodeJS.ProcessEnv): Member | undefined {
  const [number = 0, processes = 0] = (environment[SHARE_VARIABLE] ?? '').split('/').map(Number);
  if (number === 0) return undefined;
  // Whatever reads the environment from now on sees only settings.
  delete environment[SHARE_VARIABLE];
  const collections = new Map<number, (counts: readonly Counts[]) => void>();
  let isComplete = false;
  let requests = 0;

  async function handle(message: ToMember, duties: Duties): Promise<void> {
    switch (message.kind) {
      case 'state':
        isComplete = message.isComplete;
        return;
      case 'introduce':
        send({ kind: 'introduction', text: await duties.introduce() });
        return;
      case 'pulse':
        send({ kind: 'pulse' });
        return;
      case 'count':
        send({ kind: 'counted', request: message.request, counts: await duties.count() });
        return;
      case 'collected':
        collections.get(message.request)?.(message.counts);
        collections.delete(message.request);
        return;
      case 'died':
        await duties.removeDead(message.runnerId);
        return;
      case 'stop': // `signals.ts` has seen it
        return;
    }
  }

  return {
    share: { processes, number },
    get isComplete() {
      return isComplete;
    },
    collectCounts() {
      const request = ++requests;
      const { promise, resolve } = Promise.withResolvers<readonly Counts[]>();
      collections.set(request, resolve);
      send({ kind: 'collect', request });
      return promise;
    },
    join(duties) {
      process.on('message', message => {
        if (isToMember(message)) handle(message, duties).catch(duties.onError);
      });
      send({ kind: 'ready', runnerId: duties.runnerId });
    },
  };
}

/** A supervisor that is gone hears nothing, and this process ends with it. */
function send(message: ToSupervisor): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}
