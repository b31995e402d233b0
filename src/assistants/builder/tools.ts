/**
 * What a builder can do with its workflow: what the endpoints do, by the same functions and with the chatting user's
 * rights. No tool takes a param that names a workflow.
 */

import { ApiError } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { requireStorable } from '../../http/json-body.ts';
import { StepError } from '../../nodes/step.ts';
import type { Tool } from '../../tools/contract/tool.ts';
import { requireWorkflowPermission } from '../../workflows/access.ts';
import type { BuilderScope, BuilderServices } from './builder-services.ts';
import { catalogTool, readTool, revisionsTool, validateTool } from './reading-tools.ts';
import { runReadTool, runsTool, runTool } from './run-tools.ts';
import { editTool, restoreTool } from './writing-tools.ts';

/** The tools of one conversation. The workflow is fixed here: no tool has a param that names one. */
export function builderTools(services: BuilderServices, of: BuilderScope): Tool[] {
  const reading = [
    readTool(services, of),
    catalogTool(services),
    validateTool(services, of),
    runsTool(services, of),
    runReadTool(services, of),
    revisionsTool(services, of),
  ];
  const writing = [editTool(services, of), runTool(services, of), restoreTool(services, of)];
  return [
    ...reading.map(tool => withRights(tool, of.caller, 'read')),
    ...writing.map(tool => withRights(tool, of.caller, 'write')),
  ];
}

/** What an endpoint asks before its handler: the account's permission, and a body that can be kept. */
function withRights(tool: Tool, caller: Caller, permission: 'read' | 'write'): Tool {
  return {
    ...tool,
    async call(params, context) {
      context.signal.throwIfAborted();
      try {
        requireWorkflowPermission(caller, permission);
        await requireStorable(params, caller.userId);
        return await tool.call(params, context);
      } catch (error) {
        throw toStepError(error);
      }
    },
  };
}

const LOCKED = 423;

function toStepError(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  if (error.status !== LOCKED) return new StepError(error.message, { cause: error });
  return new StepError(`${error.message}. Try again.`, { retryable: true, cause: error });
}
