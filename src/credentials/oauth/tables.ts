import type { Generated } from 'kysely';
import type { CreatedAt } from '../../platform/postgres/column-types.ts';

/** Columns of `credentials`. */
export interface TokenColumns {
  /** Grows with every change of the tokens, so that of two changes from the same state one wins. */
  tokens_generation: Generated<number>;
  tokens_lease: Generated<string | null>;
  tokens_leased_until: Generated<Date | null>;
}

/** A browser that is at an authorization server. */
export interface CredentialConnectionsTable {
  state_hash: Buffer;
  credential_id: string;
  user_id: string;
  /** Null when it was begun with a key. */
  session_id: string | null;
  fingerprint: Buffer;
  code_verifier_sealed: Buffer;
  redirect_uri: string;
  return_path: string;
  expires_at: Date;
  created_at: CreatedAt;
}
