/** The states of steps, as they are told in sentences. */
import * as words from './common.ts';
export const stepStates = {
  queued: 'queued',
  running: words.running,
  waiting: 'waiting',
  success: 'succeeded',
  failed: words.failedInText,
  skipped: 'skipped',
} as const;
