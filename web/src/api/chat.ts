/** Chats with models and assistants, and the conversations that they become. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type {
  ConsoleChatEvent,
  ConsoleConversation,
  ConsoleMessage,
  ConversationListRequest,
  ConversationPage,
} from '../../../src/assistants/console-schemas.ts';
import type { ChatRequest, Model } from '../../../src/assistants/schemas.ts';
import { post, postForm } from './transport/client.ts';
import { stream } from './transport/stream.ts';

export type * from '../../../src/assistants/console-schemas.ts';
export type * from '../../../src/assistants/schemas.ts';

/** A file of a message. */
export type MessageFile = ConsoleMessage['files'][number];

export const CONVERSATIONS = ['conversation-list'] as const;

/** The user's conversations, those with the latest messages first. */
export function conversationListQuery(filters: Pick<ConversationListRequest, 'text' | 'assistant_id'>) {
  return infiniteQueryOptions({
    queryKey: [...CONVERSATIONS, filters],
    queryFn: ({ signal, pageParam }) =>
      post<ConversationPage>(
        'v1/conversation/list',
        { ...filters, ...(pageParam !== null && { before: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.next,
  });
}

export function conversationKey(id: string) {
  return ['console-conversation', id] as const;
}

/** The latest messages, and page by page the ones before. */
export function messagesQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [...conversationKey(id), 'messages'],
    queryFn: ({ signal, pageParam }) =>
      post<ConsoleConversation>(
        'v1/conversation/get',
        { conversation_id: id, ...(pageParam !== null && { before: pageParam }) },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: page => (page.has_earlier ? (page.messages[0]?.position ?? null) : null),
  });
}

/** How far an answer is that this page does not stream itself. It needs only the last messages. */
export function progressQuery(id: string) {
  return queryOptions({
    queryKey: [...conversationKey(id), 'progress'],
    queryFn: ({ signal }) =>
      post<ConsoleConversation>('v1/conversation/get', { conversation_id: id, limit: 2 }, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

/** Sends a message, and calls `onEvent` with what happens until the answer is there. */
export function streamChat(
  request: ChatRequest,
  onEvent: (event: ConsoleChatEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  return stream<ConsoleChatEvent>('v1/chat/stream', request, onEvent, signal);
}

/** Returns whether there was an answer to stop. */
export async function stopAnswer(conversationId: string): Promise<boolean> {
  return (await post<{ stopping: boolean }>('v1/chat/stop', { conversation_id: conversationId })).stopping;
}

export async function renameConversation(conversationId: string, title: string): Promise<void> {
  await post('v1/conversation/rename', { conversation_id: conversationId, title });
}

export async function deleteConversation(conversationId: string): Promise<void> {
  await post(`v3/conversation/delete?entity_id=${conversationId}`);
}

export const modelsQuery = queryOptions({
  queryKey: ['models'],
  queryFn: ({ signal }) => post<Model[]>('v3/ai_model/get_all', {}, { signal }),
  staleTime: 5 * 60_000,
});

/** Stores a file of the user, which messages can then name by its id. */
export function uploadFile(file: File, signal: AbortSignal): Promise<MessageFile> {
  const form = new FormData();
  form.append('file', file, file.name);
  return postForm<MessageFile>('v1/file/upload', form, { signal });
}

export async function deleteFile(fileId: string): Promise<void> {
  await post(`v1/file/delete?entity_id=${fileId}`);
}
