/**
 * Chats: a message of a user, and the answer to it. What was not answered, because the model failed or the process
 * died, is taken back: the client asks again, and the conversation holds it once.
 */
import { payingAccount } from '../accounts/reservations.ts';
import { limits } from '../configuration/limits.ts';
import { answerTimedOut, modelFailed, serviceStopping, validationError } from '../errors.ts';
import { discardFiles, insertFiles, type PreparedFile } from '../files/store.ts';
import type { Caller } from '../http/caller.ts';
import type { Call } from '../http/endpoint.ts';
import { StepError } from '../nodes/step.ts';
import { newId } from '../platform/ids.ts';
import { type ChatModel, ModelError, type Models } from '../platform/models/model.ts';
import type { Semaphore } from '../platform/semaphore.ts';
import { createToolBoxFrom, type ToolBox } from '../tools/registry.ts';
import { requireVisibleWorkflow } from '../workflows/access.ts';
import { type AnsweringServices, answer, type Listener } from './turn.ts';
import { type AssistantRow, usableAssistant } from './assistants.ts';
import type { BuilderServices } from './builder/builder-services.ts';
import { builderInstructions, builderTools } from './builder/tools.ts';
import { type ChatToolServices, createChatTools } from './chat-tools.ts';
import { type ClaimedConversation, type Entry, withConversation } from './conversations.ts';
import { readDocuments } from './file-texts.ts';
import { createHands, toolsOf } from './toolset.ts';
import { loadFrom } from './model-messages.ts';
import { requireChatModel } from './models.ts';
import type { ChatRequest, Message } from './schemas.ts';
import { type SentFiles, sentFiles } from './sent-files.ts';

export interface ChatServices extends AnsweringServices, ChatToolServices {
  models: Models;
  tools: ToolBox;
  builder: BuilderServices;
  /** Chats that this process has in memory, shared between users. */
  open: Semaphore;
  /** Has a stop of the process wait for the chat. */
  underWay<Result>(chat: Promise<Result>): Promise<Result>;
  /** Aborts when the process has no more time for answers. */
  closing: AbortSignal;
}

/** Who answers, with what. Everything that a request can be refused for has been looked at. */
interface Partner {
  assistant: AssistantRow | undefined;
  model: ChatModel;
  instructions: string;
  box: ToolBox;
  toolNames: readonly string[];
}

/** Told once, before anything else. */
export type ChatListener = Listener & { starts?(conversationId: string): void };

interface ChatOptions {
  listener: ChatListener;
  /** Its signal aborts when the client goes away. What it asked is answered all the same, and waits in the conversation. */
  call: Pick<Call, 'signal' | 'longTexts'>;
}

export async function chat(
  services: ChatServices,
  caller: Caller,
  request: ChatRequest,
  options: ChatOptions,
): Promise<Message> {
  if (services.closing.aborted) throw serviceStopping();
  return services.underWay(chatInTurn(services, caller, request, options));
}

async function chatInTurn(
  services: ChatServices,
  caller: Caller,
  request: ChatRequest,
  { listener, call }: ChatOptions,
): Promise<Message> {
  if (request.message.trim() === '' && !request.files?.length) throw validationError('message', 'must not be empty');
  const partner = await partnerFor(services, caller, request);
  const sent = await sentFiles(services.files, caller, request.files ?? [], call);
  const conversationId = request.conversation_id?.toLowerCase() ?? newId();
  const signal = AbortSignal.any([services.closing, AbortSignal.timeout(limits.chat.seconds * 1000)]);
  let isKept = false;
  let close = () => {};
  try {
    close = await services.open.acquire(caller.userId, 1, signal);
    const claim = claimOf(caller, partner, request, conversationId);
    const entry = await withConversation(services.database, claim, signal, async conversation => {
      listener.starts?.(conversationId);
      await conversation.dropUnanswered();
      const asked = { caller, partner, request, sent, signal, listener };
      return answerTo(services, conversation, asked, () => {
        isKept = true;
      });
    });
    return messageObject(entry);
  } catch (error) {
    throw reasonOf(services, error, signal);
  } finally {
    close();
    if (!isKept) await discardFiles(services.files, sent.prepared);
  }
}

