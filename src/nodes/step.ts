/**
 * What a step is handed when it runs, and what it gives back. The run loop implements it; node types and tools see
 * nothing else of the service.
 */
import type { Mailer } from '../platform/mail/mail.ts';
import type { OutboundHttp } from '../platform/outbound/outbound.ts';

/** What a finished step leaves to the steps after it. Plain JSON. */
export interface StepOutcome {
  output: unknown;
  /** The output that the run continues on; left out: the default one. */
  handle?: string;
  /** For people. Left out: the output, where that is a text. */
  text?: string;
  fileIds?: string[];
  conversationId?: string;
  credits?: number;
  /** The step now waits for a person: `output` and `text` tell whom for, and its result comes later. */
  isWaiting?: boolean;
}

/** Why a step failed, in one sentence for the author of the workflow. Whatever else is thrown is a fault of ours. */
export class StepError extends Error {
  override readonly name = 'StepError';
  /** Whether another try might succeed. Errors in templates and params are not retried. */
  readonly retryable: boolean;
  /** What the other side asked for. */
  readonly retryAfterMs: number | undefined;
  /** In a word, for logs and traces, which never get the message. Left out: what the cause is. */
  readonly kind: 'http_status' | 'params' | 'timeout' | undefined;
  /** Of the reply of another server. */
  readonly status: number | undefined;

  constructor(message: string, options: StepErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.retryable = options.retryable ?? false;
    this.retryAfterMs = options.retryAfterMs;
    this.kind = options.kind;
    this.status = options.status;
  }
}

interface StepErrorOptions {
  retryable?: boolean;
  retryAfterMs?: number | undefined;
  kind?: StepError['kind'];
  status?: number;
  cause?: unknown;
}

/** A file as steps see it: the wire's own form. */
export interface Attachment {
  file_id: string;
  filename: string;
  content_type: string;
  file_url: string;
  size: number;
}

export interface NewFile {
  filename: string;
  /** What it is said to be, if anything: an image or a PDF that is none is refused. */
  contentType?: string | undefined;
  content: Uint8Array;
}

/** The files that a step may use: those of its run, and those of the user for whom the run executes. */
export interface StepFiles {
  /** Stores a file of the run. A step that is tried again stores the same files again, in place of the first ones. */
  save(file: NewFile): Promise<Attachment>;
  /** Of an attachment, `{file_id}` or an id. Throws a StepError when there is no such file, or it is not the user's. */
  read(reference: unknown): Promise<{ attachment: Attachment; content: Buffer }>;
}

/** What people are asked, and who. */
export interface ApprovalRequest {
  title: string;
  /** Markdown. */
  message: string;
  /** E-mail addresses or ids of users. */
  assignees: readonly string[];
  formSchema: Readonly<Record<string, unknown>> | null;
  /** What the form shows at first, by field. */
  formValues: Readonly<Record<string, unknown>>;
  allowReject: boolean;
  timeoutHours: number;
}

/** An approval that waits for its decision, in the wire's own form. */
export interface OpenedApproval {
  approval_id: string;
  /** Milliseconds since 1970. */
  expires_at: number;
  /** E-mail addresses. */
  assignees: string[];
}

/** What an assistant is to do in a conversation of its own. */
export interface AssistantTask {
  assistantId: string;
  prompt: string;
  /** Left out: the assistant's own. */
  model: string | undefined;
  /** References, as `StepFiles.read` takes them. */
  files: readonly unknown[];
  /** JSON Schema of a structured answer. */
  outputSchema: Readonly<Record<string, unknown>> | undefined;
}

export interface AssistantResult {
  /** Markdown. */
  text: string;
  /** The structured answer; null when none was asked for. */
  data: unknown;
  /** That it made. */
  files: Attachment[];
  conversationId: string;
  credits: number;
}

/** What a model is asked outside of any conversation. */
export interface ModelQuestion {
  instructions: string;
  prompt: string;
  /** JSON Schema that the answer fits, or the step fails. */
  schema: Readonly<Record<string, unknown>>;
  model: string | undefined;
}

/** A file as text. */
export interface FileText {
  attachment: Attachment;
  text: string;
  /** That reading it took. */
  credits: number;
}

/**
 * Reserves credits, has something done, and pays what it really took. Throws `Not enough credits` before it is done.
 */
export type Pay = <Result>(
  estimate: number,
  act: () => Promise<{ result: Result; credits: number }>,
) => Promise<Result>;

export interface StepContext {
  /** Aborts when the step's time is over, or the run goes on elsewhere. */
  readonly signal: AbortSignal;
  /** Equal for every try of the same step of the same run. */
  readonly idempotencyKey: string;
  readonly workflowId: string;
  readonly runId: string;
  /** On whose behalf the run executes. */
  readonly user: { readonly id: string; readonly email: string; readonly name: string };
  /** When the run started. */
  readonly startedAt: Date;
  readonly files: StepFiles;
  readonly http: Pick<OutboundHttp, 'request'>;
  /** The headers by which another service continues the trace of this run. None where runs are not traced. */
  traceHeaders(): Readonly<Record<string, string>>;
  readonly mailer: Pick<Mailer, 'send'>;
  /** Of Markdown; undefined when that takes too long. */
  toHtml(markdown: string): Promise<string | undefined>;
  /** Tells whoever watches the run what the step is doing. */
  progress(text: string): void;
  /** The key that signs the workflow's requests. */
  signingSecret(): Promise<string>;
  /** Opens the approval of this step, or finds the one that it opened before. */
  openApproval(request: ApprovalRequest): Promise<OpenedApproval>;
  /** The `trigger_depth` of runs that are started by what this step does to a panel. */
  readonly nextTriggerDepth: number;
  callTool(name: string, params: Readonly<Record<string, unknown>>): Promise<StepOutcome>;
  /** In a new conversation, or where that was broken off. */
  runAssistant(task: AssistantTask): Promise<AssistantResult>;
  askModel(question: ModelQuestion): Promise<{ answer: unknown; credits: number }>;
  /** A document, an image or audio as text. `reference` is as `files.read` takes it. */
  readText(reference: unknown): Promise<FileText>;
  /** From the account that pays for the run. */
  readonly pay: Pay;
}

/** Evaluates what the params of a logic node say, at the moment when it asks. Throws TemplateErrors. */
export interface Renderer {
  /** Templates anywhere inside a value. `onScalar` is told what a single expression that gave a number or a boolean prints. */
  template(value: unknown, onScalar?: (pointer: string, text: string) => void): unknown;
  expression(source: string): unknown;
}
