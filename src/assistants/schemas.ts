import Type, { type Static } from 'typebox';
import { fixedLimits } from '../configuration/limits.ts';
import { named } from '../http/described.ts';
import { Nullable, Uuid } from '../http/endpoint.ts';
import { Permissions, Stamp, Timestamp } from '../workflows/schemas.ts';

const Name = Type.String({ minLength: 1, maxLength: fixedLimits.nameCharacters });
const Write = Type.Boolean({ default: false });
const UserShare = named(
  'AssistantUserShare',
  Type.Object({
    user_email: Type.String({ minLength: 1, maxLength: fixedLimits.emailCharacters }),
    write: Write,
  }),
);
const GroupShare = named('AssistantGroupShare', Type.Object({ group_id: Uuid, write: Write }));

const settable = {
  description: Type.Optional(Type.String({ maxLength: fixedLimits.descriptionCharacters })),
  instructions: Type.Optional(
    Type.String({
      maxLength: fixedLimits.assistant.instructionsCharacters,
      description: 'what it is told before every conversation',
    }),
  ),
  model: Type.Optional(
    Nullable(
      Type.String({
        minLength: 1,
        maxLength: fixedLimits.nameCharacters,
        description: 'id of a model; null: the default',
      }),
    ),
  ),
  tools: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: fixedLimits.nameCharacters }), {
      maxItems: fixedLimits.assistant.tools,
      description: 'names of tools, as the catalog lists them',
    }),
  ),
  sharing: Type.Optional(Type.Array(UserShare, { maxItems: fixedLimits.shares })),
  group_sharing: Type.Optional(Type.Array(GroupShare, { maxItems: fixedLimits.shares })),
};
export const AssistantCreation = named('AssistantCreation', Type.Object({ name: Name, ...settable }));
export const AssistantUpdate = named(
  'AssistantUpdate',
  Type.Object({ id: Uuid, name: Type.Optional(Name), ...settable }),
);
export const Assistant = named(
  'Assistant',
  Type.Object({
    id: Uuid,
    created: Stamp,
    updated: Stamp,
    permissions: Permissions,
    name: Type.String(),
    description: Type.String(),
    instructions: Type.String(),
    model: Nullable(Type.String()),
    tools: Type.Array(Type.String()),
    sharing: Type.Array(UserShare),
    group_sharing: Type.Array(GroupShare),
    workflow_id: Nullable(Uuid),
  }),
);

const ChatFile = Type.Unsafe<string | Record<string, unknown>>({
  anyOf: [{ type: 'string' }, { type: 'object' }],
  description: 'a file of the user by its id or {file_id}, or one sent along as {filename, mime_type, data}',
});
export const ChatRequest = named(
  'ChatRequest',
  Type.Object({
    message: Type.String({ maxLength: fixedLimits.chat.messageCharacters }),
    model: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: fixedLimits.nameCharacters,
        description: 'id of a model, see /ai_model/get_all',
      }),
    ),
    assistant_id: Type.Optional(Uuid),
    conversation_id: Type.Optional(
      Type.String({ ...Uuid, description: "the client's own, sent with every message of the conversation" }),
    ),
    files: Type.Optional(Type.Array(ChatFile, { maxItems: fixedLimits.chat.files })),
  }),
);

const Attachment = named(
  'Attachment',
  Type.Object({
    file_id: Uuid,
    filename: Type.String(),
    content_type: Type.String(),
    file_url: Type.String(),
    size: Type.Integer(),
  }),
);
export const Message = named(
  'Message',
  Type.Object({
    id: Uuid,
    conversation_id: Uuid,
    role: Type.Enum(['user', 'assistant']),
    content: Type.String({ description: 'Markdown' }),
    model: Nullable(Type.String()),
    files: Type.Array(Attachment),
    credits: Type.Number(),
    created: Timestamp,
  }),
);
export const Conversation = named(
  'Conversation',
  Type.Object({
    id: Uuid,
    created: Stamp,
    updated: Stamp,
    permissions: Permissions,
    title: Type.String(),
    assistant_id: Nullable(Uuid),
    model: Type.String(),
    run_id: Nullable(Uuid),
    message_count: Type.Integer(),
  }),
);
export const WholeConversation = named(
  'WholeConversation',
  Type.Object({
    ...Conversation.properties,
    messages: Type.Array(Message, { description: 'the latest, oldest first' }),
  }),
);

export const Model = named(
  'Model',
  Type.Object({
    id: Type.String(),
    provider: Type.String(),
    abilities: Type.Object({ vision: Type.Boolean(), audio: Type.Boolean(), tools: Type.Boolean() }),
    credits: Type.Object({
      input_token: Type.Number(),
      output_token: Type.Number(),
      call: Type.Number(),
    }),
    default: Type.Boolean({ description: 'the one that is asked when none is named' }),
  }),
);

export type UserShare = Static<typeof UserShare>;
export type GroupShare = Static<typeof GroupShare>;
export type Assistant = Static<typeof Assistant>;
export type AssistantCreation = Static<typeof AssistantCreation>;
export type AssistantUpdate = Static<typeof AssistantUpdate>;
export type ChatRequest = Static<typeof ChatRequest>;
export type Message = Static<typeof Message>;
export type Conversation = Static<typeof Conversation>;
export type WholeConversation = Static<typeof WholeConversation>;
export type Model = Static<typeof Model>;
