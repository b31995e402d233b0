const CREDENTIAL = /auth|token|secret|key|password|cookie|signature|session/i;

/** Header names that look like credentials: an export empties them, and they follow no redirect to another origin. */
export function isCredentialHeader(name: string): boolean {
  return CREDENTIAL.test(name);
}
