/**
 * The URLs of webhooks and of the pages of forms. A webhook has one URL, before and after publishing: the first who waits for a call of the draft
 * reserves it, and publishing makes it the URL of the trigger. The secret in it is stored twice: as a hash, with which
 * calls are compared, and sealed, for those who may see the URL.
 */
import { hash } from 'node:crypto';
import type { Query } from '../database.ts';
import { newId, newSecret } from '../platform/ids.ts';
import type { Sealer } from '../platform/sealing/sealing.ts';

export interface Address {
  /** The id of the trigger. */
  id: string;
  secret_hash: Buffer;
  secret_sealed: Buffer;
}

export function newAddress(sealer: Sealer): Address {
  const id = newId();
  return { id, ...webhookSecretColumns(sealer, id, newSecret()) };
}

export function webhookSecretColumns(sealer: Sealer, id: string, secret: string): Omit<Address, 'id'> {
  return { secret_hash: hashWebhookSecret(secret), secret_sealed: sealer.seal(secret, sealingContext(id)) };
}

export function hashWebhookSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** The types of triggers that have a URL. */
const ADDRESSED = ['trigger.webhook', 'trigger.form'] as const;
export type AddressedType = (typeof ADDRESSED)[number];

export function hasAddress(type: string): type is AddressedType {
  return ADDRESSED.some(addressed => addressed === type);
}

export interface UrlServices {
  /** The beginning of these URLs. */
  publicUrl(): string;
  sealer: Sealer;
}

export function triggerUrl(
  { publicUrl, sealer }: UrlServices,
  type: AddressedType,
  { id, secret_sealed }: Pick<Address, 'id' | 'secret_sealed'>,
): string {
  const path = type === 'trigger.form' ? '/form' : '/api/v3/workflow/hook';
  return `${publicUrl()}${path}/${id}/${sealer.open(secret_sealed, sealingContext(id))}`;
}

function sealingContext(id: string): string {
  return `webhooks/${id}`;
}

/** Finds or reserves the address of a trigger of the draft. The calling code must have locked the workflow. */
export async function reserveAddress(
  transaction: Query,
  sealer: Sealer,
  workflowId: string,
  { nodeId, type }: { nodeId: string; type: AddressedType },
): Promise<Pick<Address, 'id' | 'secret_sealed'>> {
  const published = await transaction
    .selectFrom('workflow_triggers')
    .select(['id', 'secret_sealed'])
    .where('workflow_id', '=', workflowId)
    .where('node_id', '=', nodeId)
    .where('type', '=', type)
    .executeTakeFirst();
  if (published && published.secret_sealed !== null) {
    return { id: published.id, secret_sealed: published.secret_sealed };
  }
  const reserved = await transaction
    .selectFrom('webhook_addresses')
    .select(['id', 'secret_sealed'])
    .where('workflow_id', '=', workflowId)
    .where('node_id', '=', nodeId)
    .executeTakeFirst();
  if (reserved) return reserved;
  const address = newAddress(sealer);
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
    .returning(['id', 'secret_hash', 'secret_sealed', 'node_id'])
    .execute();
  return new Map(taken.map(({ node_id, ...address }) => [node_id, address]));
}
