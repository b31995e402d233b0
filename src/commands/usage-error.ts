import { EXIT_CODES, type ExitReason } from './exit-codes.ts';

/** What the person at the command line can correct. It is shown in one line, without a stack. */
export class UsageError extends Error {
  readonly exitCode: number;
  /** Names the error for programs: the code of the service, if it is about an answer of it, or else the exit reason. */
  readonly code: string;

  constructor(message: string, reason: ExitReason | number = 'usage', code?: string) {
    super(message);
    this.exitCode = typeof reason === 'number' ? reason : EXIT_CODES[reason].code;
    this.code = code ?? (typeof reason === 'number' ? 'stopped' : reason);
  }
}
