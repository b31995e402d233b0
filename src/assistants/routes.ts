/** `/api/v3/chat`, `/conversation`, `/ai_model`, `/assistant`, and the builder of a workflow. */
import { sql } from 'kysely';
import Type from 'typebox';
import { findGroupIds } from '../accounts/memberships.ts';
import { fixedLimits } from '../configuration/limits.ts';
import { type InlineBodyLimits, inlineBodyLimits } from '../files/inline.ts';
import { requireWorkflowPermission } from '../http/caller.ts';
import { type Endpoint, EntityQuery, endpointWith, Uuid } from '../http/endpoint.ts';
import { replyWithStream } from '../http/json-stream.ts';
import { LargeResponse } from '../http/large-response.ts';
import { streaming } from '../http/stream-schema.ts';
import { defineFields } from '../query/fields.ts';
import { findAndCountEndpoints, listingEndpoints } from '../query/listing.ts';
import { rowSize } from '../query/row-size.ts';
import { requireWorkflow } from '../workflows/access.ts';
import { WorkflowId } from '../workflows/schemas.ts';
import {
  createAssistant,
  deleteAssistant,
  findOrCreateBuilder,
  toAssistant,
  updateAssistant,
  visibleAssistants,
} from './assistants.ts';
import { builderEndpoints } from './builder/routes.ts';
import { type ChatServices, chat } from './chat.ts';
import { chatConsoleEndpoints } from './console-routes.ts';
import { ChatStream } from './event-schemas.ts';
import { type ChatEvent, createChatListener } from './events.ts';
import { deleteConversation, readConversation, toConversation, visibleConversations } from './listing.ts';
import { listModels } from './models.ts';
import * as schemas from './schemas.ts';

const chatting = { scope: 'service.chat', tier: 'default' } as const;
const conversing = { scope: 'service.conversation', tier: 'default' } as const;
const reading = { scope: 'service.assistant', tier: 'default' } as const;
const writing = { scope: 'service.assistant.write', tier: 'default' } as const;

const endpoint = endpointWith<ChatServices>();

export function assistantEndpoints(fileBytes: number): Endpoint<ChatServices>[] {
  const messageBody = inlineBodyLimits(fileBytes, fixedLimits.chat.messageCharacters);
  return [
    ...chatEndpoints(messageBody),
    ...conversationEndpoints,
    ...recordEndpoints,
    builderEndpoint,
    ...chatConsoleEndpoints(messageBody),
    ...builderEndpoints,
  ];
}

function chatEndpoints(messageBody: InlineBodyLimits): Endpoint<ChatServices>[] {
  return [
    endpoint({
      path: '/api/v3/chat',
      failures: [423, 502, 504],
      summary: 'Sends a message to a model or an assistant, and answers with its answer',
      ...chatting,
      body: schemas.ChatRequest,
      ...messageBody,
      reply: schemas.Message,
      handle: (services, call) => chat(services, call.caller, call.body, { listener: {}, call }),
    }),
    endpoint({
      path: '/api/v3/chat/stream',
      failures: [423, 502, 504],
      summary: 'The same, and tells the answer as it comes about: JSON objects one after another',
      ...chatting,
      body: schemas.ChatRequest,
      ...messageBody,
      ...streaming(ChatStream),
      handle: (services, call) =>
        replyWithStream<ChatEvent>(call.response, call.log, async send => {
          const listener = createChatListener(send);
          listener.ends(await chat(services, call.caller, call.body, { listener, call }));
        }),
    }),
    endpoint({
      path: '/api/v3/ai_model/get_all',
      summary: 'The models that can be chatted with',
      ...chatting,
      reply: Type.Array(schemas.Model),
      handle: async ({ models }) => listModels(models),
    }),
  ];
}

const conversationFields = defineFields(
  {
    id: { type: 'uuid', column: 'conversations.id' },
    title: { type: 'text', column: 'conversations.title' },
    assistant_id: { type: 'uuid', column: 'conversations.assistant_id' },
    model: { type: 'text', column: 'conversations.model' },
    run_id: { type: 'uuid', column: 'conversations.run_id' },
    message_count: { type: 'integer', column: 'conversations.messages' },
    'created.timestamp': { type: 'timestamp', column: 'conversations.created_at' },
    'created.user_id': { type: 'uuid', column: 'conversations.user_id' },
    'updated.timestamp': { type: 'timestamp', column: 'conversations.updated_at' },
    'updated.user_id': { type: 'uuid', column: 'conversations.user_id' },
  },
  { newest: ['conversations.created_at', 'conversations.id'] },
);

