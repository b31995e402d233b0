/** Tells the owner of a workflow what is wrong with the slot that it has in a database. */
import { sql } from 'kysely';
import type { Notify } from '../../accounts/notifications.ts';
import type { Query } from '../../database.ts';
import { newId } from '../../platform/ids.ts';
import { escapeMarkdown } from '../../platform/markdown/escape-markdown.ts';
import { type Slot, slotName } from './slot.ts';

interface SlotNotice {
  kind: string;
  title: string;
  text: string;
}

export async function notifyLost(notify: Notify, transaction: Query, slot: Slot): Promise<void> {
  await tell(notify, transaction, slot, {
    kind: 'replication_lost',
    title: `The workflow '${slot.workflow_name}' has lost changes of a database`,
    text:
      `The replication slot \`${slotName(slot)}\` of the trigger '${escapeMarkdown(slot.node_id)}' was dropped or ` +
      `invalidated in the database ${place(slot)}. The changes that it kept are lost, and no further ones are read ` +
      'until you publish the workflow again, or deactivate and activate it.',
  });
}

export async function notifyLag(
  notify: Notify,
  transaction: Query,
  slot: Slot,
  { lagBytes, limitBytes }: { lagBytes: number; limitBytes: number },
): Promise<void> {
  await tell(notify, transaction, slot, {
    kind: 'replication_lag',
    title: `A database keeps much log for the workflow '${slot.workflow_name}'`,
    text:
      `The database ${place(slot)} keeps ${megabytes(lagBytes)} of its log for the trigger ` +
      `'${escapeMarkdown(slot.node_id)}', more than ${megabytes(limitBytes)}. Its disk may become full. Either runs start ` +
      'more slowly than rows change, or a transaction there has been open for long. A workflow that is deactivated ' +
      'keeps no log.',
  });
}

export async function notifyNotDropped(notify: Notify, transaction: Query, slot: Slot, error: string): Promise<void> {
  const name = slotName(slot);
  await tell(notify, transaction, slot, {
    kind: 'replication_left',
    title: `A replication slot of the workflow '${slot.workflow_name}' can not be dropped`,
    text:
      `The trigger '${escapeMarkdown(slot.node_id)}' does not read from the database ${place(slot)} any more, but its ` +
      `replication slot could not be dropped there: ${escapeMarkdown(error)}. A slot that nobody reads keeps the log until ` +
      `the disk is full. It is tried again for some weeks. To drop it yourself: \`SELECT pg_drop_replication_slot('${name}'); ` +
      `DROP PUBLICATION IF EXISTS "${name}";\``,
  });
}

async function tell(notify: Notify, transaction: Query, slot: Slot, notice: SlotNotice): Promise<void> {
  const { rows } = await sql<{ created_by: string }>`
    SELECT created_by FROM workflows WHERE id = ${slot.workflow_id}`.execute(transaction);
  await notify(transaction, [rows[0]?.created_by ?? slot.user_id], {
    ...notice,
    event: `${notice.kind}:${slot.id}:${newId()}`,
    ...(slot.workflow_id !== null && { link: `/workflows/${slot.workflow_id}` }),
  });
}

function place({ target: { host, port, database } }: Slot): string {
  return `'${escapeMarkdown(database)}' on '${escapeMarkdown(host)}:${port}'`;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MB`;
}
