/** Triggers that poll a source. */

import { queryOptions } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type { PollNowReply, PollPreview } from '../../../src/triggers/polls/schemas.ts';
import { post, TAKES_LONG } from './transport/client.ts';
import { workflowKey } from './workflows.ts';

export type PollOutcome = Static<typeof PollNowReply>;

export function pollNow(workflowId: string, nodeId: string): Promise<PollOutcome> {
  return post('v1/trigger/poll_now', { workflow_id: workflowId, node_id: nodeId }, TAKES_LONG);
}

/** Asks the source, so it is only asked when somebody wants to see it. */
export function pollPreviewQuery(workflowId: string, nodeId: string, params: Readonly<Record<string, unknown>>) {
  return queryOptions({
    queryKey: [...workflowKey(workflowId), 'poll preview', nodeId, params],
    queryFn: ({ signal }) =>
      post<PollPreview>(
        'v1/trigger/poll_preview',
        { workflow_id: workflowId, node_id: nodeId, params },
        { ...TAKES_LONG, signal },
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });
}
