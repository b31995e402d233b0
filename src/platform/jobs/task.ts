import type { JobHandler, JobKind, Jobs } from './jobs.ts';

/** A kind of job together with what does it. */
export interface Task {
  kind: JobKind<object>;
  start(jobs: Jobs): void;
}

export interface TaskDefinition<Payload extends object> {
  kind: JobKind<Payload>;
  /** Jobs of this kind at once in one process. */
  concurrency: number;
  run: JobHandler<Payload>;
}

export function task<Payload extends object>({ kind, concurrency, run }: TaskDefinition<Payload>): Task {
  return { kind, start: jobs => jobs.work(kind, { concurrency }, run) };
}
