import type { JobHandler, JobKind, Jobs } from './jobs.ts';

/** A kind of job together with its handler. */
export interface Task {
  kind: JobKind<object>;
  start(jobs: Jobs): void;
}

interface TaskDefinition<Payload extends object> {
  kind: JobKind<Payload>;
  /** The number of jobs of this kind that one process runs at once. */
  concurrency: number;
  run: JobHandler<Payload>;
}

export function defineTask<Payload extends object>({ kind, concurrency, run }: TaskDefinition<Payload>): Task {
  return { kind, start: jobs => jobs.work(kind, { concurrency }, run) };
}
