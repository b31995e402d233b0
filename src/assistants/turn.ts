/**
 * The answer to what was asked last in a conversation.
 *
 *   asked ──▶ the model answers ──▶ final: done
 *                               ──▶ not as the schema wants it: it is told, and asked again
 *                               ──▶ it calls tools ──▶ their results are added ──▶ it is asked again
 *
 * What comes next follows from the last entry alone, and every entry is written before that begins: whoever comes to
 * a conversation that was broken off goes on with it. Calls of tools are made again only when their results were not
 * written, with the same idempotency keys.
 */
import type { Account } from '../accounts/account.ts';
import { type Payment, reservePayment } from '../accounts/spending.ts';
import { limits } from '../configuration/limits.ts';
import type { HeddleDatabase } from '../database.ts';
import { ApiError, answerViolatesSchema, tooManyModelCalls, modelCannotUseTools } from '../errors.ts';
import { type Attachment, StepError, type StepOutcome } from '../nodes/step.ts';
import type { Logger } from '../platform/log.ts';
import type { ChatModel, ModelReply, ModelTool, ToolCall, ToolResult } from '../platform/models/model.ts';
import type { Semaphore } from '../platform/semaphore.ts';
import type { Threads } from '../platform/threads/threads.ts';
import { unlessAborted } from '../platform/promises.ts';
import { type ClaimedConversation, type Entry, isAnswer, isQuestion } from './conversations.ts';
import { charactersOf, type LoadFile, modelMessages } from './model-messages.ts';
import { type AnswerSchema, answerProblem, correction } from './structured-answers.ts';

export interface AnsweringServices {
  database: HeddleDatabase;
  /**
   * Models that this process asks at once, shared between users. Held while a model is asked, and never while a tool or
   * a run is waited for: the run may have to ask a model itself.
   */
  turns: Semaphore;
  threads: Threads;
  log: Logger;
}

/** The tools of a conversation. */
export interface Hands {
  readonly tools: readonly ModelTool[];
  /** One call has one key, however often it is made. */
  use(call: ToolCall): Promise<StepOutcome>;
  /** The files that calls made, by the ids that they told. */
  filesOf(ids: readonly string[], signal: AbortSignal): Promise<Attachment[]>;
}

/** Told how it goes. */
export interface Listener {
  text?(piece: string): void;
  /** What was told of the answer so far does not hold. */
  restart?(): void;
  toolStarts?(name: string): void;
  toolEnds?(name: string, failed: boolean): void;
}

export interface Answering {
  conversation: ClaimedConversation;
  /** The id of the user on whose behalf it is answered. */
  owner: string;
  model: ChatModel;
  instructions: string;
  hands: Hands;
  /** Of a structured answer. */
  schema: AnswerSchema | undefined;
  account: Account;
  load: LoadFile;
  listener: Listener;
  signal: AbortSignal;
}

/** The last entry of the turn. Throws ApiErrors, StepErrors and ModelErrors. */
export async function answer(services: AnsweringServices, turn: Answering): Promise<Entry> {
  const { conversation, hands, model } = turn;
  if (hands.tools.length > 0 && !model.settings.abilities.tools) throw modelCannotUseTools(model.settings.id);
  for (;;) {
    const last = conversation.entries.at(-1);
    if (!last) throw new Error('nothing was asked');
    if (isAnswer(last)) return last;
    if (last.role !== 'assistant') await askModel(services, turn);
    else if (last.details.calls?.length) await useTools(services, turn, last);
    else await correct(services, turn, last);
  }
}

async function askModel(services: AnsweringServices, turn: Answering): Promise<void> {
  const asked = sinceQuestion(turn.conversation.entries).filter(({ role }) => role === 'assistant').length;
  if (asked >= limits.chat.modelCalls) throw tooManyModelCalls(asked);
  // Before the messages are made, which may hold many megabytes of files.
  const release = await services.turns.acquire(turn.owner, 1, turn.signal);
  try {
    await askInTurn(services, turn, release);
  } finally {
    release();
  }
}

async function askInTurn(
  { database, threads }: AnsweringServices,
  turn: Answering,
  endTurn: () => void,
): Promise<void> {
  const { conversation, model, schema, hands, instructions, listener, signal } = turn;
  const messages = await modelMessages(conversation.entries, model.settings.abilities, turn.load);
  // What the question takes is reserved; what the answer takes, nobody knows before.
  const estimate = estimateOf(model, instructions.length + charactersOf(messages));
  const payment = await reservePayment(database, turn.account, estimate, signal);
  try {
    const reply = await model.ask({
      instructions,
      messages,
      ...(hands.tools.length > 0 && { tools: hands.tools }),
      ...(schema && { answerSchema: schema }),
      onText: piece => listener.text?.(piece),
      onRestart: () => listener.restart?.(),
      signal,
    });
    endTurn();
    const fits =
      reply.calls.length === 0 && (!schema || (await answerProblem(threads, schema, reply.text, turn)) === undefined);
    await addReply(turn, reply, { isFinal: fits, payment });
  } catch (error) {
    await payment.giveBack();
    throw error;
  }
}

