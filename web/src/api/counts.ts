/** What waits for the user: approvals and notifications. The live stream tells when it changes. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { LiveEvent } from '../../../src/live/schemas.ts';
import { post } from './client.ts';

interface Counts {
  /** Approvals that wait for the user's decision. */
  approvals: number;
  /** Unread notifications, of which no more than a hundred are counted. */
  notifications: number;
}

export const countsQuery = queryOptions({
  queryKey: ['counts'],
  queryFn: async ({ signal }): Promise<Counts> => {
    const [{ pending }, notifications] = await Promise.all([
      post<{ pending: number }>('v3/workflow/approval/count', {}, { signal }),
      post<number>('v1/notification/count', { filters: [['read', '==', false]] }, { signal }),
    ]);
    return { approvals: pending, notifications };
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** Takes the counts that an event tells. */
export function noteCounts(queryClient: QueryClient, event: LiveEvent): void {
  const change: Partial<Counts> =
    event.type === 'approvals'
      ? { approvals: event.waiting }
      : event.type === 'notifications'
        ? { notifications: event.unread }
        : {};
  queryClient.setQueryData(countsQuery.queryKey, counts => counts && { ...counts, ...change });
}
