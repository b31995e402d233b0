export interface JobOptions {
  /** How often a job is tried in all, its first time included. A process that dies in the middle counts as a try. */
  attempts?: number;
  /** Between the first failure and the second try; doubled after each further failure. */
  delaySeconds?: number;
  maxDelaySeconds?: number;
  /** For what is done again and again, with an empty payload. */
  repeat?: JobInterval;
}

/** Counted from midnight UTC and the offset: `{ everyMinutes: 60, offsetMinutes: 17 }` is at 0:17, 1:17 and so on. */
export interface JobInterval {
  everyMinutes: number;
  offsetMinutes?: number;
}

/** One sort of work, with the type of what its jobs carry. */
export interface JobKind<Payload extends object> {
  readonly name: string;
  readonly attempts: number;
  readonly delaySeconds: number;
  readonly maxDelaySeconds: number;
  readonly repeat?: JobInterval;
  /** Never set: it binds the payload's type to the kind. */
  readonly payload?: Payload;
}

const NAME = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)*$/;

export function defineJob<Payload extends object>(name: string, options: JobOptions = {}): JobKind<Payload> {
  if (!NAME.test(name)) throw new Error(`a kind of job can not be called ${JSON.stringify(name)}`);
  return { name, attempts: 5, delaySeconds: 5, maxDelaySeconds: 600, ...options };
}

/** The wait after a failed try, spread out so that what failed together does not come back together. */
export function retryDelaySeconds(kind: JobKind<object>, attempt: number): number {
  const whole = Math.min(kind.maxDelaySeconds, kind.delaySeconds * 2 ** (attempt - 1));
  return whole * (0.5 + Math.random() / 2);
}
