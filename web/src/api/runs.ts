/** Lists of runs, what can be done with many runs at once, and saved views. */
import { type InfiniteData, infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { SavedView, ViewCreation } from '../../../src/live/schemas.ts';
import type { RunFilters, RunPage, RunStats, RunSummary } from '../../../src/runs/api/list-schemas.ts';
import type {
  BatchCount,
  CancelManyRequest,
  ReplayManyRequest,
  RunBatch,
} from '../../../src/runs/api/replay-schemas.ts';
import { post } from './transport/client.ts';

export type { BatchCount, RunBatch, RunFilters, RunPage, RunStats, RunSummary, SavedView };
export type RunPages = InfiniteData<RunPage, string | undefined>;

const PAGE_SIZE = 50;

export function readRunPage(filters: RunFilters, before?: string, signal?: AbortSignal): Promise<RunPage> {
  return post('v1/run/list', { ...filters, limit: PAGE_SIZE, ...(before !== undefined && { before }) }, { signal });
}

const RUN_LISTS = ['run-list'];
const RUN_BATCHES = ['run-batch'];
export const RUN_STATS = ['run-stats'];
export const SAVED_VIEWS = ['saved-views'];

/**
 * The pages of a list that were read so far. They are never read again by themselves, because rows would move under the
 * pointer: the list learns from the live stream what has changed.
 */
export function runListQuery(filters: RunFilters) {
  return infiniteQueryOptions({
    queryKey: [...RUN_LISTS, filters],
    queryFn: ({ pageParam, signal }) => readRunPage(filters, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.next ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** A count that takes too long is refused, and asking again would be refused as well. */
export function runStatsQuery(filters: RunFilters, buckets: number) {
  return queryOptions({
    queryKey: [...RUN_STATS, filters, buckets],
    queryFn: ({ signal }) => post<RunStats>('v1/run/stats', { ...filters, buckets }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
}

/** Whether the user has any run at all: an empty list says something else then. */
export const anyRunQuery = queryOptions({
  queryKey: [...RUN_LISTS, 'any'],
  queryFn: async ({ signal }) => (await post<RunPage>('v1/run/list', { limit: 1 }, { signal })).items.length > 0,
});

/** What an action would do with how many runs. */
export function batchPlanQuery(chosen: ChosenRuns, replay: ReplayMany | undefined) {
  return queryOptions({
    queryKey: [...RUN_BATCHES, 'plan', chosen, replay],
    queryFn: ({ signal }) => (replay ? countReplays(chosen, replay, signal) : countCancels(chosen, signal)),
    retry: false,
    staleTime: 0,
  });
}

/** Which runs an action is for: exactly these, or all that fit. */
export type ChosenRuns = { ids: string[] } | { filters: RunFilters };

export type ReplayMany = Pick<ReplayManyRequest, 'from' | 'version' | 'keys'>;

function countReplays(chosen: ChosenRuns, replay: ReplayMany, signal?: AbortSignal): Promise<BatchCount> {
  return post('v1/run/replay_many', { ...chosen, ...replay, dry_run: true }, { signal });
}

/** `most` is the number that the user has seen: more runs than that are refused. */
export function replayMany(chosen: ChosenRuns, replay: ReplayMany, most: number): Promise<RunBatch> {
  return post('v1/run/replay_many', { ...chosen, ...replay, most } satisfies ReplayManyRequest);
}

function countCancels(chosen: ChosenRuns, signal?: AbortSignal): Promise<BatchCount> {
  return post('v1/run/cancel_many', { ...chosen, dry_run: true }, { signal });
}

export function cancelMany(chosen: ChosenRuns, most: number): Promise<RunBatch> {
  return post('v1/run/cancel_many', { ...chosen, most } satisfies CancelManyRequest);
}

const BATCH_POLL_MS = 1_000;

export function batchQuery(batch: RunBatch) {
  return queryOptions({
    queryKey: [...RUN_BATCHES, batch.id],
    queryFn: ({ signal }) => post<RunBatch>('v1/run/batch/get', { batch_id: batch.id }, { signal }),
    initialData: batch,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? BATCH_POLL_MS : false),
  });
}

export function stopBatch(batchId: string): Promise<RunBatch> {
  return post('v1/run/batch/cancel', { batch_id: batchId });
}

export function savedViewsQuery(page: SavedView['page']) {
  return queryOptions({
    queryKey: [...SAVED_VIEWS, page],
    queryFn: ({ signal }) => post<SavedView[]>('v1/view/find', { page }, { signal }),
    staleTime: 60_000,
  });
}

export function createView(view: ViewCreation): Promise<SavedView> {
  return post('v1/view/create', view);
}

export function deleteView(id: string): Promise<unknown> {
  return post('v1/view/delete', { id });
}
