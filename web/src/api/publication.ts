/** What is published of a workflow, and what publishing would change. */
import { queryOptions } from '@tanstack/react-query';
import type { Publication } from '../../../src/workflows/console-schemas.ts';
import type { Deployment } from '../../../src/workflows/schemas.ts';
import { post } from './client.ts';

export type { Publication };

export function publicationQuery(workflowId: string) {
  return queryOptions({
    queryKey: ['workflow', workflowId, 'publication'],
    queryFn: ({ signal }) => post<Publication>('v1/workflow/publication', { workflow_id: workflowId }, { signal }),
    staleTime: 30_000,
  });
}

export function publishWorkflow(workflowId: string, note: string): Promise<Deployment> {
  return post('v3/workflow/publish', { workflow_id: workflowId, note });
}

export function activateWorkflow(workflowId: string, active: boolean): Promise<Deployment> {
  return post('v3/workflow/activate', { workflow_id: workflowId, active });
}

export function regenerateWebhook(workflowId: string, nodeId: string): Promise<Deployment> {
  return post('v3/workflow/trigger/regenerate', { workflow_id: workflowId, node_id: nodeId });
}
