/** Lists of workflows, and what can be done with whole workflows. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Example, ListQuery, WorkflowList } from '../../../src/workflows/console-schemas.ts';
import type {
  Deployment,
  ExportDocument,
  ImportResult,
  Workflow,
  WorkflowGroupShare,
  WorkflowUserShare,
} from '../../../src/workflows/schemas.ts';
import { post } from './transport/client.ts';

export type * from '../../../src/workflows/console-schemas.ts';
export type * from '../../../src/workflows/schemas.ts';

/** The beginning of the keys of everything that names several workflows. */
export const WORKFLOWS = ['workflows'];
export const WORKFLOW_LISTS = [...WORKFLOWS, 'list'];
/** The beginning of the keys of everything about one workflow. */
export const workflowKey = (id: string) => ['workflow', id];

export function workflowListQuery(query: ListQuery) {
  return queryOptions({
    queryKey: [...WORKFLOW_LISTS, query],
    queryFn: ({ signal }) => post<WorkflowList>('v1/workflow/list', query, { signal }),
    placeholderData: keepPreviousData,
  });
}

export const examplesQuery = queryOptions({
  queryKey: [...WORKFLOWS, 'examples'],
  queryFn: ({ signal }) => post<Example[]>('v1/workflow/examples', {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export function createWorkflow(name: string): Promise<Workflow> {
  return post('v3/workflow/create', { name });
}

export function importWorkflow(data: unknown, newName?: string): Promise<ImportResult> {
  return post('v3/workflow/import', { data, ...(newName !== undefined && { new_name: newName }) });
}

export function copyWorkflow(id: string, newName: string): Promise<ImportResult> {
  return post('v3/workflow/copy', { workflow_id: id, new_name: newName });
}

export function exportWorkflow(id: string): Promise<ExportDocument> {
  return post('v3/workflow/export', { workflow_id: id });
}

export function activateWorkflow(id: string, active: boolean): Promise<Deployment> {
  return post('v3/workflow/activate', { workflow_id: id, active });
}

export function deleteWorkflow(id: string): Promise<string> {
  return post(`v3/workflow/delete?entity_id=${id}`);
}

export function readWorkflow(id: string, signal?: AbortSignal): Promise<Workflow> {
  return post(`v3/workflow/get?entity_id=${id}`, {}, { signal });
}

/** What others have changed meanwhile must not be overwritten by something old. */
export function sharingQuery(id: string) {
  return queryOptions({
    queryKey: [...workflowKey(id), 'sharing'],
    queryFn: ({ signal }) => readWorkflow(id, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

export interface Sharing {
  sharing: WorkflowUserShare[];
  group_sharing: WorkflowGroupShare[];
}

export function saveSharing(id: string, { sharing, group_sharing }: Sharing): Promise<Workflow> {
  return post('v3/workflow/update', { id, sharing, group_sharing });
}
