/** The tools of an assistant in one conversation. */
import { isObject } from '../engine/definition.ts';
import { type FileServices, filesOfUser } from '../files/store.ts';
import { StepError, type StepOutcome } from '../nodes/step.ts';
import type { ToolCall } from '../platform/models/model.ts';
import type { Tool } from '../tools/contract/tool.ts';
import type { ToolBox } from '../tools/registry.ts';
import type { Hands } from './turn.ts';

export type UseTool = (name: string, params: Record<string, unknown>, callId: string) => Promise<StepOutcome>;

export interface HandsOptions {
  files: FileServices;
  /** Whose files calls make. */
  userId: string;
  tools: readonly Tool[];
  use: UseTool;
}

/**
 * Those of an assistant's tools that there are. One of a server that is away just now is waited for where `isPatient`,
 * and is otherwise left out.
 */
export async function toolsOf(
  box: ToolBox,
  names: readonly string[],
  { isPatient, signal }: { isPatient: boolean; signal: AbortSignal },
): Promise<Tool[]> {
  const found = names.map(name => {
    const tool = box.get(name);
    return tool || !isPatient || box.knows(name) === 'no' ? tool : box.find(name, signal);
  });
  return (await Promise.all(found)).filter(tool => tool !== undefined);
}

export function createHands({ files, userId, tools, use }: HandsOptions): Hands {
  return {
    tools: tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    async use({ id, name, input }: ToolCall) {
      if (!isObject(input)) throw new StepError(`The params of ${name} are not an object`);
      return use(name, input, id);
    },
    async filesOf(ids, signal) {
      const byId = await files.database.retry(() => filesOfUser(files, userId, ids), { signal });
      return ids.flatMap(id => byId.get(id) ?? []);
    },
  };
}
