/** The message of whatever was thrown. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The code that Node, the operating system or PostgreSQL gave the error, such as `ENOENT` or `23505`. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** One word for an error, for those who must not read its text: what we call it, its code, or the name of its class. */
export function errorKind(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('kind' in error && typeof error.kind === 'string') return error.kind;
  return errorCode(error) ?? error.name;
}
