/** What the person at the command line can correct. It is shown in one line, without a stack. */
export class UsageError extends Error {}
