/**
 * A chat is a message of a user and the answer to it. When there is no answer, because the model failed or the process
 * died, the message is deleted: the client sends it again, and the conversation holds it only once.
 */
import { payingAccount } from '../accounts/reservations.ts';
import { fixedLimits } from '../configuration/limits.ts';
import { answerStopped, answerTimedOut, modelFailed, serviceStopping, validationError } from '../errors.ts';
import { discardFiles, insertFiles, type PreparedFile } from '../files/store.ts';
import type { Caller } from '../http/caller.ts';
import { type Call, isAllowed } from '../http/endpoint.ts';
import { StepError } from '../nodes/step.ts';
import type { Semaphore } from '../platform/concurrency/semaphore.ts';
import { newId } from '../platform/ids.ts';
import { type ChatModel, ModelError, type Models } from '../platform/models/model.ts';
import { createToolBoxFrom, type ToolBox } from '../tools/registry.ts';
import type { UserToolServices } from '../tools/user-tools.ts';
import { requireWorkflow } from '../workflows/access.ts';
import { type AssistantRow, requireAssistant } from './assistants.ts';
import type { BuilderServices } from './builder/builder-services.ts';
import { builderInstructions } from './builder/instructions.ts';
import { builderTools } from './builder/tools.ts';
import { createChatTools } from './chat-tools.ts';
import type { ConsoleChatRequest } from './console-schemas.ts';
import { AnswerStopped, type ClaimedConversation, type Entry, withConversation } from './conversations.ts';
import { readDocuments } from './file-texts.ts';
import { createFileLoader } from './model-messages.ts';
import { requireChatModel } from './models.ts';
import type { ChatRequest, Message } from './schemas.ts';
import { prepareSentFiles, type SentFiles } from './sent-files.ts';
import type { ChatStops } from './stopping.ts';
import { createToolset, findTools } from './toolset.ts';
import { answerQuestion, isStopped, type TurnListener, type TurnServices } from './turn.ts';

export interface ChatServices extends TurnServices, UserToolServices {
  models: Models;
  tools: ToolBox;
  builder: BuilderServices;
  /** Limits the chats that this process has in memory, shared between users. */
  chatSlots: Semaphore;
  /** Registers a chat, for which the process waits when it stops. */
  trackChat<Result>(chat: Promise<Result>): Promise<Result>;
  /** Tells which answers their users do not want any more. */
  stops: ChatStops;
  /** Aborts when the process has no more time for answers. */
  closing: AbortSignal;
}

/** Who answers, and with which tools. When it exists, all checks of the request have passed. */
interface Responder {
  assistant: AssistantRow | undefined;
  model: ChatModel;
  instructions: string;
  box: ToolBox;
  toolNames: readonly string[];
}

/** `starts` is called once, before all other methods. */
export type ChatListener = TurnListener & { starts?(conversationId: string): void };

interface ChatOptions {
  listener: ChatListener;
  /** Its signal aborts when the client disconnects. The answer is created anyway, and waits in the conversation. */
  call: Pick<Call, 'signal' | 'longTexts'>;
}

export async function chat(
  services: ChatServices,
  caller: Caller,
  request: ConsoleChatRequest,
  options: ChatOptions,
): Promise<Message> {
  if (services.closing.aborted) throw serviceStopping();
  return services.trackChat(runChat(services, caller, request, options));
}

async function runChat(
  services: ChatServices,
  caller: Caller,
  request: ConsoleChatRequest,
  { listener, call }: ChatOptions,
): Promise<Message> {
  if (request.message.trim() === '' && !request.files?.length) throw validationError('message', 'must not be empty');
  const responder = await findResponder(services, caller, request);
  const sent = await prepareSentFiles(services.files, caller, request.files ?? [], call);
  const conversationId = request.conversation_id?.toLowerCase() ?? newId();
  const stopping = new AbortController();
  const stop = () => stopping.abort(new AnswerStopped());
  const timeout = AbortSignal.timeout(fixedLimits.chat.seconds * 1000);
  const signal = AbortSignal.any([services.closing, stopping.signal, timeout]);
  let isStored = false;
  let releaseSlot = () => {};
  let unwatch = () => {};
  try {
    releaseSlot = await services.chatSlots.acquire(caller.userId, 1, signal);
    const claim = { ...createClaim(caller, responder, request, conversationId), onStop: stop };
    const entry = await withConversation(services.database, claim, signal, async conversation => {
      unwatch = services.stops.watch(conversation.holder, stop);
      listener.starts?.(conversationId);
      await conversation.deleteUnanswered();
      const turn = { caller, responder, request, sent, signal, listener };
      return addAndAnswer(services, conversation, turn, () => {
        isStored = true;
      });
    });
    return toMessage(entry);
  } catch (error) {
    throw toChatError(services, error, signal);
  } finally {
    unwatch();
    releaseSlot();
    if (!isStored) await discardFiles(services.files, sent.prepared);
  }
}

