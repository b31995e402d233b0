/** A model's answer, put together from the parts that it comes in. */
import { randomUUID } from 'node:crypto';
import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { brokeOff, toModelError, wasCutOff, wasRefused, wasTooLong } from './failures.ts';
import type { ModelReply, ModelRequest, ModelSettings, ToolCall } from './model.ts';
import { estimateInputTokens, estimateTokens } from './prompt.ts';

/** Of text and of the inputs of calls. */
const ANSWER_LIMIT_CHARACTERS = 2_000_000;
const MOST_CALLS = 100;

type FinishPart = Extract<LanguageModelV4StreamPart, { type: 'finish' }>;
type CallPart = Extract<LanguageModelV4StreamPart, { type: 'tool-call' }>;

export class Answer {
  readonly #settings: ModelSettings;
  readonly #request: ModelRequest;
  readonly #onText: (piece: string) => void;
  readonly #calls: CallPart[] = [];
  #text = '';
  #writtenCharacters = 0;
  #begunCalls = 0;
  #finish: FinishPart | undefined;

  constructor(settings: ModelSettings, request: ModelRequest, onText: (piece: string) => void) {
    this.#settings = settings;
    this.#request = request;
    this.#onText = onText;
  }

  take(part: LanguageModelV4StreamPart): void {
    switch (part.type) {
      case 'text-delta':
        this.#count(part.delta.length);
        this.#text += part.delta;
        if (part.delta !== '') this.#onText(part.delta);
        break;
      case 'tool-input-start':
        this.#begunCalls += 1;
        this.#count(0);
        break;
      case 'tool-input-delta':
        this.#count(part.delta.length);
        break;
      case 'tool-call':
        this.#calls.push(part);
        this.#count(0);
        break;
      case 'error':
        throw toModelError(part.error, this.#settings);
      case 'finish':
        this.#finish = part;
    }
  }

  /** Throws when what came is no answer. */
  reply(): ModelReply {
    const { answerSchema } = this.#request;
    const reason = this.#finish?.finishReason.unified;
    if (reason === 'content-filter') throw wasRefused(this.#settings);
    if (reason === undefined || reason === 'error' || reason === 'interrupted') throw brokeOff(this.#settings);
    const calls = this.#toolCalls();
    if (reason !== 'length') return { text: this.#answerText(), calls, tokens: this.#tokens() };

    // The last call may have been cut off in the middle of its input.
    const whole = calls.filter(({ input }) => typeof input !== 'string');
    const hasText = this.#text.trim() !== '' && answerSchema === undefined;
    if (whole.length === 0 && !hasText) throw wasCutOff(this.#settings);
    return { text: this.#text, calls: whole, tokens: this.#tokens() };
  }

  #count(characters: number): void {
    this.#writtenCharacters += characters;
    const isTooLong = this.#writtenCharacters > ANSWER_LIMIT_CHARACTERS;
    if (isTooLong || this.#begunCalls > MOST_CALLS || this.#calls.length > MOST_CALLS) {
      throw wasTooLong(this.#settings);
    }
  }

  #answerText(): string {
    return this.#request.answerSchema ? withoutWrapping(this.#text) : this.#text;
  }

  #toolCalls(): ToolCall[] {
    // Some endpoints count their calls anew in each answer, others give no ids.
    const known = this.#request.messages.flatMap(message => (message.role === 'assistant' ? message.calls : []));
    const ids = new Set(known.map(({ id }) => id));
    return this.#calls.map(({ toolCallId, toolName, input, providerMetadata }) => {
      const id = toolCallId === '' || ids.has(toolCallId) ? `call_${randomUUID()}` : toolCallId;
      ids.add(id);
      return { id, name: toolName, input: readInput(input), ...(providerMetadata && { provider: providerMetadata }) };
    });
  }

  #tokens() {
    const { inputTokens, outputTokens } = this.#finish?.usage ?? {};
    const written = this.#text + this.#calls.map(({ input }) => input).join('');
    return {
      input: inputTokens?.total || estimateInputTokens(this.#request),
      output: outputTokens?.total || estimateTokens(written),
    };
  }
}

/** What is not JSON stays as the model wrote it. */
function readInput(input: string): unknown {
  if (input.trim() === '') return {}; // a tool without params
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}

/** Models that no format holds wrap their JSON in a fence, and some think aloud before it. */
function withoutWrapping(text: string): string {
  const answer = text.replace(/^\s*<think>[\s\S]*?<\/think>/, '').trim();
  const [, fenced] = /^```(?:json)?\s*([\s\S]*?)\s*```$/i.exec(answer) ?? [];
  return fenced ?? answer;
}
