/** The states of steps, as they are told in sentences. */
export const stepStates = {
  queued: 'queued',
  running: 'running',
  waiting: 'waiting',
  success: 'succeeded',
  failed: 'failed',
  skipped: 'skipped',
} as const;
