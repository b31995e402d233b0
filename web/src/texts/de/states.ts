export const stepStates = {
  queued: 'eingereiht',
  running: 'läuft',
  waiting: 'wartet',
  success: 'erfolgreich',
  failed: 'fehlgeschlagen',
  skipped: 'übersprungen',
} as const;
