/**
 * The context of a running step, and its outcome. The run loop implements the context. Node types and tools see nothing
 * else of the service.
 */
import type { LookupFunction } from 'node:net';
import { ApiError } from '../errors.ts';
import type { Mailer } from '../platform/mail/mail.ts';
import type { OutboundReply, OutboundRequest } from '../platform/outbound/outbound.ts';
import type { ByteSource } from '../platform/outbound/streamed-body.ts';
import type { ThreadPool } from '../platform/threads/thread-pool.ts';

/** The result of a finished step for the steps after it, as plain JSON. */
export interface StepOutcome {
  output: unknown;
  /** The output on which the run continues. By default, the default output. */
  handle?: string;
  /** A summary for users. By default, the output if it is a text. */
  text?: string;
  fileIds?: string[];
  conversationId?: string;
  credits?: number;
  /** Whether the step waits for a person. `output` and `text` then say for whom, and the result comes later. */
  isWaiting?: boolean;
}

/** Explains in one sentence to the author of the workflow why a step failed. Any other error is a bug of ours. */
export class StepError extends Error {
  override readonly name = 'StepError';
  /** Whether another attempt might succeed. Errors in templates and params are not retried. */
  readonly retryable: boolean;
  /** The delay that the other server requested. */
  readonly retryAfterMs: number | undefined;
  /** The kind for logs and traces, which never contain the message. By default, they use the kind of the cause. */
  readonly kind: 'http_status' | 'params' | 'timeout' | 'test' | 'code' | undefined;
  /** The status of the reply of another server, and its headers with names in lower case. */
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** The text of the step for people, such as what it said before it failed. */
  readonly text: string | undefined;

  constructor(message: string, options: StepErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.retryable = options.retryable ?? false;
    this.retryAfterMs = options.retryAfterMs;
    this.kind = options.kind;
    this.status = options.status;
    this.headers = options.headers;
    this.text = options.text;
  }
}

/** A result that would fit if less was asked for. */
export class ResultTooLarge extends StepError {}

/**
 * A refusal by the service itself, such as a full quota, is an error of the step. A full queue may have room later. Any other
 * error stays as it is.
 */
export function refusalToStepError(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  return new StepError(error.message, { cause: error, retryable: error.status === 429 });
}

interface StepErrorOptions {
  retryable?: boolean;
  retryAfterMs?: number | undefined;
  kind?: StepError['kind'];
  status?: number | undefined;
  headers?: StepError['headers'];
  text?: string | undefined;
  cause?: unknown;
}

/** A file in the format of the API. */
export interface Attachment {
  file_id: string;
  filename: string;
  content_type: string;
  file_url: string;
  size: number;
}

export interface NewFile {
  filename: string;
  /** The claimed type, if any. A file that claims to be an image or a PDF but is none is refused. */
  contentType?: string | undefined;
  content: Uint8Array | AsyncIterable<Uint8Array>;
  /** The known part of a stream's size: a stream for which there is no room is refused unread. */
  atLeastBytes?: number | undefined;
}

/** A file that is too large for memory, perhaps. */
export interface OpenedFile extends ByteSource {
  attachment: Attachment;
  /** Throws a `StepError` when the file was deleted meanwhile. The ends of a range are inclusive. */
  read(range?: { start: number; end: number }): AsyncIterable<Uint8Array>;
}

/** The files that a step may use: those of its run, and those of the user on whose behalf the run executes. */
export interface StepFiles {
  /** Stores a file of the run. When a step is retried, its files replace those of the earlier attempt. */
  save(file: NewFile): Promise<Attachment>;
  /** Reads an attachment, `{file_id}` or an id. Throws a `StepError` when the user has no such file. */
  read(reference: unknown): Promise<{ attachment: Attachment; content: Buffer }>;
  /** As `read`, for a file of any size that is read as a stream, and as often as it takes. */
  open(reference: unknown): Promise<OpenedFile>;
  /** The size of the largest file that may be saved as a stream. */
  readonly streamBytes: number;
}

