import type { JobHandler, JobKind, Jobs } from './jobs.ts';

/** A kind of job together with what does it. */
export interface Task {
  kind: JobKind<object>;
  start(jobs: Jobs): Promise<void>;
}

export interface TaskDefinition<Payload extends object> {
  kind: JobKind<Payload>;
  /** Jobs of this kind at once in one process. */
  concurrency: number;
  /** For what is to be done again and again: when (five fields, UTC), and with what. */
  repeat?: { cron: string; payload: Payload };
  run: JobHandler<Payload>;
}

export function task<Payload extends object>({ kind, concurrency, repeat, run }: TaskDefinition<Payload>): Task {
  return {
    kind,
    async start(jobs) {
      jobs.work(kind, { concurrency }, run);
      if (repeat) await jobs.schedule(kind, repeat.cron, repeat.payload);
    },
  };
}
