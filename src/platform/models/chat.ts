/** A chat model: one request, one answer, streamed where the endpoint can, no tool executed by the library. */
import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { unlessAborted } from '../promises.ts';
import { Answer } from './answer.ts';
import { type Attempt, attempting } from './attempts.ts';
import { type Connection, onlyStreams, withoutEndlessEvents } from './connection.ts';
import { NotStreamed, StatusError, toModelError, wasTooLong } from './failures.ts';
import type { ChatModel, ModelReply, ModelRequest, ModelSettings } from './model.ts';
import { type AnswerFormat, answerFormats, toCallOptions } from './prompt.ts';
import { openLanguageModel } from './providers.ts';

export function createChatModel(settings: ModelSettings, connection: Connection): ChatModel {
  const bounded = withoutEndlessEvents(connection.fetch, () => wasTooLong(settings));
  const fetch = onlyStreams(bounded, () => new NotStreamed(settings));
  let opened: Promise<LanguageModelV4> | undefined;
  /** Until the endpoint refuses the question how many tokens it was. */
  let asksForUsage = true;
  /** Until it has answered as a whole instead. */
  let streams = true;

  async function askOnce(
    request: ModelRequest,
    { format, isWhole }: { format: AnswerFormat; isWhole: boolean },
    attempt: Attempt,
    onText: (piece: string) => void,
  ): Promise<ModelReply> {
    opened ??= openLanguageModel(settings, fetch, { asksForUsage });
    const model = await opened;
    const answer = new Answer(settings, request, onText);
    const parts = isWhole ? whole : streamed;
    for await (const part of parts(model, request, format, attempt, settings)) {
      attempt.progressed();
      answer.take(part);
    }
    const reply = answer.reply();
    streams = !isWhole;
    return reply;
  }

  /** Whether to ask again in a way that more endpoints understand. */
  function canAskSimpler(error: unknown, formats: AnswerFormat[]): boolean {
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
      let hasTold = false;
      const onText = (piece: string) => {
        hasTold = true;
        request.onText?.(piece);
      };
      return attempting(settings, request.signal, async attempt => {
        if (hasTold) request.onRestart?.();
        hasTold = false;
        for (;;) {
          try {
            return await askOnce(request, { format: formats[0], isWhole }, attempt, onText);
          } catch (error) {
            if (attempt.signal.aborted) throw error;
            if (error instanceof NotStreamed) isWhole = true;
            else if (!canAskSimpler(error, formats)) throw error;
          }
        }
      });
    },
  };
}

/** How endpoints refuse a request that holds what they do not know. */
const REFUSALS = new Set([400, 422, 501]);

async function* streamed(
  model: LanguageModelV4,
  request: ModelRequest,
  format: AnswerFormat,
  { signal }: Attempt,
  settings: ModelSettings,
): AsyncGenerator<LanguageModelV4StreamPart> {
  const options = { ...toCallOptions(request, format), abortSignal: signal };
  const { stream } = await explained(model.doStream(options), signal, settings);
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await explained(reader.read(), signal, settings);
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {}); // an answer that is read to its end has nothing to cancel
  }
}

/** The parts of an answer that came as a whole, as those of a stream. */
async function* whole(
  model: LanguageModelV4,
  request: ModelRequest,
  format: AnswerFormat,
  { signal }: Attempt,
  settings: ModelSettings,
): AsyncGenerator<LanguageModelV4StreamPart> {
  const options = { ...toCallOptions(request, format), abortSignal: signal };
  const { content, finishReason, usage } = await explained(model.doGenerate(options), signal, settings);
  for (const part of content) {
    if (part.type === 'text') yield { type: 'text-delta', id: '', delta: part.text };
    if (part.type === 'tool-call') yield part;
  }
  yield { type: 'finish', finishReason, usage };
}

/** Only what the model and its endpoint do wrong becomes a ModelError; what the reader of the parts throws does not. */
async function explained<Result>(
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