/** A question to people. */
export interface ApprovalRequest {
  title: string;
  /** Markdown. */
  message: string;
  /** E-mail addresses or ids of users. */
  assignees: readonly string[];
  formSchema: Readonly<Record<string, unknown>> | null;
  /** The initial values of the form, by field. */
  formValues: Readonly<Record<string, unknown>>;
  allowReject: boolean;
  timeoutHours: number;
  /** After each so many hours, those who have not decided are reminded. */
  remindHours?: number;
  /** After that time, these people may decide too. E-mail addresses or ids of users. */
  escalation?: { hours: number; people: readonly string[] };
  /** Whether the user of the run may not decide. */
  excludesStarter?: boolean;
  /** In which chats the question is posted. */
  notify?: readonly ApprovalNotice[];
  /** Whether the link in a mail decides without signing in. */
  byLink?: boolean;
  /** How many decisions end it. Undefined: the first one. */
  votes?: { required: number | 'all'; rejectAfter: number };
}

/** A chat in which an approval is posted. */
export interface ApprovalNotice {
  channel: 'slack' | 'teams';
  /** The name or id of a credential. */
  credential: string;
  /** Channels of Slack, or e-mail addresses of people there. Undefined: the assignees. */
  to?: readonly string[];
}

/** An approval that waits for its decision, in the format of the API. */
export interface OpenedApproval {
  approval_id: string;
  /** Milliseconds since 1970. */
  expires_at: number;
  /** E-mail addresses. */
  assignees: string[];
}

/** Names an event. The key is '' when the name alone tells it. */
export interface WaitedEvent {
  name: string;
  key: string;
}

/** What a step waits for. For a call or an event, `seconds` is the time in which it must come. */
export type WaitRequest =
  | { kind: 'time'; seconds: number }
  | { kind: 'time'; until: Date }
  | { kind: 'call'; seconds: number }
  | { kind: 'event'; seconds: number; event: WaitedEvent };

export interface OpenedWait {
  /** When the wait ends at the latest, in milliseconds since 1970. */
  until: number;
  /** Whether the time has passed. Otherwise the run pauses, and the result comes later. */
  isOver: boolean;
  /** The URL that somebody must call. Undefined when the step waits for something else. */
  url: string | undefined;
}

export interface EventOutput {
  event_id: string;
  /** How many steps it woke. */
  woken: number;
}

/** A run of another workflow. */
export interface WorkflowRunRequest {
  workflowId: string;
  /** Whether the draft is executed instead of the published version. */
  isDraft: boolean;
  input: Readonly<Record<string, unknown>>;
  /** Whether the step waits for the result. */
  isAwaited: boolean;
  /** The param of the step. While it waits, the step is tried again by others. */
  retry: unknown;
}

/** A task for an assistant, which it does in a new conversation. */
export interface AssistantTask {
  assistantId: string;
  prompt: string;
  /** By default, the model of the assistant. */
  model: string | undefined;
  /** References that `StepFiles.read` accepts. */
  files: readonly unknown[];
  /** JSON Schema of a structured answer. */
  outputSchema: Readonly<Record<string, unknown>> | undefined;
}

export interface AssistantResult {
  /** Markdown. */
  text: string;
  /** The structured answer. Null when the task has no schema. */
  data: unknown;
  /** The files that the assistant created. */
  files: Attachment[];
  conversationId: string;
  credits: number;
}

/** A question to a model, outside of any conversation. */
export interface ModelQuestion {
  instructions: string;
  prompt: string;
  /** JSON Schema of the answer. The step fails if the answer does not fit. */
  schema: Readonly<Record<string, unknown>>;
  model: string | undefined;
}

/** The text of a file. */
export interface FileText {
  attachment: Attachment;
  text: string;
  /** The credits that reading the file cost. */
  credits: number;
}

/**
 * Reserves the estimated credits, performs the action, and charges the actual credits. Throws `Not enough credits`
 * before the action.
 */
export type Pay = <Result>(
  estimate: number,
  act: () => Promise<{ result: Result; credits: number }>,
) => Promise<Result>;

/**
 * A credential: its name, its id, or the one that the user of the run has connected for this connector or MCP server.
 */
export type CredentialReference = string | { readonly own: string };

/** A request of a step. Credentials are added while it is sent, so that nobody else sees them. */
export interface StepHttpRequest extends Omit<OutboundRequest, 'authorize'> {
  credentials?: readonly CredentialReference[];
}

export interface StepHttp {
  request(request: StepHttpRequest): Promise<OutboundReply>;
}

/** A server with which a tool speaks another protocol than HTTP. */
export interface ConnectionTarget {
  host: string;
  port: number;
  /** Whether nothing of the credential goes out before the connection is encrypted. */
  isEncrypted: boolean;
  credential?: string | undefined;
  signal: AbortSignal;
}

