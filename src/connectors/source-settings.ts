/** What connectors and MCP servers have in common: who owns them, and which credential they use. */

import Type from 'typebox';
import { requireMembership } from '../accounts/sharing/rights.ts';
import { ownershipFields } from '../accounts/sharing/schemas.ts';
import type { CredentialUses } from '../credentials/contract.ts';
import type { Query } from '../database.ts';
import { usedCredentialNotFound, validationError } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { about } from '../http/described.ts';
import { Nullable, Uuid } from '../http/endpoint.ts';
import { Timestamp } from '../http/schema-parts.ts';

/** The fields of a creation that say who owns it. */
export const ownerFields = {
  organization_id: Type.Optional(Nullable({ ...Uuid, description: 'the owner, instead of the caller' })),
  group_id: Type.Optional(Nullable({ ...Uuid, description: 'the owner, instead of the caller' })),
};

/** The fields of a creation or update that say which credential it uses. */
export const credentialFields = {
  credential_id: Type.Optional(
    Nullable({ ...Uuid, description: 'the credential that requests are sent with; null for none' }),
  ),
  credential: Type.Optional(
    Nullable(Type.Literal('own', { description: 'everybody connects an account of their own; null for none' })),
  ),
};

/** The fields of a reply. */
export const sourceFields = {
  credential_id: about('The id of the credential that is used; null: none.', Nullable(Uuid)),
  credential: about(
    '`own`: every user connects an account of their own; null: all use the same credential, or none.',
    Nullable(Type.Literal('own')),
  ),
  ...ownershipFields,
  created: Timestamp,
  updated: Timestamp,
};

interface CredentialChoice {
  credential_id?: string | null;
  credential?: 'own' | null;
}

/** Returns the columns. Undefined when the request says nothing of credentials. */
export function toCredentialColumns({ credential_id, credential }: CredentialChoice) {
  if (credential_id === undefined && credential === undefined) return undefined;
  if (credential !== 'own') return { credential_id: credential_id?.toLowerCase() ?? null, credential_own: false };
  if (credential_id) throw validationError('credential', "must not be 'own' when there is a credential_id");
  return { credential_id: null, credential_own: true };
}

/** To attach a credential, one must be allowed to use it. Whoever calls a tool later must be allowed to as well. */
export async function requireUsableCredential(
  credentials: Pick<CredentialUses, 'findUsable'>,
  db: Query,
  { userId: id, email }: Caller,
  credentialId: string | null | undefined,
): Promise<void> {
  if (!credentialId) return;
  const usable = await credentials.findUsable(db, { id, email }, [credentialId]);
  if (!usable.has(credentialId)) throw usedCredentialNotFound();
}

interface Owners {
  organization_id?: string | null;
  group_id?: string | null;
}

export async function requireSourceOwnership(
  db: Query,
  caller: Caller,
  { organization_id, group_id }: Owners,
): Promise<void> {
  if (organization_id && group_id) throw validationError('group_id', 'must not be given together with organization_id');
  await requireMembership(db, caller, { organization_id, group_id });
}
