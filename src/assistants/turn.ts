/**
 * A turn is a question in a conversation and all that leads to its answer.
 *
 *   question ──▶ the model replies ──▶ with the final answer: done
 *                                  ──▶ with an answer that violates the schema ──▶ a correction is added ──▶ the model …
 *                                  ──▶ with tool calls ──▶ their results are added ──▶ the model …
 *
 * The next action depends only on the last entry, and every entry is written before the next action starts. Therefore
 * any process can continue an interrupted conversation. It repeats tool calls only when their results were not written,
 * with the same idempotency keys.
 */
import type { Account } from '../accounts/account.ts';
import { type Payment, reservePayment } from '../accounts/spending.ts';
import { fixedLimits } from '../configuration/limits.ts';
import type { HeddleDatabase } from '../database.ts';
import { ApiError, answerViolatesSchema, modelCannotUseTools, tooManyModelCalls } from '../errors.ts';
import { StepError } from '../nodes/step.ts';
import { unlessAborted } from '../platform/concurrency/promises.ts';
import type { Semaphore } from '../platform/concurrency/semaphore.ts';
import type { Logger } from '../platform/logging/log.ts';
import type { ChatModel, ModelReply, ToolCall, ToolResult } from '../platform/models/model.ts';
import { ownDatabaseProblem } from '../platform/postgres/connection-error.ts';
import type { ThreadPool } from '../platform/threads/thread-pool.ts';
import { RunLost } from '../runs/executing/run-storage.ts';
import { AnswerStopped, type ClaimedConversation, type Entry, isAnswer, isQuestion } from './conversations.ts';
import { countCharacters, type LoadFile, modelMessages } from './model-messages.ts';
import { calculatePrice, estimateAnswerPrice, estimatePrice } from './models.ts';
import { type AnswerSchema, answerProblem, correction } from './structured-answers.ts';
import type { Toolset } from './toolset.ts';

export interface TurnServices {
  database: HeddleDatabase;
  /**
   * Limits the model calls that this process makes at once, shared between users. A turn holds a slot while it calls a
   * model, but never while it waits for a tool or a run, because the run may have to call a model itself.
   */
  modelSlots: Semaphore;
  threads: ThreadPool;
  log: Logger;
}

/** Receives the progress of a turn. */
export interface TurnListener {
  text?(piece: string): void;
  /** The pieces of the answer so far are no longer valid. */
  restart?(): void;
  toolStarts?(call: ToolCall): void;
  toolEnds?(result: ToolResult): void;
}

interface Turn {
  conversation: ClaimedConversation;
  /** The id of the user who gets the answer. */
  owner: string;
  model: ChatModel;
  instructions: string;
  toolset: Toolset;
  /** The schema of a structured answer. */
  schema: AnswerSchema | undefined;
  account: Account;
  load: LoadFile;
  listener: TurnListener;
  signal: AbortSignal;
}

/** Returns the last entry of the turn. Throws ApiErrors, StepErrors and ModelErrors. */
export async function answerQuestion(services: TurnServices, turn: Turn): Promise<Entry> {
  const { conversation, toolset, model } = turn;
  if (toolset.tools.length > 0 && !model.settings.abilities.tools) throw modelCannotUseTools(model.settings.id);
  for (;;) {
    const last = conversation.entries.at(-1);
    if (!last) throw new Error('nothing was asked');
    if (isAnswer(last)) return last;
    if (last.role !== 'assistant') await askModel(services, turn);
    else if (last.details.calls?.length) await callTools(services, turn, last);
    else await correct(services, turn, last);
  }
}

async function askModel(services: TurnServices, turn: Turn): Promise<void> {
  const asked = sinceQuestion(turn.conversation.entries).filter(({ role }) => role === 'assistant').length;
  if (asked >= fixedLimits.chat.modelCalls) throw tooManyModelCalls(asked);
  // The slot comes before the messages, which may hold many megabytes of files.
  const release = await services.modelSlots.acquire(turn.owner, 1, turn.signal);
  try {
    await askWithSlot(services, turn, release);
  } finally {
    release();
  }
}

async function askWithSlot({ database, threads }: TurnServices, turn: Turn, releaseSlot: () => void): Promise<void> {
  const { conversation, model, schema, toolset, instructions, listener, signal } = turn;
  const messages = await modelMessages(conversation.entries, model.settings.abilities, turn.load);
  // The price of the question is reserved. The price of the answer is not known yet.
  const estimate = estimatePrice(model, instructions.length + countCharacters(messages));
  const payment = await reservePayment(database, turn.account, estimate, signal);
  let characters = 0;
  try {
    const reply = await model.ask({
      instructions,
      messages,
      ...(toolset.tools.length > 0 && { tools: toolset.tools }),
      ...(schema && { answerSchema: schema }),
      onText: piece => {
        characters += piece.length;
        listener.text?.(piece);
      },
      onRestart: () => listener.restart?.(),
      signal,
    });
    releaseSlot();
    const fits =
      reply.calls.length === 0 && (!schema || (await answerProblem(threads, schema, reply.text, turn)) === undefined);
    await addReply(turn, reply, { isFinal: fits, payment });
  } catch (error) {
    // Whoever stops an answer has read its beginning, and pays for that.
    if (isStopped(error, signal)) {
      await payment.pay(database.query, estimate + estimateAnswerPrice(model, characters)).catch(() => {});
    } else await payment.cancel();
    throw error;
  }
}