/** A connection that may be made now, to no other server and with no other addresses. */
export interface PermittedConnection {
  /** Gives the addresses that were checked. For connections with `autoSelectFamily`. */
  lookup: LookupFunction;
  /** The fields of the credential, secret ones included. They go to the server of the connection, and nowhere else. */
  fields: Readonly<Record<string, string>>;
}

/** An answer to the call that started a run. */
export interface CallReply {
  status: number;
  /** The names are in lower case, each is there once. */
  headers: readonly (readonly [string, string])[];
  body: Buffer;
}

export interface StepContext {
  /** Aborts when the time of the step is over, or when another process continues the run. */
  readonly signal: AbortSignal;
  /** The same for every attempt of the same step of the same run. */
  readonly idempotencyKey: string;
  readonly workflowId: string;
  readonly runId: string;
  /** The user on whose behalf the run executes. */
  readonly user: { readonly id: string; readonly email: string; readonly name: string };
  /** The time at which the run started. */
  readonly startedAt: Date;
  readonly files: StepFiles;
  readonly http: StepHttp;
  /** Permits a connection that speaks another protocol than HTTP, and opens its credential. */
  connect(target: ConnectionTarget): Promise<PermittedConnection>;
  /** Returns the headers with which another service continues the trace of this run. Empty when runs are not traced. */
  traceHeaders(): Readonly<Record<string, string>>;
  readonly mailer: Pick<Mailer, 'send'>;
  /** Finds which of the addresses belong to members of the user's organizations, or to the user; in lower case. */
  findColleagues(addresses: readonly string[]): Promise<ReadonlySet<string>>;
  /** Converts Markdown to HTML. Returns undefined when that takes too long. */
  toHtml(markdown: string): Promise<string | undefined>;
  /** Reports to the watchers of the run what the step is doing. */
  progress(text: string): void;
  /** Returns the key that signs the requests of the workflow. */
  signingSecret(): Promise<string>;
  /** Opens the approval of this step, or returns the one that an earlier attempt opened. */
  openApproval(request: ApprovalRequest): Promise<OpenedApproval>;
  /** Waits for some seconds, or opens the wait of this step. Finds the one that an earlier attempt opened. */
  openWait(request: WaitRequest): Promise<OpenedWait>;
  /** Sends an event to the steps that wait for it, once for all attempts of this step. */
  sendEvent(event: WaitedEvent & { data: unknown }): Promise<EventOutput>;
  /**
   * Stores the answer to the webhook call that started the run, which is then sent. Returns false when the run has no
   * such call. Throws a `StepError` when another step has answered it.
   */
  replyToCall(reply: CallReply): Promise<boolean>;
  /** Starts a run of another workflow, or returns the one that an earlier attempt started. */
  startRun(request: WorkflowRunRequest): Promise<{ runId: string; workflowName: string }>;
  /** The `trigger_depth` of runs that this step starts by changing a panel. */
  readonly nextTriggerDepth: number;
  callTool(name: string, params: Readonly<Record<string, unknown>>): Promise<StepOutcome>;
  /** Runs the task in a new conversation, or continues an interrupted one. */
  runAssistant(task: AssistantTask): Promise<AssistantResult>;
  askModel(question: ModelQuestion): Promise<{ answer: unknown; credits: number }>;
  /** Converts a document, an image or audio to text. `files.read` accepts the same references. */
  readText(reference: unknown): Promise<FileText>;
  /** Charges the account that pays for the run. */
  readonly pay: Pay;
}

/** What a step that only computes may use. All of it is the same when the step is computed again after a crash. */
export interface ComputeContext {
  /** Aborts when the run ends, or when another process continues it. */
  readonly signal: AbortSignal;
  /** The threads that compute. */
  readonly threads: Pick<ThreadPool, 'run'>;
  /** The user with whose share of the threads the step computes. */
  readonly owner: string;
  readonly run: { readonly id: string };
  /** The time at which the run started. */
  readonly startedAt: Date;
  /** Different for every step of every run, and for every item of a loop. */
  readonly seed: string;
}

/** Evaluates the params of a logic node when the node needs them. Throws `TemplateError`. */
export interface Renderer {
  /**
   * Renders the templates anywhere inside a value. `onScalar` receives the printed form of every single expression that
   * evaluates to a number or a boolean.
   */
  template(value: unknown, onScalar?: (pointer: string, text: string) => void): unknown;
  expression(source: string): unknown;
}
