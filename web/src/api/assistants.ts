/** Assistants: instructions, a model and tools. */
import { queryOptions } from '@tanstack/react-query';
import type { Assistant, AssistantCreation, AssistantUpdate } from '../../../src/assistants/schemas.ts';
import { post } from './transport/client.ts';

export type { Assistant, AssistantCreation, AssistantUpdate };

export const ASSISTANTS = ['assistants'] as const;

/** The most that the API gives at once. */
const MOST = 1_000;

/** The user's own assistants and those that are shared, by name. Builders belong to their workflows. */
export const assistantsQuery = queryOptions({
  queryKey: [...ASSISTANTS, 'all'],
  queryFn: ({ signal }) => {
    const body = { filters: [['workflow_id', '==', null]], sort_key: 'name', limit_from: 0, limit_to: MOST };
    return post<Assistant[]>('v3/assistant/find', body, { signal });
  },
});

export function assistantQuery(id: string) {
  return queryOptions({
    queryKey: [...ASSISTANTS, 'one', id],
    queryFn: ({ signal }) => post<Assistant>(`v3/assistant/get?entity_id=${id}`, {}, { signal }),
  });
}

export function createAssistant(creation: AssistantCreation): Promise<Assistant> {
  return post<Assistant>('v3/assistant/create', creation);
}

export function updateAssistant(update: AssistantUpdate): Promise<Assistant> {
  return post<Assistant>('v3/assistant/update', update);
}

export async function deleteAssistant(id: string): Promise<void> {
  await post(`v3/assistant/delete?entity_id=${id}`);
}
