interface JobOptions {
  /** The number of attempts in all, including the first. An attempt whose process dies counts too. */
  attempts?: number;
  /** The delay between the first failure and the second attempt. It doubles after each further failure. */
  delaySeconds?: number;
  maxDelaySeconds?: number;
  /** Repeats the job on a schedule, with an empty payload. */
  repeat?: JobInterval;
}

/** Counts from midnight UTC plus the offset: `{ everyMinutes: 60, offsetMinutes: 17 }` means 0:17, 1:17 and so on. */
interface JobInterval {
  everyMinutes: number;
  offsetMinutes?: number;
}

/** A kind of background work, with the type of the payload that its jobs carry. */
export interface JobKind<Payload extends object> {
  readonly name: string;
  readonly attempts: number;
  readonly delaySeconds: number;
  readonly maxDelaySeconds: number;
  readonly repeat?: JobInterval;
  /** Never set. It only binds the type of the payload to the kind. */
  readonly payload?: Payload;
}

const NAME = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)*$/;

export function defineJob<Payload extends object>(name: string, options: JobOptions = {}): JobKind<Payload> {
  if (!NAME.test(name)) throw new Error(`a kind of job can not be called ${JSON.stringify(name)}`);
  return { name, attempts: 5, delaySeconds: 5, maxDelaySeconds: 600, ...options };
}

/** The delay after a failed attempt. It has jitter, so that jobs that failed together are not retried together. */
export function jobRetrySeconds(kind: JobKind<object>, attempt: number): number {
  const longest = Math.min(kind.maxDelaySeconds, kind.delaySeconds * 2 ** (attempt - 1));
  return longest * (0.5 + Math.random() / 2);
}
