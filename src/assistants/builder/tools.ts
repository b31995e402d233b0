/**
 * The tools of a builder. They do what the endpoints do, with the same functions and the rights of the user who chats.
 */
import { ApiError } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { requireWorkflowPermission } from '../../http/caller.ts';
import { requireStorable } from '../../http/json-body.ts';
import { refusalToStepError, StepError } from '../../nodes/step.ts';
import type { Tool } from '../../tools/contract/tool.ts';
import type { BuilderScope, BuilderServices } from './builder-services.ts';
import { credentialsTool } from './credentials-tool.ts';
import { catalogTool, readTool, revisionsTool, validateTool } from './reading-tools.ts';
import { runReadTool, runsTool, runTool } from './run-tools.ts';
import { variablesTool } from './variables-tool.ts';
import { editTool, restoreTool } from './writing-tools.ts';

/** Returns the tools of one conversation. They work on one workflow: no tool has a param that names another. */
export function builderTools(services: BuilderServices, scope: BuilderScope): Tool[] {
  const reading = [
    readTool(services, scope),
    catalogTool(services, scope),
    validateTool(services, scope),
    variablesTool(services, scope),
    credentialsTool(services, scope),
    runsTool(services, scope),
    runReadTool(services, scope),
    revisionsTool(services, scope),
  ];
  // A builder that only proposes does nothing by itself: a run has effects, and a restored revision is a change.
  const writing = scope.proposes
    ? [editTool(services, scope)]
    : [editTool(services, scope), runTool(services, scope), restoreTool(services, scope)];
  return [
    ...reading.map(tool => withRights(tool, scope.caller, 'read')),
    ...writing.map(tool => withRights(tool, scope.caller, 'write')),
  ];
}

/** Checks what an endpoint checks before its handler: the user's permission, and whether the params can be stored. */
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
        throw explainRefusal(error);
      }
    },
  };
}

const LOCKED = 423;

function explainRefusal(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status !== LOCKED) return refusalToStepError(error);
  return new StepError(`${error.message}. Try again.`, { retryable: true, cause: error });
}
