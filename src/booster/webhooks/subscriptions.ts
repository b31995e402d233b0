/** Which webhooks of a panel's settings are told of what. Pure. */
import { hash } from 'node:crypto';
import type { BoosterEvent } from '../events.ts';
import type { Webhook } from '../panel-schemas.ts';

/** One webhook of the settings, by its name. */
export interface Subscriber {
  webhook: string;
  url: string;
}

/** Names a webhook while its settings change around it: with another URL or secret it is another one. */
export function webhookName({ url, secret }: Pick<Webhook, 'url' | 'secret'>): string {
  return hash('sha256', JSON.stringify([url, secret]));
}

/** Each once, also where the settings list it for the same event twice. */
export function subscribersOf(webhooks: readonly Webhook[], type: BoosterEvent['type']): Subscriber[] {
  const subscribed = webhooks.filter(({ events }) => events.includes(type));
  return [...new Map(subscribed.map(each => [webhookName(each), each.url]))].map(([webhook, url]) => ({
    webhook,
    url,
  }));
}

/** As it is in the settings of now. One whose secret was changed is found by its address: what waits is for it still. */
export function findWebhook(webhooks: readonly Webhook[], { webhook: name, url }: Subscriber): Webhook | undefined {
  return webhooks.find(each => webhookName(each) === name) ?? webhooks.find(each => each.url === url);
}