interface ChatTurn {
  caller: Caller;
  responder: Responder;
  request: ChatRequest;
  sent: SentFiles;
  signal: AbortSignal;
  listener: TurnListener;
}

async function addAndAnswer(
  services: ChatServices,
  conversation: ClaimedConversation,
  { caller, responder, request, sent, signal, listener }: ChatTurn,
  onStored: () => void,
): Promise<Entry> {
  const { attachments: files, prepared } = sent;
  const startsRuns = isAllowed(caller, 'service.workflow') && caller.workflowPermission === 'write';
  const user = { id: caller.userId, email: caller.email, startsRuns };
  const isSent = (fileId: string) => files.some(({ file_id }) => file_id === fileId);
  const chatTools = createChatTools(services, { caller, entries: conversation.entries, isSent, signal });
  try {
    // The question is stored together with its files, which can be read from now on.
    const question = { role: 'user', shown: true, content: request.message, files } as const;
    const { id: turnId } = await conversation.add(question, async transaction => {
      await insertFiles(transaction, prepared);
    });
    onStored();
    const { documents, credits } = await readDocuments(files, responder.model, file => chatTools.readText(file));
    if (documents.length > 0) await conversation.amend({ details: { documents }, credits });
    const toolset = createToolset({
      ...services,
      userId: caller.userId,
      tools: await findTools(responder.box, responder.toolNames, { user, waits: false, signal }),
      // Some models use the same call ids in every turn, even after a deleted one, so the id of the turn is part of the key.
      callTool: (name, params, callId) => chatTools.call(responder.box, name, params, `${turnId}-${callId}`),
    });
    return await answerQuestion(services, {
      conversation,
      owner: caller.userId,
      model: responder.model,
      instructions: responder.instructions,
      toolset,
      schema: undefined,
      account: payingAccount(caller.userId, null),
      load: createFileLoader(chatTools.files),
      listener,
      signal,
    });
  } catch (error) {
    await undoQuestion(services, conversation, prepared).catch(() => {}); // the next question repeats the cleanup
    throw error;
  }
}

/** Deletes the question and its files, because the client sends all of it again. */
async function undoQuestion(
  { database: { query: db } }: ChatServices,
  conversation: ClaimedConversation,
  sentAlong: readonly PreparedFile[],
): Promise<void> {
  await conversation.deleteUnanswered();
  const ids = sentAlong.map(({ row }) => row.id);
  if (ids.length > 0) await db.deleteFrom('files').where('id', 'in', ids).execute();
}

async function findResponder(services: ChatServices, caller: Caller, request: ConsoleChatRequest): Promise<Responder> {
  const { database, models, tools, builder } = services;
  const { assistant_id, model: modelId, propose: proposes = false } = request;
  if (assistant_id === undefined) {
    return {
      assistant: undefined,
      model: requireChatModel(models, modelId),
      instructions: '',
      box: tools,
      toolNames: [],
    };
  }
  const assistant = await requireAssistant(database.query, caller, assistant_id);
  const { instructions, workflow_id: workflowId } = assistant;
  const model = requireChatModel(models, modelId ?? assistant.model);
  if (workflowId === null) return { assistant, model, instructions, box: tools, toolNames: assistant.tools };
  const { workflow } = await requireWorkflow(database.query, caller, workflowId, 'read');
  const own = builderTools(builder, { workflowId, caller, proposes });
  return {
    assistant,
    model,
    instructions: [builderInstructions(workflow.name, { proposes }), instructions].filter(Boolean).join('\n\n'),
    box: createToolBoxFrom(own),
    toolNames: own.map(({ name }) => name),
  };
}

function createClaim(caller: Caller, { assistant, model }: Responder, { message }: ChatRequest, id: string) {
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

type ShownEntry = Omit<Entry, 'details' | 'shown' | 'position'>;

export function toMessage({
  id,
  conversation_id,
  role,
  content,
  model,
  files,
  credits,
  created_at,
}: ShownEntry): Message {
  if (role === 'tool') throw new Error('what tools did is not shown');
  return { id, conversation_id, role, content, model, files, credits, created: created_at.getTime() };
}

function toChatError({ closing }: ChatServices, error: unknown, signal: AbortSignal): unknown {
  if (closing.aborted) return serviceStopping();
  if (isStopped(error, signal)) return answerStopped();
  if (signal.aborted) return answerTimedOut(fixedLimits.chat.seconds);
  // Models also read files, and fail there with StepErrors.
  return error instanceof ModelError || error instanceof StepError ? modelFailed(error.message) : error;
}
