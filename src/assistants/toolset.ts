import { type FileServices, findUserFiles } from '../files/store.ts';
import { type Attachment, StepError, type StepOutcome } from '../nodes/step.ts';
import { isObject } from '../platform/is-object.ts';
import type { ModelTool, ToolCall } from '../platform/models/model.ts';
import type { Tool, ToolUser } from '../tools/contract/tool.ts';
import type { ToolBox } from '../tools/registry.ts';

/** The tools of an assistant in one conversation. */
export interface Toolset {
  readonly tools: readonly ModelTool[];
  /** A call has the same idempotency key however often it is repeated. */
  call(call: ToolCall): Promise<StepOutcome>;
  /** Returns the files that calls have created. */
  findFiles(ids: readonly string[], signal: AbortSignal): Promise<Attachment[]>;
}

type CallTool = (name: string, params: Record<string, unknown>, callId: string) => Promise<StepOutcome>;

interface ToolsetOptions {
  files: FileServices;
  /** The user who owns the files that calls create. */
  userId: string;
  tools: readonly Tool[];
  callTool: CallTool;
}

/**
 * Returns those of an assistant's tools that the user has. For a tool of a server that can not be reached at the moment,
 * this waits if `waits` is true, and otherwise leaves the tool out.
 */
export async function findTools(
  box: ToolBox,
  names: readonly string[],
  { user, waits, signal }: { user: ToolUser; waits: boolean; signal: AbortSignal },
): Promise<Tool[]> {
  const known = await box.knows(names, user);
  const found = names.filter(name => known.get(name) === 'yes' || (waits && known.get(name) === 'maybe'));
  return Promise.all(found.map(name => box.find(name, user, signal)));
}

export function createToolset({ files, userId, tools, callTool }: ToolsetOptions): Toolset {
  return {
    tools: tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    async call({ id, name, input }: ToolCall) {
      if (!isObject(input)) throw new StepError(`The params of ${name} are not an object`);
      return callTool(name, input, id);
    },
    async findFiles(ids, signal) {
      const byId = await files.database.retry(() => findUserFiles(files, userId, ids), { signal });
      return ids.flatMap(id => byId.get(id) ?? []);
    },
  };
}
