/** A process that the supervisor starts: its messages, its output and its end. */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { Share } from '../../configuration/shares.ts';
import { settledWithin } from '../../platform/concurrency/promises.ts';
import { SHARE_VARIABLE } from './member.ts';
import { isToSupervisor, type ToMember, type ToSupervisor } from './messages.ts';

export interface Child {
  readonly pid: number | undefined;
  readonly ended: Promise<Ending>;
  send(message: ToMember): void;
  kill(): void;
  /** From now on, what the process says on standard error is written at once. Before that it is the reason of its end. */
  releaseComplaints(): void;
}

export interface Ending {
  code: number | null;
  signal: string | null;
  /** What it said on standard error before `releaseComplaints`. */
  complaint: string;
}

interface ChildOptions {
  share: Share;
  onMessage(message: ToSupervisor): void;
  /** Gets whole lines of standard output and of standard error. */
  write(lines: string): void;
  complain(lines: string): void;
}

/** A program that the process started may keep its output open. */
const OUTPUT_MS = 500;
const COMPLAINT_CHARACTERS = 65_536;

export function startChild({ share, onMessage, write, complain }: ChildOptions): Child {
  const worker = cluster.fork({ [SHARE_VARIABLE]: `${share.number}/${share.processes}` });
  let complaint = '';
  let isReleased = false;
  worker.on('message', (message: unknown) => {
    if (isToSupervisor(message)) onMessage(message);
  });
  // A message to a process that ends fails. Its end says everything.
  worker.on('error', () => {});
  const outputs = [
    forwardLines(worker.process.stdout, write),
    forwardLines(worker.process.stderr, lines => {
      if (isReleased) complain(lines);
      else complaint = (complaint + lines).slice(-COMPLAINT_CHARACTERS);
    }),
  ];
  return {
    pid: worker.process.pid,
    ended: end(worker, outputs).then(({ code, signal }) => ({ code, signal, complaint: isReleased ? '' : complaint })),
    send(message) {
      if (worker.isConnected()) worker.send(message, undefined, () => {});
    },
    kill: () => void worker.process.kill('SIGKILL'),
    releaseComplaints() {
      if (isReleased) return;
      isReleased = true;
      if (complaint !== '') complain(complaint);
    },
  };
}

async function end(worker: Worker, outputs: readonly Promise<void>[]): Promise<Pick<Ending, 'code' | 'signal'>> {
  const { promise, resolve } = Promise.withResolvers<Pick<Ending, 'code' | 'signal'>>();
  worker.process.once('exit', (code, signal) => resolve({ code, signal }));
  // It could not be started at all.
  worker.process.once('error', () => resolve({ code: 1, signal: null }));
  const ending = await promise;
  await settledWithin(OUTPUT_MS, outputs);
  return ending;
}

/** Passes on only whole lines, so that those of several processes do not mix. Resolves when the stream has ended. */
async function forwardLines(stream: Readable | null, write: (lines: string) => void): Promise<void> {
  if (!stream) return;
  let rest = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    const end = text.lastIndexOf('\n') + 1;
    if (end > 0) write(rest + text.slice(0, end));
    rest = end > 0 ? text.slice(end) : rest + text;
  });
  await once(stream, 'close');
  if (rest !== '') write(`${rest}\n`);
}
