/** The secrets of panels, which are sealed in the database: those that sign webhooks, and the one that signs links. */
import { newSecret } from '../platform/ids.ts';
import { toStorableJson } from '../platform/postgres/storable-text.ts';
import type { Sealer } from '../platform/sealing/sealing.ts';
import type { StoredWebhook, Webhook } from './panel-schemas.ts';
import type { PanelRow } from './tables.ts';

/** Numbers the different secrets of each URL, so that webhooks can be told apart without opening their secrets. */
export function sealWebhooks(sealer: Sealer, panelId: string, webhooks: readonly Webhook[]) {
  const stored = webhooks.map(({ url, events, secret }): StoredWebhook => {
    const secrets = new Set(webhooks.filter(each => each.url === url).map(each => each.secret));
    return { url, events, secret_number: [...secrets].indexOf(secret) };
  });
  const secrets = JSON.stringify(webhooks.map(({ secret }) => secret));
  return {
    webhooks: toStorableJson(stored),
    webhook_secrets_sealed: webhooks.length === 0 ? null : sealer.seal(secrets, webhookContext(panelId)),
  };
}

export type OpenedWebhook = StoredWebhook & Webhook;

export function openWebhooks(
  sealer: Sealer,
  { id, webhooks, webhook_secrets_sealed }: Pick<PanelRow, 'id' | 'webhooks' | 'webhook_secrets_sealed'>,
): OpenedWebhook[] {
  if (webhook_secrets_sealed === null) return [];
  const secrets: string[] = JSON.parse(sealer.open(webhook_secrets_sealed, webhookContext(id)));
  return webhooks.map((webhook, index) => ({ ...webhook, secret: secrets[index] ?? '' }));
}

/** In the format of the Standard Webhooks specification. */
export function newWebhookSecret(): string {
  return `whsec_${Buffer.from(newSecret(32), 'base64url').toString('base64')}`;
}

export function sealLinkSecret(sealer: Sealer, panelId: string, secret: string): Buffer {
  return sealer.seal(secret, linkContext(panelId));
}

export type LinkSigner = Pick<PanelRow, 'id' | 'link_secret_sealed'>;

/** Opens the secret that signs the links of a panel. */
export type OpenLinkSecret = (panel: LinkSigner) => string;

export function createOpenLinkSecret(sealer: Sealer): OpenLinkSecret {
  /** Opening takes as long as checking a signature, so the secrets of the last panels stay open while they are the same. */
  const opened = new Map<string, { sealed: Buffer; secret: string }>();
  return ({ id, link_secret_sealed: sealed }) => {
    const known = opened.get(id);
    if (known?.sealed.equals(sealed)) return known.secret;
    const secret = sealer.open(sealed, linkContext(id));
    opened.delete(id);
    opened.set(id, { sealed, secret });
    const [oldest] = opened.keys();
    if (opened.size > MOST_OPENED && oldest !== undefined) opened.delete(oldest);
    return secret;
  };
}

const MOST_OPENED = 1_000;

function webhookContext(panelId: string): string {
  return `panels/${panelId}/webhooks`;
}

function linkContext(panelId: string): string {
  return `panels/${panelId}/links`;
}
