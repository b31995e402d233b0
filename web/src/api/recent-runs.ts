import { queryOptions } from '@tanstack/react-query';
import type { RunSummary } from '../../../src/runs/api/list-schemas.ts';
import { post } from './transport/client.ts';

const SHOWN = 15;

/** The latest runs of a workflow, for choosing one of them. */
export const RECENT_RUNS = ['recent-runs'];

export function recentRunsQuery(workflowId: string) {
  return queryOptions({
    queryKey: [...RECENT_RUNS, workflowId],
    queryFn: async ({ signal }) => {
      const body = { workflow_id: workflowId, limit: SHOWN };
      return (await post<{ items: RunSummary[] }>('v1/run/list', body, { signal })).items;
    },
    staleTime: 10_000,
  });
}