interface Asked {
  caller: Caller;
  partner: Partner;
  request: ChatRequest;
  sent: SentFiles;
  signal: AbortSignal;
  listener: Listener;
}

async function answerTo(
  services: ChatServices,
  conversation: ClaimedConversation,
  { caller, partner, request, sent, signal, listener }: Asked,
  onKept: () => void,
): Promise<Entry> {
  const { attachments: files, prepared } = sent;
  const isSent = (fileId: string) => files.some(({ file_id }) => file_id === fileId);
  const chatTools = createChatTools(services, { caller, entries: conversation.entries, isSent, signal });
  try {
    // With the question in place: files that were sent along can be read from now on.
    const question = { role: 'user', shown: true, content: request.message, files } as const;
    const { id: turn } = await conversation.add(question, async transaction => {
      await insertFiles(transaction, prepared);
    });
    onKept();
    const { documents, credits } = await readDocuments(files, partner.model, file => chatTools.readText(file));
    if (documents.length > 0) await conversation.amend({ details: { documents }, credits });
    const hands = createHands({
      ...services,
      userId: caller.userId,
      tools: await toolsOf(partner.box, partner.toolNames, { isPatient: false, signal }),
      // Some models give the same ids to their calls in every turn, also in one that was taken back.
      use: (name, params, callId) => partner.box.call(name, params, chatTools.context(`${turn}-${callId}`)),
    });
    return await answer(services, {
      conversation,
      owner: caller.userId,
      model: partner.model,
      instructions: partner.instructions,
      hands,
      schema: undefined,
      account: payingAccount(caller.userId, null),
      load: loadFrom(chatTools.files),
      listener,
      signal,
    });
  } catch (error) {
    await takeBack(services, conversation, prepared).catch(() => {}); // or by the next question
    throw error;
  }
}

/** The client sends it all again. */
async function takeBack(
  { database: { query: db } }: ChatServices,
  conversation: ClaimedConversation,
  sentAlong: readonly PreparedFile[],
): Promise<void> {
  await conversation.dropUnanswered();
  const ids = sentAlong.map(({ row }) => row.id);
  if (ids.length > 0) await db.deleteFrom('files').where('id', 'in', ids).execute();
}

async function partnerFor(services: ChatServices, caller: Caller, request: ChatRequest): Promise<Partner> {
  const { database, models, tools, builder } = services;
  const { assistant_id, model: modelId } = request;
  if (assistant_id === undefined) {
    return {
      assistant: undefined,
      model: requireChatModel(models, modelId),
      instructions: '',
      box: tools,
      toolNames: [],
    };
  }
  const assistant = await usableAssistant(database.query, caller, assistant_id);
  const { instructions, workflow_id: workflowId } = assistant;
  const model = requireChatModel(models, modelId ?? assistant.model);
  if (workflowId === null) return { assistant, model, instructions, box: tools, toolNames: assistant.tools };
  const { workflow } = await requireVisibleWorkflow(database.query, caller, workflowId, 'read');
  const own = builderTools(builder, { workflowId, caller });
  return {
    assistant,
    model,
    instructions: [builderInstructions(workflow.name), instructions].filter(Boolean).join('\n\n'),
    box: createToolBoxFrom(own),
    toolNames: own.map(({ name }) => name),
  };
}

function claimOf(caller: Caller, { assistant, model }: Partner, { message }: ChatRequest, id: string) {
  return {
    id,
    userId: caller.userId,
    step: undefined,
    title: message,
    assistantId: assistant?.id ?? null,
    model: model.settings.id,
    runId: null,
  };
}

export function messageObject({
  id,
  conversation_id,
  role,
  content,
  model,
  files,
  credits,
  created_at,
}: Entry): Message {
  if (role === 'tool') throw new Error('what tools did is not shown');
  return { id, conversation_id, role, content, model, files, credits, created: created_at.getTime() };
}

function reasonOf({ closing }: ChatServices, error: unknown, signal: AbortSignal): unknown {
  if (closing.aborted) return serviceStopping();
  if (signal.aborted) return answerTimedOut(limits.chat.seconds);
  // Models also read files: what they fail at there is a StepError.
  return error instanceof ModelError || error instanceof StepError ? modelFailed(error.message) : error;
}
