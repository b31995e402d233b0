const CREDENTIAL = /auth|token|secret|key|password|cookie|signature|session/i;
/** This pattern is narrower, because words such as `keyword` and `author` are common in queries. */
const CREDENTIAL_QUERY =
  /auth(?!or)|token|secret|passw|credential|signature|session|^sig$|(^|[-_.])(api|access|private|subscription)?[-_.]?key$/i;

/**
 * Recognizes headers that look like credentials. Exports omit their values, and redirects to other origins omit them.
 */
export function isCredentialHeader(name: string): boolean {
  return CREDENTIAL.test(name);
}

/** Recognizes names of query parameters that look like credentials. */
export function isCredentialQuery(name: string): boolean {
  return CREDENTIAL_QUERY.test(name);
}
