/** The log of deliveries to the webhooks of a panel. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Delivery, Retried, RetryMany } from '../../../src/booster/webhooks/routes.ts';
import { post } from './transport/client.ts';

export type { Delivery };

export interface DeliveriesQuery {
  panelId: string;
  state?: Delivery['state'] | undefined;
  event?: string | undefined;
  skip: number;
  limit: number;
}

/** The beginning of the keys of all lists. */
export const DELIVERY_LISTS = ['deliveries'];

/** While something waits, it may be delivered at any moment. */
const WAITING_MS = 3_000;

export function deliveriesQuery(query: DeliveriesQuery) {
  return queryOptions({
    queryKey: [...DELIVERY_LISTS, query],
    queryFn: async ({ signal }) => {
      const filters = toFilters(query);
      const page = { limit_from: query.skip, limit_to: query.skip + query.limit };
      const [items, total] = await Promise.all([
        post<Delivery[]>('v1/panel/delivery/find', { filters, ...page }, { signal }),
        post<number>('v1/panel/delivery/count', { filters }, { signal }),
      ]);
      return { items, total };
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ state }) => state === 'waiting') === true ? WAITING_MS : false,
  });
}

/** How many can be retried: those that failed, and those that were cancelled. */
export function retryableQuery({ panelId, state, event }: Pick<DeliveriesQuery, 'panelId' | 'state' | 'event'>) {
  const isPossible = state === undefined || state === 'failed' || state === 'cancelled';
  return queryOptions({
    queryKey: [...DELIVERY_LISTS, 'retryable', panelId, state, event],
    queryFn: ({ signal }) => {
      const states = state === undefined ? ['failed', 'cancelled'] : [state];
      const filters = [...toFilters({ panelId, event }), ['state', 'in', states]];
      return post<number>('v1/panel/delivery/count', { filters }, { signal });
    },
    enabled: isPossible,
  });
}

function toFilters({ panelId, state, event }: Pick<DeliveriesQuery, 'panelId' | 'state' | 'event'>): unknown[] {
  return [
    ['panel_id', '==', panelId],
    ...(state === undefined ? [] : [['state', '==', state]]),
    ...(event === undefined ? [] : [['event.type', '==', event]]),
  ];
}

export function retryDelivery(id: string): Promise<Delivery> {
  return post('v1/panel/delivery/retry', { id });
}

/** Retries all, a thousand with each request. */
export async function retryDeliveries(what: RetryMany): Promise<Retried> {
  let retried = 0;
  for (;;) {
    const reply = await post<Retried>('v1/panel/delivery/retry-many', what);
    retried += reply.retried;
    if (reply.retried === 0) return { retried, left_out: reply.left_out };
  }
}
