/**
 * What the audit log tells of a panel. Webhooks have secrets, even in their addresses, so it only tells that they
 * changed.
 */
import type { Selectable } from 'kysely';
import { changedFields, hasChanges, recordAudit, SHARES, type Subject } from '../audit/record.ts';
import type { Query } from '../database.ts';
import type { Caller } from '../http/caller.ts';
import { isObject } from '../platform/is-object.ts';
import type { OpenedWebhook } from './panel-secrets.ts';
import type { BoosterTables } from './tables.ts';

type PanelRow = Omit<Selectable<BoosterTables['panels']>, 'webhooks'> & { webhooks: readonly OpenedWebhook[] };

export function panelSubject({ id, name }: { id: string; name: string }): Subject {
  return { kind: 'panel', id, name };
}

/** Nothing is recorded of an update that changes nothing. */
export async function recordPanelChange(
  transaction: Query,
  caller: Caller,
  before: PanelRow,
  after: PanelRow,
): Promise<void> {
  const settings = changedFields(before, after, ['name', 'organization_id', 'group_id', 'enabled', 'database']);
  const shares = changedFields(before, after, SHARES);
  const storage = changedNames(before.file_storage, after.file_storage).filter(name => name !== 'folders');
  const folders = changedNames(foldersOf(before), foldersOf(after));
  const hasNewWebhooks = changedNames(before.webhooks, after.webhooks).length > 0;
  const isSettings = hasChanges(settings) || storage.length > 0 || folders.length > 0 || hasNewWebhooks;
  if (!isSettings && !hasChanges(shares)) return;
  await recordAudit(transaction, caller, {
    action: isSettings ? 'panel.update' : 'panel.share',
    subject: panelSubject(after),
    details: {
      changes: { ...settings, ...shares },
      ...(storage.length > 0 && { file_storage: storage }),
      ...(folders.length > 0 && { folders }),
      ...(hasNewWebhooks && { webhooks: { from: before.webhooks.length, to: after.webhooks.length } }),
    },
  });
}

function foldersOf({ file_storage }: PanelRow): unknown {
  return file_storage.folders;
}

/** Lists the keys whose values differ. */
function changedNames(before: unknown, after: unknown): string[] {
  const [old, now] = [toRecord(before), toRecord(after)];
  return Object.keys(changedFields(old, now, [...new Set([...Object.keys(old), ...Object.keys(now)])]));
}

function toRecord(value: unknown): Record<string, unknown> {
  return isObject(value) || Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {};
}
