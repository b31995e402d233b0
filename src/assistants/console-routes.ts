/** `/api/v1/chat` and `/api/v1/conversation`: chats as the console shows them. */
import Type from 'typebox';
import { fixedLimits } from '../configuration/limits.ts';
import { inlineBodyLimits } from '../files/inline.ts';
import { Accepted, accepted, type Endpoint, endpoint } from '../http/endpoint.ts';
import { replyWithStream } from '../http/json-stream.ts';
import { type ChatServices, chat } from './chat.ts';
import { listConversations, readConsoleConversation, renameConversation } from './console-conversations.ts';
import * as schemas from './console-schemas.ts';
import { ConsoleChatStream } from './event-schemas.ts';
import { createConsoleListener } from './events.ts';
import { stopAnswer } from './stopping.ts';

const everyone = { scope: '*', tier: 'default' } as const;

export function chatConsoleEndpoints(services: ChatServices): Endpoint[] {
  const { query: db } = services.database;
  return [
    endpoint({
      path: '/api/v1/chat/stream',
      failures: [423, 502, 504],
      summary:
        'Sends a message, and tells the answer and what tools do as it comes about: JSON objects one after another',
      ...everyone,
      body: schemas.ConsoleChatRequest,
      ...inlineBodyLimits(services.files.fileBytes, fixedLimits.chat.messageCharacters),
      reply: Type.Unsafe<void>({ description: 'chunks {timestamp, data, error}' }),
      stream: ConsoleChatStream,
      handle: call =>
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
      handle: async ({ caller, body }) => ({ stopping: await stopAnswer(db, caller, body.conversation_id) }),
    }),
    endpoint({
      path: '/api/v1/conversation/list',
      summary: "Lists the user's conversations, those with the latest messages first",
      ...everyone,
      body: schemas.ConversationListRequest,
      reply: schemas.ConversationPage,
      handle: ({ caller, body }) => listConversations(db, caller, body),
    }),
    endpoint({
      path: '/api/v1/conversation/get',
      summary: 'Reads a conversation with its latest messages, and with what tools did for each answer',
      ...everyone,
      body: schemas.ConversationRequest,
      reply: schemas.ConsoleConversation,
      handle: ({ caller, body }) => readConsoleConversation(db, caller, body),
    }),
    endpoint({
      path: '/api/v1/conversation/rename',
      summary: 'Gives a conversation another title',
      ...everyone,
      body: schemas.ConversationTitle,
      reply: Accepted,
      handle: async ({ caller, body }) => {
        await renameConversation(db, caller, body);
        return accepted;
      },
    }),
  ];
}
