const CREDENTIAL = /auth|token|secret|key|password|cookie|signature|session/i;
/** Narrower: words such as `keyword` and `author` are common in queries. */
const CREDENTIAL_QUERY =
  /auth(?!or)|token|secret|passw|credential|signature|session|^sig$|(^|[-_.])(api|access|private|subscription)?[-_.]?key$/i;

/** Header names that look like credentials: an export empties them, and they follow no redirect to another origin. */
export function isCredentialHeader(name: string): boolean {
  return CREDENTIAL.test(name);
}

/** Names of query parameters that look like credentials. */
export function isCredentialQuery(name: string): boolean {
  return CREDENTIAL_QUERY.test(name);
}
