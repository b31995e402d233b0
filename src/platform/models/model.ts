/**
 * What a language model is asked, and what it answers. Plain data: conversations keep it, whatever library or provider
 * is in between.
 */

export type ModelMessage =
  | { role: 'user'; text: string; files: readonly ModelFile[] }
  | { role: 'assistant'; text: string; calls: readonly ToolCall[] }
  | { role: 'tool'; results: readonly ToolResult[] };

/** What the model sees or hears itself. */
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
  /** What the provider wants to get back with the call, as plain JSON. */
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
  /** JSON Schema of its params. */
  inputSchema: object;
}

export interface ModelRequest {
  instructions: string;
  messages: readonly ModelMessage[];
  tools?: readonly ModelTool[];
  /** JSON Schema: the answer is then JSON. Whether it fits is for the caller to see. */
  answerSchema?: object;
  /** Told each piece of the text as it comes. A try that breaks off is told again from its beginning, after `onRestart`. */
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
  /** What the model wants to have done before it goes on. */
  calls: ToolCall[];
  tokens: Tokens;
}

/** Why a model gave no answer, in one sentence that holds no key. */
export class ModelError extends Error {
  /** Whether the same might succeed later. */
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  /** In a word, for logs: the sentence may quote the provider, who may quote the question. */
  readonly kind: string;
  /** Of the provider's reply. */
  readonly status: number | undefined;

  constructor(message: string, options: ModelErrorOptions = {}) {
    super(message, { cause: options.cause });
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
  cause?: unknown;
}

export const PROVIDERS = ['openai-compatible', 'openai', 'anthropic', 'google'] as const;
export type Provider = (typeof PROVIDERS)[number];

export const MODEL_KINDS = ['chat', 'image', 'speech', 'transcription'] as const;
export type ModelKind = (typeof MODEL_KINDS)[number];

/** One model as the settings name it. */
export interface ModelSettings {
  /** As users name it. */
  id: string;
  kind: ModelKind;
  provider: Provider;
  /** As the provider names it. */
  name: string;
  url?: string;
  key?: string;
  /** Prices in credits: per token, and per call for models that count none. */
  credits: { inputToken: number; outputToken: number; call: number };
  abilities: { vision: boolean; audio: boolean; tools: boolean };
  /** Of one try. */
  timeoutSeconds: number;
}

export interface ChatModel {
  readonly settings: ModelSettings;
  /** Tries again where that may help. Throws ModelErrors, and the signal's reason. */
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

/** The configured models. The first of a kind is the one to take when none is named. */
export interface Models {
  readonly settings: readonly ModelSettings[];
  chat(id?: string): ChatModel | undefined;
  image(id?: string): ImageModel | undefined;
  speech(id?: string): SpeechModel | undefined;
  transcription(id?: string): TranscriptionModel | undefined;
  close(): Promise<void>;
}
