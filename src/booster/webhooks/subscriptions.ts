/** Finds the webhooks in a panel's settings that subscribe to an event. Pure. */
import { hash } from 'node:crypto';
import type { BoosterEvent } from '../events.ts';
import type { StoredWebhook } from '../panel-schemas.ts';

/** A webhook of the settings. */
export interface Subscriber {
  /** A name that stays the same when the events or the secret change, so that waiting deliveries continue in order. */
  webhook: string;
  url: string;
}

/** Returns each webhook once, even if the settings list it twice for the same event. */
export function findSubscribers(webhooks: readonly StoredWebhook[], type: BoosterEvent['type']): Subscriber[] {
  const subscribed = namedWebhooks(webhooks).filter(({ settings }) => settings.events.includes(type));
  return [...new Map(subscribed.map(({ name, settings }) => [name, settings.url]))].map(([webhook, url]) => ({
    webhook,
    url,
  }));
}

/** Returns the webhook with its current settings. */
export function findWebhook<Settings extends StoredWebhook>(
  webhooks: readonly Settings[],
  name: string,
): Settings | undefined {
  return namedWebhooks(webhooks).find(each => each.name === name)?.settings;
}

/** A webhook is named by its URL. Several with one URL and different secrets are also named by the number of the secret. */
function namedWebhooks<Settings extends StoredWebhook>(
  webhooks: readonly Settings[],
): { name: string; settings: Settings }[] {
  return webhooks.map(settings => {
    const { url, secret_number } = settings;
    return { name: hash('sha256', JSON.stringify([url, secret_number])), settings };
  });
}