export function isStopped(error: unknown, signal: AbortSignal): boolean {
  return error instanceof AnswerStopped || signal.reason instanceof AnswerStopped;
}

async function addReply(
  { conversation, model }: Turn,
  reply: ModelReply,
  { isFinal, payment }: { isFinal: boolean; payment: Payment },
): Promise<void> {
  const price = calculatePrice(model, reply);
  const before = sinceQuestion(conversation.entries);
  const createdFiles = before.filter(({ role }) => role === 'tool').flatMap(({ files }) => files);
  const entry = {
    role: 'assistant',
    shown: isFinal,
    content: reply.text,
    details: reply.calls.length > 0 ? { calls: reply.calls } : {},
    model: model.settings.id,
    files: isFinal ? createdFiles : [],
    credits: creditsSoFar(before) + price,
  } as const;
  await conversation.add(entry, transaction => payment.pay(transaction, price));
}

async function callTools({ log }: TurnServices, turn: Turn, { details }: Entry): Promise<void> {
  const { conversation, toolset, listener, signal } = turn;
  const { calls = [] } = details;
  const characters = Math.min(
    fixedLimits.chat.toolResultCharacters,
    fixedLimits.chat.toolResultsCharacters / calls.length,
  );
  const outcomes = await Promise.all(
    calls.map(async call => {
      listener.toolStarts?.(call);
      const { text, failed, ...outcome } = await unlessAborted(callTool(toolset, call), signal).catch(error => {
        signal.throwIfAborted();
        return toFailedCall(error, log);
      });
      const short = truncateWithNote(text, Math.floor(characters));
      const result: ToolResult = { callId: call.id, name: call.name, text: short, failed };
      listener.toolEnds?.(result);
      return { result, ...outcome };
    }),
  );
  const results = outcomes.map(({ result }) => result);
  const credits = outcomes.reduce((sum, each) => sum + each.credits, creditsSoFar(sinceQuestion(conversation.entries)));
  const fileIds = outcomes.flatMap(each => each.fileIds);
  const files = await toolset.findFiles(fileIds, signal);
  await conversation.add({ role: 'tool', shown: false, content: '', details: { results }, files, credits });
}

interface ToolCallOutcome {
  text: string;
  failed: boolean;
  fileIds: readonly string[];
  credits: number;
}

async function callTool(toolset: Toolset, call: ToolCall): Promise<ToolCallOutcome> {
  if (!toolset.tools.some(({ name }) => name === call.name)) throw new StepError(`There is no tool '${call.name}'`);
  const { output = null, fileIds = [], credits = 0 } = await toolset.call(call);
  return { text: typeof output === 'string' ? output : JSON.stringify(output), failed: false, fileIds, credits };
}

/**
 * Tells the model what went wrong, because it may know another way. It is not told that our database is away, or that
 * another process has the run of the step: the turn ends, and a step repeats it.
 */
function toFailedCall(error: unknown, log: Logger): ToolCallOutcome {
  if (ownDatabaseProblem(error) || error instanceof RunLost) throw error;
  const isExpected = error instanceof StepError || error instanceof ApiError;
  if (!isExpected) log.error({ err: error }, 'a tool of an assistant broke');
  const text = isExpected ? error.message : 'The tool failed for a reason of its own';
  return { text, failed: true, fileIds: [], credits: 0 };
}

async function correct({ threads }: TurnServices, turn: Turn, { content }: Entry): Promise<void> {
  const { conversation, schema } = turn;
  const problem = schema ? await answerProblem(threads, schema, content, turn) : undefined;
  const corrections = sinceQuestion(conversation.entries).filter(({ role }) => role === 'user').length;
  if (corrections >= fixedLimits.chat.corrections) throw answerViolatesSchema(problem ?? 'it is none');
  const credits = creditsSoFar(sinceQuestion(conversation.entries));
  await conversation.add({ role: 'user', shown: false, content: correction(problem ?? 'it is none'), credits });
}

/** Returns the entries after the question of the current turn. */
function sinceQuestion(entries: readonly Entry[]): readonly Entry[] {
  return entries.slice(entries.findLastIndex(isQuestion) + 1);
}

/** Each entry holds the credits of the turn up to it. */
function creditsSoFar(turn: readonly Entry[]): number {
  return turn.at(-1)?.credits ?? 0;
}

export function truncateWithNote(text: string, characters: number): string {
  if (text.length <= characters) return text;
  return `${text.slice(0, characters).toWellFormed()}\n[cut: ${text.length} characters in all]`;
}
