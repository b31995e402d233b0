import type { JobReference } from './job-table.ts';
import { CLAIM_SECONDS } from './queues.ts';

const RENEW_MS = 3_000;
/** Less than the server's measure by the time until the next look, so that a job is let go before it is given away. */
const HOLD_MS = CLAIM_SECONDS * 1000 - RENEW_MS;

/** A job that this process may work on, for as long as it renews the claim. */
export interface Claim {
  readonly kind: string;
  readonly id: string;
  readonly abort: AbortController;
  /** When the claim was last made or renewed, by `performance.now()` before the statement went out. */
  renewedAt: number;
  /** Not ours any more: how the job ends is for someone else to record. */
  over: boolean;
}

export interface Claims {
  add(claim: Claim): void;
  delete(claim: Claim): void;
  close(): Promise<void>;
}

/**
 * Renews the claims of a whole process, in one statement however many jobs and kinds there are. A job whose claim ran
 * out, because the database was away or this process stood still, is aborted: another worker may have it.
 */
export function keepClaims(
  renew: (jobs: JobReference[]) => Promise<Set<string>>,
  onError: (error: unknown) => void,
): Claims {
  const claims = new Set<Claim>();
  let renewing = false;
  let renewal = Promise.resolve();

  const timer = setInterval(() => {
    for (const claim of claims) if (performance.now() - claim.renewedAt > HOLD_MS) lose(claim);
    if (claims.size > 0 && !renewing) renewal = renewAll();
  }, RENEW_MS);

  async function renewAll(): Promise<void> {
    renewing = true;
    const held = [...claims];
    const startedAt = performance.now();
    try {
      const renewed = await renew(held);
      for (const claim of held) {
        if (renewed.has(claim.id)) claim.renewedAt = startedAt;
        else if (claims.has(claim)) lose(claim);
      }
    } catch (error) {
      onError(error);
    } finally {
      renewing = false;
    }
  }

  function lose(claim: Claim): void {
    if (claim.over) return;
    claim.over = true;
    claim.abort.abort(new Error('another worker may have this job'));
  }

  return {
    add: claim => claims.add(claim),
    delete: claim => claims.delete(claim),
    close() {
      clearInterval(timer);
      return renewal;
    },
  };
}
