/** The builder of a workflow: the user's assistant that edits it, and what it changed or proposed. */
import { queryOptions } from '@tanstack/react-query';
import type { BuilderChange, ChangeSettling, OpenChange } from '../../../src/assistants/builder/change-schemas.ts';
import type { ConversationPage } from '../../../src/assistants/console-schemas.ts';
import type { Assistant } from '../../../src/assistants/schemas.ts';
import { post } from './transport/client.ts';

export type { BuilderChange };

interface Builder {
  assistantId: string;
  /** The conversation with the latest message, if there is one. */
  conversationId: string | undefined;
}

/** Finds the builder of the user, who gets one with the first question, and where they left off. */
export function builderQuery(workflowId: string) {
  return queryOptions({
    queryKey: ['builder', workflowId],
    queryFn: async ({ signal }): Promise<Builder> => {
      const { id } = await post<Assistant>('v3/workflow/assistant', { workflow_id: workflowId }, { signal });
      const request = { assistant_id: id, limit: 1 };
      const { items } = await post<ConversationPage>('v1/conversation/list', request, { signal });
      return { assistantId: id, conversationId: items[0]?.id };
    },
    // The panel remembers which conversation it shows. A new panel asks again.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function changeKey(id: string) {
  return ['builder-change', id] as const;
}

/** A proposal grows until its answer is there. */
export function changeQuery(id: string) {
  return queryOptions({
    queryKey: changeKey(id),
    queryFn: ({ signal }) => post<BuilderChange>('v1/builder/change/get', { change_id: id }, { signal }),
    staleTime: 60_000,
  });
}

export function openChangesQuery(workflowId: string) {
  return queryOptions({
    queryKey: ['builder-open-changes', workflowId],
    queryFn: ({ signal }) => post<OpenChange[]>('v1/builder/change/open', { workflow_id: workflowId }, { signal }),
  });
}

/** Records what the user decided. It does not change the workflow. */
export function settleChange(settling: ChangeSettling): Promise<BuilderChange> {
  return post('v1/builder/change/settle', settling);
}
