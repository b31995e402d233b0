/** What is published of a workflow, and what publishing would change. */
import { queryOptions } from '@tanstack/react-query';
import type { BatchCount, RunBatch } from '../../../src/runs/api/replay-schemas.ts';
import type { Publication, Versions } from '../../../src/workflows/console-schemas.ts';
import type { Deployment } from '../../../src/workflows/schemas.ts';
import { CATALOG } from './catalog.ts';
import { post } from './transport/client.ts';
import { WORKFLOWS, workflowKey } from './workflows.ts';

export type { Publication };

export function publicationQuery(workflowId: string) {
  return queryOptions({
    queryKey: [...workflowKey(workflowId), 'publication'],
    queryFn: ({ signal }) => post<Publication>('v1/workflow/publication', { workflow_id: workflowId }, { signal }),
    staleTime: 30_000,
  });
}

/** What changes with what is published: lists of workflows tell it as well, and it may be a tool. */
export const publicationChanges = (workflowId: string) => [publicationQuery(workflowId).queryKey, WORKFLOWS, CATALOG];

export function publishWorkflow(workflowId: string, note: string): Promise<Deployment> {
  return post('v3/workflow/publish', { workflow_id: workflowId, note });
}

export function activateWorkflow(workflowId: string, active: boolean): Promise<Deployment> {
  return post('v3/workflow/activate', { workflow_id: workflowId, active });
}

export function regenerateWebhook(workflowId: string, nodeId: string): Promise<Deployment> {
  return post('v3/workflow/trigger/regenerate', { workflow_id: workflowId, node_id: nodeId });
}

/** The published versions before one of them, the newest first. */
export function earlierVersionsQuery(workflowId: string, before: number) {
  return queryOptions({
    queryKey: [...workflowKey(workflowId), 'versions', before],
    queryFn: ({ signal }) =>
      post<Versions>('v1/workflow/versions', { workflow_id: workflowId, before, limit: 50 }, { signal }),
  });
}

export function publishVersion(workflowId: string, version: number): Promise<Deployment> {
  return post('v1/workflow/publish_version', { workflow_id: workflowId, version });
}

interface Backfill {
  workflow_id: string;
  node_id: string;
  from: number;
  to: number;
  again: boolean;
}

/** What a backfill would do, without doing it. */
export function backfillPlanQuery(backfill: Backfill) {
  return queryOptions({
    queryKey: [...workflowKey(backfill.workflow_id), 'backfill', backfill],
    queryFn: ({ signal }) => post<BatchCount>('v1/schedule/backfill', { ...backfill, dry_run: true }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

export function startBackfill(backfill: Backfill): Promise<RunBatch> {
  return post('v1/schedule/backfill', backfill);
}

/** The page of a form with these params. */
export function formPreviewQuery(params: Readonly<Record<string, unknown>>) {
  return queryOptions({
    queryKey: ['form preview', params],
    queryFn: ({ signal }) => post<{ html: string }>('v1/workflow/form_preview', { params }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
}
