/** The notifications of the user. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Notification } from '../../../src/accounts/schemas.ts';
import { post } from './transport/client.ts';

export type { Notification };

/** The beginning of the keys of all lists. */
export const NOTIFICATIONS = ['notifications'];

const PAGE_SIZE = 50;

function find(body: object, signal?: AbortSignal): Promise<Notification[]> {
  return post('v1/notification/find', body, { signal });
}

export function notificationsQuery(unreadOnly: boolean) {
  return infiniteQueryOptions({
    queryKey: [...NOTIFICATIONS, unreadOnly],
    queryFn: ({ pageParam, signal }) =>
      find(
        {
          limit_from: pageParam,
          limit_to: pageParam + PAGE_SIZE,
          ...(unreadOnly && { filters: [['read', '==', false]] }),
        },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: (page, pages) => (page.length < PAGE_SIZE ? undefined : pages.length * PAGE_SIZE),
  });
}

export function markRead(id: string): Promise<Notification> {
  return post('v1/notification/read', { id });
}

/** Marks everything as read that existed at this time. */
export async function markAllRead(until: number): Promise<void> {
  await post('v1/notification/read_all', { until });
}

/** Unread notifications among which one of a page is looked for. */
const RECENT = 50;

/** Whoever has opened the page need not be told of it any more. That it may fail does not matter. */
export async function readNotificationsAbout(path: string): Promise<void> {
  try {
    const unread = await find({ filters: [['read', '==', false]], limit_to: RECENT });
    const about = unread.filter(({ link }) => link?.endsWith(path));
    await Promise.all(about.map(({ id }) => markRead(id)));
  } catch {
    // They stay unread.
  }
}
