/** Encrypts small secrets for the database: each with a data key of its own, which a key of the installation wraps. */

export interface Sealer {
  /** `context` names the place of the secret, such as `credentials/<id>/3`. It opens at no other place. */
  seal(plain: string, context: string): Buffer;
  /** Throws a SealingError when no key of the installation fits, or when the bytes or the context are others. */
  open(sealed: Uint8Array, context: string): string;
  /** Wraps the data key with the newest key. Returns undefined when it already is. */
  rewrap(sealed: Uint8Array): Buffer | undefined;
  /** A key for one purpose, derived from the newest key. For what need not outlive this process. */
  deriveKey(purpose: string): Buffer;
}

export class SealingError extends Error {
  override readonly name = 'SealingError';
}
