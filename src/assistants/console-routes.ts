import type { InlineBodyLimits } from '../files/inline.ts';
import { Accepted, accepted, type Endpoint, endpointWith, everyone } from '../http/endpoint.ts';
import { replyWithStream } from '../http/json-stream.ts';
import { streaming } from '../http/stream-schema.ts';
import { type ChatServices, chat } from './chat.ts';
import { listConversations, readConsoleConversation, renameConversation } from './console-conversations.ts';
import * as schemas from './console-schemas.ts';
import { ConsoleChatStream } from './event-schemas.ts';
import { createConsoleListener } from './events.ts';
import { stopAnswer } from './stopping.ts';

const endpoint = endpointWith<ChatServices>();

export function chatConsoleEndpoints(messageBody: InlineBodyLimits): Endpoint<ChatServices>[] {
  return [
    endpoint({
      path: '/api/v1/chat/stream',
      failures: [423, 502, 504],
      summary:
        'Sends a message, and tells the answer and what tools do as it comes about: JSON objects one after another',
      ...everyone,
      body: schemas.ConsoleChatRequest,
      ...messageBody,
      ...streaming(ConsoleChatStream),
      handle: (services, call) =>
        replyWithStream<schemas.ConsoleChatEvent>(call.response, call.log, async send => {
          const listener = createConsoleListener(send);
          listener.ends(await chat(services, call.caller, call.body, { listener, call }));
        }),
    }),
    endpoint({
      path: '/api/v1/chat/stop',
      summary: 'Breaks off the answer that is being made in a conversation, and removes the question',
      ...everyone,
      body: schemas.ConversationId,
      reply: schemas.Stopping,
      handle: async ({ database }, { caller, body }) => ({
        stopping: await stopAnswer(database.query, caller, body.conversation_id),
      }),
    }),
    endpoint({
      path: '/api/v1/conversation/list',
      summary: "Lists the user's conversations, those with the latest messages first",
      ...everyone,
      body: schemas.ConversationListRequest,
      reply: schemas.ConversationPage,
      handle: ({ database }, { caller, body }) => listConversations(database.query, caller, body),
    }),
    endpoint({
      path: '/api/v1/conversation/get',
      summary: 'Reads a conversation with its latest messages, and with what tools did for each answer',
      ...everyone,
      body: schemas.ConversationRequest,
      reply: schemas.ConsoleConversation,
      handle: ({ database }, { caller, body }) => readConsoleConversation(database.query, caller, body),
    }),
    endpoint({
      path: '/api/v1/conversation/rename',
      summary: 'Gives a conversation another title',
      ...everyone,
      body: schemas.ConversationTitle,
      reply: Accepted,
      handle: async ({ database }, { caller, body }) => {
        await renameConversation(database.query, caller, body);
        return accepted;
      },
    }),
  ];
}
