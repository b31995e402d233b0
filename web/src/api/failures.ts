/** Failed runs that somebody has to deal with. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { FailureChange, FailureCounts, RunFailure } from '../../../src/runs/api/failure-schemas.ts';
import { type RunFilters, type RunSummary, readRunPage } from './runs.ts';
import { post } from './transport/client.ts';

export type { FailureCounts, RunFailure };

export interface FailedRun extends RunSummary {
  failure: RunFailure;
}

export const FAILURES = ['failures'];

export function failureListQuery(filters: RunFilters) {
  return infiniteQueryOptions({
    queryKey: [...FAILURES, 'list', filters],
    queryFn: ({ pageParam, signal }) => readRunPage(filters, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.next ?? undefined,
  });
}

export const failureCountsQuery = queryOptions({
  queryKey: [...FAILURES, 'counts'],
  queryFn: ({ signal }) => post<FailureCounts>('v1/run/failure/count', {}, { signal }),
  placeholderData: keepPreviousData,
});

/** Changes failures as they were seen: when somebody else was faster, all stay as they are. */
export function changeFailures(
  failures: readonly RunFailure[],
  change: Pick<FailureChange, 'state' | 'assignee' | 'note'>,
): Promise<RunFailure[]> {
  const run_ids = failures.map(({ run_id }) => run_id);
  const revisions = failures.map(({ revision }) => revision);
  return post('v1/run/failure/update', { run_ids, revisions, ...change } satisfies FailureChange);
}