const CHARACTERS_PER_TOKEN = 4;

/** What a question takes at least. 0: the model takes nothing at all. */
export function estimateOf({ settings: { credits } }: ChatModel, characters: number): number {
  return credits.call + credits.outputToken + (credits.inputToken * characters) / CHARACTERS_PER_TOKEN;
}

/** What a reply of the model costs. */
export function priceOf({ settings: { credits } }: ChatModel, { tokens }: Pick<ModelReply, 'tokens'>): number {
  return credits.call + tokens.input * credits.inputToken + tokens.output * credits.outputToken;
}

async function addReply(
  { conversation, model }: Answering,
  reply: ModelReply,
  { isFinal, payment }: { isFinal: boolean; payment: Payment },
): Promise<void> {
  const price = priceOf(model, reply);
  const before = sinceQuestion(conversation.entries);
  const made = before.filter(({ role }) => role === 'tool').flatMap(({ files }) => files);
  const entry = {
    role: 'assistant',
    shown: isFinal,
    content: reply.text,
    details: reply.calls.length > 0 ? { calls: reply.calls } : {},
    model: model.settings.id,
    files: isFinal ? made : [],
    credits: creditsOf(before) + price,
  } as const;
  await conversation.add(entry, transaction => payment.pay(transaction, price));
}

async function useTools({ log }: AnsweringServices, turn: Answering, { details }: Entry): Promise<void> {
  const { conversation, hands, listener, signal } = turn;
  const { calls = [] } = details;
  const characters = Math.min(limits.chat.toolResultCharacters, limits.chat.toolResultsCharacters / calls.length);
  const used = await Promise.all(
    calls.map(async call => {
      listener.toolStarts?.(call.name);
      const outcome = await unlessAborted(useTool(hands, call), signal).catch(error => {
        signal.throwIfAborted();
        return failureOf(error, log);
      });
      listener.toolEnds?.(call.name, outcome.failed);
      return { call, ...outcome };
    }),
  );
  const results = used.map(({ call, text, failed }): ToolResult => {
    return { callId: call.id, name: call.name, text: cut(text, Math.floor(characters)), failed };
  });
  const credits = used.reduce((sum, each) => sum + each.credits, creditsOf(sinceQuestion(conversation.entries)));
  const made = used.flatMap(({ fileIds }) => fileIds);
  const files = await hands.filesOf(made, signal);
  await conversation.add({ role: 'tool', shown: false, content: '', details: { results }, files, credits });
}

interface Used {
  text: string;
  failed: boolean;
  fileIds: readonly string[];
  credits: number;
}

async function useTool(hands: Hands, call: ToolCall): Promise<Used> {
  if (!hands.tools.some(({ name }) => name === call.name)) throw new StepError(`There is no tool '${call.name}'`);
  const { output = null, fileIds = [], credits = 0 } = await hands.use(call);
  return { text: typeof output === 'string' ? output : JSON.stringify(output), failed: false, fileIds, credits };
}

/** What went wrong is for the model to hear: it may know another way. */
function failureOf(error: unknown, log: Logger): Used {
  const isTold = error instanceof StepError || error instanceof ApiError;
  if (!isTold) log.error({ err: error }, 'a tool of an assistant broke');
  const text = isTold ? error.message : 'The tool failed for a reason of its own';
  return { text, failed: true, fileIds: [], credits: 0 };
}

async function correct({ threads }: AnsweringServices, turn: Answering, { content }: Entry): Promise<void> {
  const { conversation, schema } = turn;
  const problem = schema ? await answerProblem(threads, schema, content, turn) : undefined;
  const corrections = sinceQuestion(conversation.entries).filter(({ role }) => role === 'user').length;
  if (corrections >= limits.chat.corrections) throw answerViolatesSchema(problem ?? 'it is none');
  const credits = creditsOf(sinceQuestion(conversation.entries));
  await conversation.add({ role: 'user', shown: false, content: correction(problem ?? 'it is none'), credits });
}

/** What was added since the question that is being answered. */
function sinceQuestion(entries: readonly Entry[]): readonly Entry[] {
  return entries.slice(entries.findLastIndex(isQuestion) + 1);
}

/** Each entry tells what the answer has taken up to it. */
function creditsOf(turn: readonly Entry[]): number {
  return turn.at(-1)?.credits ?? 0;
}

export function cut(text: string, characters: number): string {
  if (text.length <= characters) return text;
  return `${text.slice(0, characters).toWellFormed()}\n[cut: ${text.length} characters in all]`;
}