const conversationEndpoints: Endpoint<ChatServices>[] = [
  ...findAndCountEndpoints({
    path: '/api/v3/conversation',
    plural: 'conversations of the user',
    access: conversing,
    fields: conversationFields,
    visible:
      ({ caller }) =>
      db =>
        visibleConversations(db, caller),
    item: schemas.Conversation,
    toItem: toConversation,
  }),
  endpoint({
    path: '/api/v3/conversation/get',
    summary: 'Reads a conversation with its messages',
    ...conversing,
    query: EntityQuery,
    reply: schemas.WholeConversation,
    handle: async ({ database }, { caller, query }) =>
      new LargeResponse(await readConversation(database.query, caller, query.entity_id)),
  }),
  endpoint({
    path: '/api/v3/conversation/delete',
    summary: 'Deletes a conversation',
    ...conversing,
    query: EntityQuery,
    reply: Uuid,
    handle: ({ database }, { caller, query }) => deleteConversation(database.query, caller, query.entity_id),
  }),
];

const assistantFields = defineFields(
  {
    id: { type: 'uuid', column: 'assistants.id' },
    name: { type: 'text', column: 'assistants.name' },
    description: { type: 'text', column: 'assistants.description' },
    model: { type: 'text', column: 'assistants.model' },
    tools: { type: 'json', column: sql`to_jsonb(assistants.tools)` },
    workflow_id: { type: 'uuid', column: 'assistants.workflow_id' },
    'created.timestamp': { type: 'timestamp', column: 'assistants.created_at' },
    'created.user_id': { type: 'uuid', column: 'assistants.created_by' },
    'updated.timestamp': { type: 'timestamp', column: 'assistants.updated_at' },
    'updated.user_id': { type: 'uuid', column: 'assistants.updated_by' },
  },
  { newest: ['assistants.created_at', 'assistants.id'] },
);

const recordEndpoints: Endpoint<ChatServices>[] = [
  ...listingEndpoints({
    path: '/api/v3/assistant',
    plural: 'assistants that the user made or that are shared',
    access: reading,
    fields: assistantFields,
    visible: async ({ caller }, db) => {
      const groups = await findGroupIds(db, caller);
      return db => visibleAssistants(db, caller, groups);
    },
    item: schemas.Assistant,
    toItem: toAssistant,
    size: rowSize({
      texts: ['assistants.description', 'assistants.instructions'],
      json: ['assistants.sharing', 'assistants.group_sharing'],
    }),
  }),
  endpoint({
    path: '/api/v3/assistant/create',
    summary: 'Creates an assistant',
    ...writing,
    body: schemas.AssistantCreation,
    reply: schemas.Assistant,
    handle: async (services, { caller, body }) =>
      toAssistant(await createAssistant(services.database.query, caller, services, body)),
  }),
  endpoint({
    path: '/api/v3/assistant/update',
    summary: 'Changes what is sent of an assistant',
    ...writing,
    body: schemas.AssistantUpdate,
    reply: schemas.Assistant,
    handle: async (services, { caller, body }) =>
      toAssistant(await updateAssistant(services.database.query, caller, services, body)),
  }),
  endpoint({
    path: '/api/v3/assistant/delete',
    summary: 'Deletes an assistant; its conversations stay',
    ...writing,
    query: EntityQuery,
    reply: Uuid,
    handle: ({ database }, { caller, query }) => deleteAssistant(database.query, caller, query.entity_id),
  }),
];

const builderEndpoint = endpoint({
  path: '/api/v3/workflow/assistant',
  summary: "The user's own builder assistant of a workflow, created when missing",
  scope: 'service.workflow.write',
  tier: 'default',
  body: WorkflowId,
  reply: schemas.Assistant,
  handle: async ({ database: { query: db } }, { caller, body }) => {
    requireWorkflowPermission(caller, 'write');
    const { workflow } = await requireWorkflow(db, caller, body.workflow_id, 'read');
    return toAssistant(await findOrCreateBuilder(db, caller, workflow));
  },
});
