import { StepError } from '../../nodes/step.ts';

/** Why a secret that is stored elsewhere can not be read. The sentence names the reference, and never a value. */
export class ExternalSecretError extends StepError {
  /** Whether its store can not be reached at the moment, so that a value that was read before may serve a little longer. */
  readonly isAway: boolean;

  constructor(message: string, { isAway = false, cause }: { isAway?: boolean; cause?: unknown } = {}) {
    super(message, { retryable: isAway, ...(cause !== undefined && { cause }) });
    this.isAway = isAway;
  }
}
