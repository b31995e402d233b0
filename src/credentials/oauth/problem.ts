/**
 * `grant`: what the user once allowed is over, or the client is not accepted. Only people can repair it.
 * `configuration`: the fields of the credential, or what the server says of itself, can not work.
 * `temporary`: another attempt may succeed.
 */
export type OauthProblemKind = 'grant' | 'configuration' | 'temporary';

/**
 * Why an authorization server gave no token. The message is the end of a sentence, such as `the server answered with
 * status 500`, and has no secrets.
 */
export class OauthProblem extends Error {
  override readonly name = 'OauthProblem';
  readonly kind: OauthProblemKind;
  /** The delay that the server requested. */
  readonly retryAfterMs: number | undefined;

  constructor(kind: OauthProblemKind, message: string, options: { cause?: unknown; retryAfterMs?: number } = {}) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs;
  }
}
