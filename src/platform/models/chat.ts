/**
 * A chat model gives one answer to one request. It streams where the endpoint can, and the library executes no tools.
 */
import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { unlessAborted } from '../concurrency/promises.ts';
import { Answer } from './answer.ts';
import { type ModelAttempt, withRetries } from './attempts.ts';
import { limitEventSize, type ModelConnection, requireStream } from './connection.ts';
import { answerTooLong, NotStreamed, StatusError, toModelError } from './failures.ts';
import type { ChatModel, ModelReply, ModelRequest, ModelSettings } from './model.ts';
import { type AnswerFormat, answerFormats, toCallOptions } from './prompt.ts';
import { openLanguageModel } from './providers.ts';

export function createChatModel(settings: ModelSettings, connection: ModelConnection): ChatModel {
  const bounded = limitEventSize(connection.fetch, () => answerTooLong(settings));
  const fetch = requireStream(bounded, () => new NotStreamed(settings));
  let opened: Promise<LanguageModelV4> | undefined;
  /** Becomes false when the endpoint refuses to report the number of tokens. */
  let asksForUsage = true;
  /** Becomes false when the endpoint has sent an answer as a whole instead of a stream. */
  let streams = true;

  async function askOnce(
    request: ModelRequest,
    { format, isWhole }: { format: AnswerFormat; isWhole: boolean },
    attempt: ModelAttempt,
    onText: (piece: string) => void,
  ): Promise<ModelReply> {
    opened ??= openLanguageModel(settings, fetch, { asksForUsage });
    const model = await opened;
    const answer = new Answer(settings, request, onText);
    const readParts = isWhole ? fetchWholeAnswer : streamAnswer;
    for await (const part of readParts(model, request, format, attempt, settings)) {
      attempt.reportProgress();
      answer.add(part);
    }
    const reply = answer.toReply();
    streams = !isWhole;
    return reply;
  }

  /** Switches to a simpler request that more endpoints understand. Returns false when there is none. */
  function simplifyRequest(error: unknown, formats: AnswerFormat[]): boolean {
    if (!(error instanceof StatusError) || !REFUSALS.has(error.status)) return false;
    if (asksForUsage && /stream_options|include_usage/.test(error.message)) {
      asksForUsage = false;
      opened = undefined;
      return true;
    }
    if (formats.length === 1) return false;
    formats.shift();
    return true;
  }

  return {
    settings,
    async ask(request) {
      const formats = answerFormats(request);
      let isWhole = !streams;
      let hasSentText = false;
      const onText = (piece: string) => {
        hasSentText = true;
        request.onText?.(piece);
      };
      return withRetries(settings, request.signal, async attempt => {
        if (hasSentText) request.onRestart?.();
        hasSentText = false;
        for (;;) {
          try {
            return await askOnce(request, { format: formats[0], isWhole }, attempt, onText);
          } catch (error) {
            if (attempt.signal.aborted) throw error;
            if (error instanceof NotStreamed) isWhole = true;
            else if (!simplifyRequest(error, formats)) throw error;
          }
        }
      });
    },
  };
}

/** The statuses with which endpoints refuse a request that contains unknown fields. */
const REFUSALS = new Set([400, 422, 501]);

async function* streamAnswer(
  model: LanguageModelV4,
  request: ModelRequest,
  format: AnswerFormat,
  { signal }: ModelAttempt,
  settings: ModelSettings,
): AsyncGenerator<LanguageModelV4StreamPart> {
  const options = { ...toCallOptions(request, format), abortSignal: signal };
  const { stream } = await withModelErrors(model.doStream(options), signal, settings);
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await withModelErrors(reader.read(), signal, settings);
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {}); // an answer that was read to its end can not be cancelled
  }
}

/** Yields the parts of an answer that came as a whole like those of a stream. */
async function* fetchWholeAnswer(
  model: LanguageModelV4,
  request: ModelRequest,
  format: AnswerFormat,
  { signal }: ModelAttempt,
  settings: ModelSettings,
): AsyncGenerator<LanguageModelV4StreamPart> {
  const options = { ...toCallOptions(request, format), abortSignal: signal };
  const { content, finishReason, usage } = await withModelErrors(model.doGenerate(options), signal, settings);
  for (const part of content) {
    if (part.type === 'text') yield { type: 'text-delta', id: '', delta: part.text };
    if (part.type === 'tool-call') yield part;
  }
  yield { type: 'finish', finishReason, usage };
}

/**
 * Converts errors of the model and its endpoint into ModelErrors. Errors of the code that reads the parts stay as they
 * are.
 */
async function withModelErrors<Result>(
  work: PromiseLike<Result>,
  signal: AbortSignal,
  settings: ModelSettings,
): Promise<Result> {
  try {
    return await unlessAborted(Promise.resolve(work), signal);
  } catch (error) {
    signal.throwIfAborted();
    throw toModelError(error, settings);
  }
}
