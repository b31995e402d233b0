import { EXIT_CODES, type ExitReason } from './exit-codes.ts';

/** What the person at the command line can correct. It is shown in one line, without a stack. */
export class UsageError extends Error {
  readonly exitCode: number;

  constructor(message: string, reason: ExitReason | number = 'usage') {
    super(message);
    this.exitCode = typeof reason === 'number' ? reason : EXIT_CODES[reason].code;
  }
}
