/** Decides whether and when a failed run is tried again. */

import type { WorkflowSettings } from '../../engine/settings.ts';
import { settingsLimits } from '../../engine/settings-limits.ts';

type RetrySettings = NonNullable<WorkflowSettings['retry']>;

const DEFAULT_DELAY_SECONDS = 60;
const DEFAULT_BACKOFF = 2;

/** Returns how long to wait after this attempt, of which the first is 1. Undefined when it was the last one. */
export function retryDelaySeconds(
  { attempts, delay_seconds = DEFAULT_DELAY_SECONDS, backoff = DEFAULT_BACKOFF }: RetrySettings,
  attempt: number,
): number | undefined {
  if (attempt >= attempts) return undefined;
  return Math.min(delay_seconds * backoff ** (attempt - 1), settingsLimits.retryDelaySeconds);
}
