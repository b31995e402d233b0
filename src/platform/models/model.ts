/**
 * Requests to language models and their replies. They are plain data that conversations store, independent of the
 * library and the provider.
 */

export type ModelMessage =
  | { role: 'user'; text: string; files: readonly ModelFile[] }
  | { role: 'assistant'; text: string; calls: readonly ToolCall[] }
  | { role: 'tool'; results: readonly ToolResult[] };

/** A file that the model itself sees or hears. */
export interface ModelFile {
  filename: string;
  contentType: string;
  content: Uint8Array;
}

export interface ToolCall {
  /** Unique within the conversation. */
  id: string;
  name: string;
  input: unknown;
  /** Data that the provider wants to get back with the call, as plain JSON. */
  provider?: unknown;
}

export interface ToolResult {
  callId: string;
  name: string;
  text: string;
  failed: boolean;
}

export interface ModelTool {
  name: string;
  description: string;
  /** The JSON Schema of its params. */
  inputSchema: object;
}

export interface ModelRequest {
  instructions: string;
  messages: readonly ModelMessage[];
  tools?: readonly ModelTool[];
  /** A JSON Schema that makes the answer JSON. The caller must check whether the answer matches it. */
  answerSchema?: object;
  /**
   * Receives each piece of the text as it arrives. After a failed attempt the text starts again, following `onRestart`.
   */
  onText?(piece: string): void;
  onRestart?(): void;
  signal: AbortSignal;
}

export interface Tokens {
  input: number;
  output: number;
}

export interface ModelReply {
  text: string;
  /** The tool calls that the model wants before it continues. */
  calls: ToolCall[];
  tokens: Tokens;
}

/** Says in one sentence, which contains no key, why a model gave no answer. */
export class ModelError extends Error {
  /** Whether the same request might succeed later. */
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  /** One word for logs: the message may quote the provider, who may quote the question. */
  readonly kind: string;
  /** The status of the provider's reply. */
  readonly status: number | undefined;

  constructor(message: string, options: ModelErrorOptions = {}) {
    super(message);
    this.retryable = options.retryable ?? false;
    this.retryAfterMs = options.retryAfterMs;
    this.kind = options.kind ?? 'failed';
    this.status = options.status;
  }
}

interface ModelErrorOptions {
  retryable?: boolean;
  retryAfterMs?: number | undefined;
  kind?: string;
  status?: number;
}

export const MODEL_PROVIDERS = ['openai-compatible', 'openai', 'anthropic', 'google'] as const;
export type Provider = (typeof MODEL_PROVIDERS)[number];

export const MODEL_KINDS = ['chat', 'image', 'speech', 'transcription'] as const;
export type ModelKind = (typeof MODEL_KINDS)[number];

/** One configured model. */
export interface ModelSettings {
  /** The name that users use. */
  id: string;
  kind: ModelKind;
  provider: Provider;
  /** The name that the provider uses. */
  name: string;
  url?: string;
  key?: string;
  /** Prices in credits: per token, and per call for models that count no tokens. */
  credits: { inputToken: number; outputToken: number; call: number };
  abilities: { vision: boolean; audio: boolean; tools: boolean };
  /** The time limit of one attempt. */
  timeoutSeconds: number;
}

export interface ChatModel {
  readonly settings: ModelSettings;
  /** Retries where that may help. Throws ModelErrors, or the reason of the signal. */
  ask(request: ModelRequest): Promise<ModelReply>;
}

export interface ImageModel {
  readonly settings: ModelSettings;
  draw(prompt: string, options: { size?: string; signal: AbortSignal }): Promise<ModelFile>;
}

export interface SpeechModel {
  readonly settings: ModelSettings;
  speak(text: string, options: { voice?: string; signal: AbortSignal }): Promise<ModelFile>;
}

export interface TranscriptionModel {
  readonly settings: ModelSettings;
  transcribe(audio: ModelFile, options: { signal: AbortSignal }): Promise<string>;
}

/** The configured models. Without an id, the first model of a kind is used. */
export interface Models {
  readonly settings: readonly ModelSettings[];
  chat(id?: string): ChatModel | undefined;
  image(id?: string): ImageModel | undefined;
  speech(id?: string): SpeechModel | undefined;
  transcription(id?: string): TranscriptionModel | undefined;
  /** Throws a ModelError when the endpoint of a model does not answer, or refuses the key. It asks the model nothing. */
  check(settings: ModelSettings, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
