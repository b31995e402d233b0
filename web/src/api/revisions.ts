/** The history of a workflow's draft. */

import { queryOptions } from '@tanstack/react-query';
import type { Revision, RevisionEntry } from '../../../src/workflows/schemas.ts';
import { post } from './transport/client.ts';
import { workflowKey } from './workflows.ts';

export type { Revision, RevisionEntry };

export function revisionsQuery(workflowId: string) {
  return queryOptions({
    queryKey: [...workflowKey(workflowId), 'revisions'],
    queryFn: ({ signal }) => post<RevisionEntry[]>('v3/workflow/revisions', { workflow_id: workflowId }, { signal }),
  });
}

/** Only the latest revision can still change, when moves are merged into it. */
export function revisionQuery(workflowId: string, revisionId: string) {
  return queryOptions({
    queryKey: [...workflowKey(workflowId), 'revision', revisionId],
    queryFn: ({ signal }) =>
      post<Revision>('v3/workflow/revision/get', { workflow_id: workflowId, revision_id: revisionId }, { signal }),
    staleTime: 30_000,
  });
}
