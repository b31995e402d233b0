import Type, { type Static } from 'typebox';
import { sharingFields } from '../accounts/sharing/schemas.ts';
import { fixedLimits } from '../configuration/limits.ts';
import { about, named } from '../http/described.ts';
import { Nullable, Uuid } from '../http/endpoint.ts';
import { Name, Timestamp } from '../http/schema-parts.ts';
import { Permissions, Stamp } from '../workflows/schemas.ts';

const Write = Type.Boolean({ default: false });
const AssistantUserShare = named(
  'AssistantUserShare',
  Type.Object({
    user_email: about(
      'The e-mail address of the user whom it is shared with.',
      Type.String({ minLength: 1, maxLength: fixedLimits.emailCharacters }),
    ),
    write: about('Whether they may also change it.', Write),
  }),
);
const AssistantGroupShare = named(
  'AssistantGroupShare',
  Type.Object({
    group_id: Uuid,
    write: about('Whether they may also change it.', Write),
  }),
);

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
  ...sharingFields(AssistantUserShare, AssistantGroupShare),
};
export const AssistantCreation = named('AssistantCreation', Type.Object({ name: Name, ...settable }));
export const AssistantUpdate = named(
  'AssistantUpdate',
  Type.Object({
    id: Uuid,
    name: Type.Optional(Name),
    ...settable,
  }),
);
export const Assistant = named(
  'Assistant',
  Type.Object({
    id: Uuid,
    created: about('When it was created, and by whom.', Stamp),
    updated: about('When it was last changed, and by whom.', Stamp),
    permissions: about('What the caller may do with it, and who owns it.', Permissions),
    name: Type.String(),
    description: Type.String(),
    instructions: about('What it is told before every conversation.', Type.String()),
    model: about('The model that it uses; null: the default.', Nullable(Type.String())),
    tools: about('The names of the tools that it may use.', Type.Array(Type.String())),
    sharing: about('The users whom it is shared with.', Type.Array(AssistantUserShare)),
    group_sharing: about('The groups that it is shared with.', Type.Array(AssistantGroupShare)),
    workflow_id: about('The workflow that it builds; null: it is no builder.', Nullable(Uuid)),
  }),
);

const ChatFile = Type.Unsafe<string | Record<string, unknown>>({
  anyOf: [{ type: 'string' }, { type: 'object' }],
  description: 'a file of the user by its id or {file_id}, or one sent along as {filename, mime_type, data}',
});
export const ChatRequest = named(
  'ChatRequest',
  Type.Object({
    message: about('What you say.', Type.String({ maxLength: fixedLimits.chat.messageCharacters })),
    model: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: fixedLimits.nameCharacters,
        description: 'id of a model, see /ai_model/get_all',
      }),
    ),
    assistant_id: about('The assistant that answers; without it, a model does.', Type.Optional(Uuid)),
    conversation_id: Type.Optional(
      Type.String({ ...Uuid, description: "the client's own, sent with every message of the conversation" }),
    ),
    files: about(
      'The files that the message is about.',
      Type.Optional(Type.Array(ChatFile, { maxItems: fixedLimits.chat.files })),
    ),
  }),
);

const Attachment = named(
  'Attachment',
  Type.Object({
    file_id: Uuid,
    filename: about('The name of the file.', Type.String()),
    content_type: about('The media type of the file.', Type.String()),
    file_url: about('A link with which the file can be downloaded.', Type.String()),
    size: about('The size in bytes.', Type.Integer()),
  }),
);
export const Message = named(
  'Message',
  Type.Object({
    id: Uuid,
    conversation_id: Uuid,
    role: about('Who wrote it.', Type.Enum(['user', 'assistant'])),
    content: Type.String({ description: 'Markdown' }),
    model: about('The id of the model.', Nullable(Type.String())),
    files: Type.Array(Attachment),
    credits: about('The credits that it used.', Type.Number()),
    created: about('When it was written, in milliseconds since 1970.', Timestamp),
  }),
);
export const Conversation = named(
  'Conversation',
  Type.Object({
    id: Uuid,
    created: about('When it was created, and by whom.', Stamp),
    updated: about('When it was last changed, and by whom.', Stamp),
    permissions: about('What the caller may do with it, and who owns it.', Permissions),
    title: Type.String(),
    assistant_id: Nullable(Uuid),
    model: about('The model that answers.', Type.String()),
    run_id: Nullable(Uuid),
    message_count: about('How many messages it has.', Type.Integer()),
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
    id: about('The id by which it is named, such as `local/small`.', Type.String()),
    provider: about('Who provides it.', Type.String()),
    abilities: about(
      'What it can do.',
      Type.Object({
        vision: about('Whether it can see images.', Type.Boolean()),
        audio: about('Whether it can hear audio.', Type.Boolean()),
        tools: about('Whether it can use tools.', Type.Boolean()),
      }),
    ),
    credits: about(
      'What it costs.',
      Type.Object({
        input_token: about('The credits for a token of the input.', Type.Number()),
        output_token: about('The credits for a token of the output.', Type.Number()),
        call: about('The credits for a call.', Type.Number()),
      }),
    ),
    default: Type.Boolean({ description: 'the one that is asked when none is named' }),
  }),
);

export type AssistantUserShare = Static<typeof AssistantUserShare>;
export type AssistantGroupShare = Static<typeof AssistantGroupShare>;
export type Assistant = Static<typeof Assistant>;
export type AssistantCreation = Static<typeof AssistantCreation>;
export type AssistantUpdate = Static<typeof AssistantUpdate>;
export type ChatRequest = Static<typeof ChatRequest>;
export type Message = Static<typeof Message>;
export type Conversation = Static<typeof Conversation>;
export type WholeConversation = Static<typeof WholeConversation>;
export type Model = Static<typeof Model>;
