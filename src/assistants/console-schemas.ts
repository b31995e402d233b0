/** Conversations and streams of chats as the console shows them: with what tools did on the way to an answer. */

import Type, { type Static } from 'typebox';
import { fixedLimits } from '../configuration/limits.ts';
import { about, named } from '../http/described.ts';
import { Nullable, Uuid } from '../http/endpoint.ts';
import { limitField, Timestamp } from '../http/schema-parts.ts';
import { ChatRequest, Message } from './schemas.ts';

const { chat } = fixedLimits;

export const ConsoleChatRequest = named(
  'ConsoleChatRequest',
  Type.Object({
    ...ChatRequest.properties,
    propose: Type.Optional(
      Type.Boolean({ description: 'a builder changes nothing, and stores what it would change as a proposal' }),
    ),
  }),
);

export const ToolUse = named(
  'ToolUse',
  Type.Object({
    call_id: Type.String({ description: 'unique within the answer' }),
    said: Type.String({ description: 'what the assistant said before the call' }),
    name: Type.String(),
    input_json: Type.String({ description: 'the beginning of the params' }),
    output: Nullable(Type.String({ description: 'the beginning of the result, as JSON or text; null: not yet' })),
    failed: Type.Boolean(),
  }),
);

export const ConsoleMessage = named(
  'ConsoleMessage',
  Type.Object({
    ...Message.properties,
    position: about('Its place in the conversation.', Type.Integer()),
    tools: Type.Array(ToolUse, { description: 'what an answer took, in order' }),
  }),
);

const NamedAssistant = named(
  'NamedAssistant',
  Type.Object({
    id: Uuid,
    name: Type.String(),
    workflow_id: Nullable(Type.String({ ...Uuid, description: 'of a builder' })),
  }),
);
const NamedRun = named(
  'NamedRun',
  Type.Object({
    id: Uuid,
    workflow_id: Uuid,
    workflow_name: Type.String(),
  }),
);

export const ListedConversation = named(
  'ListedConversation',
  Type.Object({
    id: Uuid,
    title: Type.String(),
    created: Timestamp,
    updated: Timestamp,
    model: Type.String({ description: 'the one that was asked last' }),
    assistant: about('The assistant; null: none.', Nullable(NamedAssistant)),
    run: Nullable(NamedRun),
    message_count: about('How many messages it has.', Type.Integer()),
    answering: Nullable(Type.Enum(['chat', 'run'], { description: 'what makes an answer at the moment' })),
  }),
);

export const ConversationListRequest = named(
  'ConversationListRequest',
  Type.Object({
    text: Type.Optional(
      Type.String({ maxLength: chat.titleCharacters, description: 'what the title contains, in upper or lower case' }),
    ),
    assistant_id: Type.Optional(Uuid),
    limit: limitField(chat.listedConversations),
    before: Type.Optional(Type.String({ maxLength: 100, description: 'the `next` of the page before' })),
  }),
);
export const ConversationPage = named(
  'ConversationPage',
  Type.Object({
    items: Type.Array(ListedConversation),
    next: about('Where the next page begins; null: there is none.', Nullable(Type.String())),
  }),
);

export const ConversationId = named('ConversationId', Type.Object({ conversation_id: Uuid }));
export const ConversationRequest = named(
  'ConversationRequest',
  Type.Object({
    conversation_id: Uuid,
    limit: limitField(chat.shownMessages),
    before: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1, description: 'messages before this position' }),
    ),
  }),
);
export const ConsoleConversation = named(
  'ConsoleConversation',
  Type.Object({
    ...ListedConversation.properties,
    credits: Type.Number({ description: 'of all messages' }),
    messages: Type.Array(ConsoleMessage, { description: 'the latest, oldest first' }),
    unfinished: Type.Array(ToolUse, { description: 'what the answer that is being made took so far' }),
    has_earlier: about('Whether there are earlier messages.', Type.Boolean()),
  }),
);
export const ConversationTitle = named(
  'ConversationTitle',
  Type.Object({
    conversation_id: Uuid,
    title: Type.String({ minLength: 1, maxLength: chat.titleCharacters }),
  }),
);
export const Stopping = named(
  'ChatStop',
  Type.Object({
    stopping: Type.Boolean({ description: 'false: there is nothing to stop, because the answer has come or failed' }),
  }),
);

/** The events of the stream. An event always has all fields, and its type decides which of them have values. */
export interface ConsoleChatEvent {
  type: 'chat_start' | 'text' | 'text_restart' | 'tool_start' | 'tool_end' | 'chat_end';
  conversation_id: string;
  text: string;
  /** Its `said` is empty: the pieces of text before it are what was said. */
  tool: ToolUse | null;
  message: Message | null;
}

export type ConsoleChatRequest = Static<typeof ConsoleChatRequest>;
export type ToolUse = Static<typeof ToolUse>;
export type ConsoleMessage = Static<typeof ConsoleMessage>;
export type ListedConversation = Static<typeof ListedConversation>;
export type ConversationListRequest = Static<typeof ConversationListRequest>;
export type ConversationPage = Static<typeof ConversationPage>;
export type ConversationRequest = Static<typeof ConversationRequest>;
export type ConsoleConversation = Static<typeof ConsoleConversation>;
export type ConversationTitle = Static<typeof ConversationTitle>;
