/** Runs that steps of other runs have started. */
import { queryOptions } from '@tanstack/react-query';
import type { RunPage, RunSummary } from '../../../src/runs/api/list-schemas.ts';
import { post } from './transport/client.ts';

const REFETCH_MS = 2_000;
const MOST = 50;

/** The runs of one step, newest first. They are read again until all of them have ended. */
export function childRunsQuery(
  runId: string,
  { nodeId, iteration, status }: { nodeId: string; iteration: readonly number[]; status: string },
) {
  const filters = { parent_run_id: runId, parent_node_id: nodeId, parent_iteration: [...iteration], limit: MOST };
  return queryOptions({
    // With another state of the step, there may be another try.
    queryKey: ['child-runs', filters, status],
    queryFn: ({ signal }) => post<RunPage>('v1/run/list', filters, { signal }),
    placeholderData: previous => previous,
    refetchInterval: ({ state }) => (state.data?.items.every(isEnded) && status !== 'waiting' ? false : REFETCH_MS),
  });
}

/** Undefined when the run is gone, or is one of somebody else. */
export function runSummaryQuery(id: string) {
  return queryOptions({
    queryKey: ['run-summary', id],
    queryFn: async ({ signal }) => {
      const { items } = await post<RunPage>('v1/run/list', { text: id, limit: 1 }, { signal });
      return items[0] ?? null;
    },
    refetchInterval: ({ state }) => (state.data && !isEnded(state.data) ? REFETCH_MS : false),
  });
}

function isEnded({ finished_at }: RunSummary): boolean {
  return finished_at !== null;
}
