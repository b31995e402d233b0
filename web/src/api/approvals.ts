/** The approvals of the user, and decisions on them. */
import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type {
  Approval,
  ApprovalContext,
  DecideRequest,
  DelegateRequest,
  InboxPage,
  InboxRequest,
} from '../../../src/approvals/schemas.ts';
import { post } from './transport/client.ts';
import { noteServerTime } from './transport/server-clock.ts';

export type * from '../../../src/approvals/schemas.ts';
export type InboxPages = InfiniteData<InboxPage>;
export type InboxFilters = Pick<InboxRequest, 'state' | 'text'>;

/** The beginning of the keys of everything that a decision may change. */
export const APPROVALS = ['approvals'];
const PAGE_SIZE = 30;
/** The live stream tells how many approvals wait, but not that one was decided while another one came. */
const LOOK_AGAIN_MS = 15_000;

export function inboxQuery(filters: InboxFilters) {
  return infiniteQueryOptions({
    queryKey: [...APPROVALS, 'inbox', filters],
    queryFn: ({ pageParam, signal }) =>
      post<InboxPage>(
        'v1/approval/list',
        { ...filters, limit: PAGE_SIZE, ...(pageParam !== undefined && { before: pageParam }) } satisfies InboxRequest,
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.next ?? undefined,
  });
}

export function approvalQuery(id: string) {
  return queryOptions({
    queryKey: [...APPROVALS, 'one', id],
    queryFn: ({ signal }) => post<Approval>('v3/workflow/approval/get', { approval_id: id }, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? LOOK_AGAIN_MS : false),
  });
}

export function approvalContextQuery(id: string) {
  return queryOptions({
    queryKey: [...APPROVALS, 'context', id],
    queryFn: async ({ signal }) => {
      const context = await post<ApprovalContext>('v1/approval/context', { approval_id: id }, { signal });
      noteServerTime(context.now);
      return context;
    },
    // Of the decisions of others, only the last one is told to those who look.
    refetchInterval: ({ state: { data } }) => (data && isOfSeveral(data) ? LOOK_AGAIN_MS : false),
  });
}

export function delegate(request: DelegateRequest): Promise<Approval> {
  return post('v1/approval/delegate', request);
}

/** Whether more than one decision may be needed. */
export function isOfSeveral({ required, reject_after, decisions }: ApprovalContext): boolean {
  return required > 1 || reject_after > 1 || decisions.length > 1;
}

export function decide(request: DecideRequest): Promise<Approval> {
  return post('v3/workflow/approval/decide', request);
}
