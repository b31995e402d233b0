/**
 * `timeout`, `memory`: the work went beyond its limit. `failed`: the function threw. `crashed`: the thread ended by
 * itself. `closed`: the process is stopping.
 */
export type ThreadErrorReason = 'timeout' | 'memory' | 'failed' | 'crashed' | 'closed';

export class ThreadError extends Error {
  readonly reason: ThreadErrorReason;
  /** Name of the error that the function threw: classes do not survive the way between threads. */
  readonly thrown: string | undefined;

  constructor(reason: ThreadErrorReason, message: string, options: { thrown?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'ThreadError';
    this.reason = reason;
    this.thrown = options.thrown;
  }
}
