/** What the audit log tells of a credential: the names of fields that changed, and never a value. */
import { changedFields, hasChanges, recordAudit, SHARES, type Subject } from '../audit/record.ts';
import type { Query } from '../database.ts';
import type { Caller } from '../http/caller.ts';
import type { CredentialRow } from './tables.ts';

export function credentialSubject({ id, name }: { id: string; name: string }): Subject {
  return { kind: 'credential', id, name };
}

export async function recordCredentialChange(
  transaction: Query,
  caller: Caller,
  { before, after, changedSecrets }: { before: CredentialRow; after: CredentialRow; changedSecrets: readonly string[] },
): Promise<void> {
  const settings = changedFields(before, after, ['name', 'description', 'hosts', 'template_places', 'rotate_at']);
  const shares = changedFields(before, after, SHARES);
  const fieldNames = [...new Set([...Object.keys(before.fields), ...Object.keys(after.fields)])];
  const fields = [...Object.keys(changedFields(before.fields, after.fields, fieldNames)), ...changedSecrets];
  const isUpdate = hasChanges(settings) || fields.length > 0;
  await recordAudit(transaction, caller, {
    action: isUpdate ? 'credential.update' : 'credential.share',
    subject: credentialSubject(after),
    details: {
      changes: { ...settings, ...shares },
      ...(fields.length > 0 && { fields }),
      version: after.version,
    },
  });
}
