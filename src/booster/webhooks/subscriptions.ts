/** Which webhooks of a panel's settings are told of what. Pure. */
import { hash } from 'node:crypto';
import type { BoosterEvent } from '../events.ts';
import type { Webhook } from '../panel-schemas.ts';

/** One webhook of the settings, by its name. */
export interface Subscriber {
  /** The same while its events and its secret change: what waits for it goes on, in order. */
  webhook: string;
  url: string;
}

/** Each once, also where the settings list it for the same event twice. */
export function findSubscribers(webhooks: readonly Webhook[], type: BoosterEvent['type']): Subscriber[] {
  const subscribed = namedWebhooks(webhooks).filter(({ settings }) => settings.events.includes(type));
  return [...new Map(subscribed.map(({ name, settings }) => [name, settings.url]))].map(([webhook, url]) => ({
    webhook,
    url,
  }));
}

/** As it is in the settings of now. */
export function findWebhook(webhooks: readonly Webhook[], name: string): Webhook | undefined {
  return namedWebhooks(webhooks).find(each => each.name === name)?.settings;
}

/** By its address; of several at one address, those with another secret each, by their place among them. */
function namedWebhooks(webhooks: readonly Webhook[]): { name: string; settings: Webhook }[] {
  return webhooks.map(settings => {
    const { url, secret } = settings;
    const secrets = new Set(webhooks.filter(each => each.url === url).map(each => each.secret));
    return { name: hash('sha256', JSON.stringify([url, [...secrets].indexOf(secret)])), settings };
  });
}
