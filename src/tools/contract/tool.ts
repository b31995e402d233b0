/** The contract of a tool: one file each in this folder, all of them in `registry.ts`. */
import type { Static, TObject } from 'typebox';
import type { StepContext, StepOutcome } from '../../nodes/step.ts';

export interface Tool {
  /** As `tool.call` and assistants name it: lower-case words joined by `_`. */
  readonly name: string;
  readonly title: string;
  /** For people and models alike: what it does, and what its result looks like. */
  readonly description: string;
  /** JSON Schema. That of a tool from elsewhere may be of any dialect. */
  readonly inputSchema: object;
  /** What the catalog shows of it; left out: by its name. */
  readonly category?: string;
  readonly icon?: string;
  /** With params that fit the schema. */
  call(params: unknown, context: ToolContext): Promise<StepOutcome>;
}

/** What a tool may use of the step that calls it. One call has one idempotency key. */
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
  /** Null in a chat. */
  readonly runId: string | null;
}

/** Infers the type of the params from the schema beside it. */
export function defineTool<Params extends TObject>(
  definition: Omit<Tool, 'inputSchema' | 'call'> & {
    inputSchema: Params;
    call(params: Static<Params>, context: ToolContext): Promise<StepOutcome>;
  },
): Tool {
  return { ...definition, call: (params, context) => definition.call(params as Static<Params>, context) };
}
