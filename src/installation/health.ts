/** Asks everything that the service depends on whether it is there, without doing anything that costs or is seen. */

import { unlessAborted } from '../platform/concurrency/promises.ts';
import { singleFlight } from '../platform/concurrency/single-flight.ts';
import { errorKind } from '../platform/error-details.ts';
import type { Health, HealthCheck } from './schemas.ts';

export interface CheckedDependency {
  kind: HealthCheck['kind'];
  name: string;
  /** Throws when it is not usable. */
  check(signal: AbortSignal): Promise<unknown>;
}

const CHECK_MS = 10_000;
/** Administrators may reload the page as often as they like. */
const CACHE_MS = 5_000;

/** Whoever asks meanwhile, or some seconds later, gets the same answer. */
export function createHealth(dependencies: readonly CheckedDependency[]): () => Promise<Health> {
  return singleFlight(
    async () => {
      const checks = await Promise.all(dependencies.map(checkDependency));
      return { checked_at: Date.now(), checks };
    },
    { cacheMs: CACHE_MS },
  );
}

async function checkDependency({ kind, name, check }: CheckedDependency): Promise<HealthCheck> {
  const startedAt = performance.now();
  const signal = AbortSignal.timeout(CHECK_MS);
  let problem: string | null = null;
  try {
    await unlessAborted(check(signal), signal);
  } catch (error) {
    problem = signal.aborted ? 'timeout' : errorKind(error);
  }
  const took_ms = Math.round(performance.now() - startedAt);
  return { kind, name, state: problem === null ? 'ok' : 'failed', took_ms, error_kind: problem };
}
