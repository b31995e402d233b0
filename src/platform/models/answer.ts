/** Assembles a model's answer from the parts of its stream. */
import { randomUUID } from 'node:crypto';
import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { answerBrokeOff, answerCutOff, answerRefused, answerTooLong, toModelError } from './failures.ts';
import type { ModelReply, ModelRequest, ModelSettings, ToolCall } from './model.ts';
import { estimateInputTokens, estimateTokens } from './prompt.ts';

/** Counts the text and the inputs of calls. */
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
  #startedCalls = 0;
  #finish: FinishPart | undefined;

  constructor(settings: ModelSettings, request: ModelRequest, onText: (piece: string) => void) {
    this.#settings = settings;
    this.#request = request;
    this.#onText = onText;
  }

  add(part: LanguageModelV4StreamPart): void {
    switch (part.type) {
      case 'text-delta':
        this.#count(part.delta.length);
        this.#text += part.delta;
        if (part.delta !== '') this.#onText(part.delta);
        break;
      case 'tool-input-start':
        this.#startedCalls += 1;
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

  /** Throws a ModelError when the parts are no answer. */
  toReply(): ModelReply {
    const { answerSchema } = this.#request;
    const reason = this.#finish?.finishReason.unified;
    if (reason === 'content-filter') throw answerRefused(this.#settings);
    if (reason === undefined || reason === 'error' || reason === 'interrupted') throw answerBrokeOff(this.#settings);
    const calls = this.#toolCalls();
    if (reason !== 'length') return { text: this.#answerText(), calls, tokens: this.#tokens() };

    // The last call may have been cut off in the middle of its input.
    const complete = calls.filter(({ input }) => typeof input !== 'string');
    const hasText = this.#text.trim() !== '' && answerSchema === undefined;
    if (complete.length === 0 && !hasText) throw answerCutOff(this.#settings);
    return { text: this.#text, calls: complete, tokens: this.#tokens() };
  }

  #count(characters: number): void {
    this.#writtenCharacters += characters;
    const isTooLong = this.#writtenCharacters > ANSWER_LIMIT_CHARACTERS;
    if (isTooLong || this.#startedCalls > MOST_CALLS || this.#calls.length > MOST_CALLS) {
      throw answerTooLong(this.#settings);
    }
  }

  #answerText(): string {
    return this.#request.answerSchema ? unwrapJson(this.#text) : this.#text;
  }

  #toolCalls(): ToolCall[] {
    // Some endpoints number their calls from zero in each answer, and others send no ids.
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

/** An input that is not valid JSON stays as the model wrote it. */
function readInput(input: string): unknown {
  if (input.trim() === '') return {}; // the tool has no params
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}

/** Models without an enforced format wrap their JSON in a code fence, and some think aloud before it. */
function unwrapJson(text: string): string {
  const answer = text.replace(/^\s*<think>[\s\S]*?<\/think>/, '').trim();
  const [, fenced] = /^```(?:json)?\s*([\s\S]*?)\s*```$/i.exec(answer) ?? [];
  return fenced ?? answer;
}
