/**
 * What waits for the user: approvals, failures and notifications. Only the live stream tells it, whenever it connects and whenever
 * something changes. A request for the counts could be answered after a change was told, and be older than that.
 */
import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import type { LiveEvent } from '../../../src/live/schemas.ts';

interface Counts {
  /** Approvals that wait for the user's decision. */
  approvals: number;
  /** Failed runs that are assigned to the user. */
  failures: number;
  /** Unread notifications, of which no more than a hundred are counted. */
  notifications: number;
}

export const countsQuery = queryOptions<Counts>({
  queryKey: ['counts'],
  queryFn: skipToken,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Takes the counts that an event tells. */
export function noteCounts(queryClient: QueryClient, event: LiveEvent): void {
  const change = readCounts(event);
  if (!change) return;
  queryClient.setQueryData<Counts>(countsQuery.queryKey, counts => ({
    approvals: 0,
    failures: 0,
    notifications: 0,
    ...counts,
    ...change,
  }));
}

function readCounts(event: LiveEvent): Partial<Counts> | undefined {
  if (event.type === 'approvals') return { approvals: event.waiting };
  if (event.type === 'failures') return { failures: event.mine };
  if (event.type === 'notifications') return { notifications: event.unread };
  return undefined;
}
