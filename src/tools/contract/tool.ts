/** The contract of a tool. `registry.ts` lists all tools. */
import type { Static, TObject } from 'typebox';
import type { ConnectionTarget, PermittedConnection, StepContext, StepOutcome } from '../../nodes/step.ts';

export interface Tool {
  /** The name that `tool.call` and assistants use: lower-case words joined by `_`. */
  readonly name: string;
  readonly title: string;
  /** Says what the tool does and what its result looks like, for people and models alike. */
  readonly description: string;
  /** JSON Schema. The schema of another server's tool may use any dialect. */
  readonly inputSchema: object;
  /** What the tool gives, as JSON Schema, from which editors complete names. */
  readonly outputSchema?: object;
  /** Category and icon in the catalog. Without them, the catalog derives both from the name. */
  readonly category?: string;
  readonly icon?: string;
  /** Expects params that fit the schema. */
  call(params: unknown, context: ToolContext): Promise<StepOutcome>;
}

/** The part of the calling step's context that a tool may use. Each call has its own idempotency key. */
export interface ToolContext
  extends Pick<
    StepContext,
    | 'signal'
    | 'idempotencyKey'
    | 'files'
    | 'http'
    | 'progress'
    | 'startedAt'
    | 'user'
    | 'nextTriggerDepth'
    | 'readText'
    | 'pay'
  > {
  /** Null when an assistant calls the tool in a chat. */
  readonly runId: string | null;
  /** Permits a connection that speaks another protocol than HTTP, and opens its credential. */
  connect(target: ConnectionTarget): Promise<PermittedConnection>;
  /** Missing where tools may not start runs, such as in polls. */
  runWorkflow?: RunWorkflow;
  /** Returns the headers with which another service continues the trace of the run. Missing in a chat. */
  traceHeaders?(): Readonly<Record<string, string>>;
}

/** A run that a tool starts, of the published version of a workflow. */
export interface ToolRunRequest {
  workflowId: string;
  workflowName: string;
  input: Readonly<Record<string, unknown>>;
}

/**
 * Starts the run on behalf of the user and waits until it has ended or pauses; a call that is repeated with the same
 * idempotency key waits for the same run. Throws a StepError when the user may not run the workflow, or the run fails.
 */
export type RunWorkflow = (request: ToolRunRequest) => Promise<StepOutcome>;

/** Tools that come and go while the service runs. */
export interface ToolSource {
  /** Sets the names that the source must not give to its tools. Called once, before any other method. */
  reserveNames(names: ReadonlySet<string>): void;
  /** The tools that are known at the moment. */
  list(): readonly Tool[];
  get(name: string): Tool | undefined;
  knows(name: string): Knowledge;
  /** Waits until the owner of the tool can be reached. Throws a StepError when it can not, or when there is no such tool. */
  find(name: string, signal: AbortSignal): Promise<Tool>;
}

/** Who calls tools, or looks for them. */
export interface ToolUser {
  readonly id: string;
  readonly email: string;
  /** False when a key is used that may not start runs. */
  readonly startsRuns?: boolean;
}

/** Tools that only some users have: those of connectors, and of the MCP servers of users and organizations. */
export interface PersonalToolSource {
  /** A brief list has, of a source with very many tools, only those that find and call the others. */
  list(user: ToolUser, options?: { isBrief?: boolean }): Promise<readonly Tool[]>;
  /** Says which of these names are tools of the user. A name that is missing in the result is none. */
  knows(user: ToolUser, names: readonly string[]): Promise<ReadonlyMap<string, Knowledge>>;
  /** Returns undefined when the user has no such tool. Throws a StepError when its owner can not be reached. */
  find(user: ToolUser, name: string, signal: AbortSignal): Promise<Tool | undefined>;
}

/** Whether a tool exists; `maybe` when its owner can not be reached at the moment. */
export type Knowledge = 'yes' | 'no' | 'maybe';

/** Infers the type of the params from the schema beside it. */
export function defineTool<Params extends TObject>(
  definition: Omit<Tool, 'inputSchema' | 'call'> & {
    inputSchema: Params;
    call(params: Static<Params>, context: ToolContext): Promise<StepOutcome>;
  },
): Tool {
  return { ...definition, call: (params, context) => definition.call(params as Static<Params>, context) };
}
