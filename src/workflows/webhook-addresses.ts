/**
 * The URLs of webhooks. A webhook has one URL, before and after publishing: the first who waits for a call of the draft
 * reserves it, and publishing makes it the URL of the trigger.
 */
import type { Query } from '../database.ts';
import { newId, newSecret } from '../platform/ids.ts';

export interface Address {
  /** The id of the trigger. */
  id: string;
  secret: string;
}

export function newAddress(): Address {
  return { id: newId(), secret: newSecret() };
}

export function webhookUrl(publicUrl: string, { id, secret }: Address): string {
  return `${publicUrl}/api/v3/workflow/hook/${id}/${secret}`;
}

/** Finds or reserves the address of a webhook of the draft. The calling code must have locked the workflow. */
export async function reserveAddress(transaction: Query, workflowId: string, nodeId: string): Promise<Address> {
  const published = await transaction
    .selectFrom('workflow_triggers')
    .select(['id', 'secret'])
    .where('workflow_id', '=', workflowId)
    .where('node_id', '=', nodeId)
    .where('type', '=', 'trigger.webhook')
    .executeTakeFirst();
  if (published && published.secret !== null) return { id: published.id, secret: published.secret };
  const reserved = await transaction
    .selectFrom('webhook_addresses')
    .select(['id', 'secret'])
    .where('workflow_id', '=', workflowId)
    .where('node_id', '=', nodeId)
    .executeTakeFirst();
  if (reserved) return reserved;
  const address = newAddress();
  await transaction
    .insertInto('webhook_addresses')
    .values({ ...address, workflow_id: workflowId, node_id: nodeId })
    .execute();
  return address;
}

/** Returns the reserved addresses by node, and ends the reservations: what is published now uses them or does not. */
export async function takeAddresses(transaction: Query, workflowId: string): Promise<ReadonlyMap<string, Address>> {
  const taken = await transaction
    .deleteFrom('webhook_addresses')
    .where('workflow_id', '=', workflowId)
    .returning(['id', 'secret', 'node_id'])
    .execute();
  return new Map(taken.map(({ node_id, id, secret }) => [node_id, { id, secret }]));
}
