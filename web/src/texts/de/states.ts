import * as words from './common.ts';
export const stepStates = {
  queued: 'eingereiht',
  running: words.running,
  waiting: 'wartet',
  success: 'erfolgreich',
  failed: words.failedInText,
  skipped: 'übersprungen',
} as const;
