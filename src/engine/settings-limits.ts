/** The limits of what workflows say about their runs. They are here because the engine imports nothing from outside. */
export const settingsLimits = {
  /** Runs that execute at once. */
  concurrency: 1000,
  concurrencyRules: 2,
  /** Runs that wait for a place, for each key. */
  heldRuns: 100_000,
  defaultHeldRuns: 50,
  /** Characters of an expression in the settings. */
  expressionCharacters: 1000,
  /** Characters of the value of a key. Longer ones are hashed to the same length. */
  keyCharacters: 200,
  nameCharacters: 100,
  headStartSeconds: 3600,
  /** Calls that a trigger merges into one run, and the characters of its input from which it takes no more. */
  batchedCalls: 100,
  batchCharacters: 200_000,
  /** Seconds for which a trigger waits for further calls. */
  collectSeconds: 86_400,
  /** Runs that a throttled trigger begins in a window of time. */
  throttledRuns: 1000,
  retryAttempts: 10,
  retryDelaySeconds: 86_400,
  alertReceivers: 20,
  keepDays: 3650,
  toolDescriptionCharacters: 4000,
  labels: 10,
  /** Characters of the value of a label. Longer ones are cut. */
  labelCharacters: 200,
  /** Characters of an e-mail address or an id of somebody who is told of failures. */
  receiverCharacters: 254,
} as const;
