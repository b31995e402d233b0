/** The tools beside the workflows: they read runs and decide approvals, with the functions of the endpoints. */
import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/server';
import { Ajv } from 'ajv';
import Type, { type Static, type TObject } from 'typebox';
import { findApprovals, toApproval } from '../approvals/approvals.ts';
import { type DecidingCall, type DecidingServices, decide } from '../approvals/deciding.ts';
import { type Approval, decideRequest, findRequest } from '../approvals/schemas.ts';
import { mcpDecisionNotAllowed } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { requireWorkflowPermission } from '../http/caller.ts';
import { isAllowed, type Scope } from '../http/endpoint.ts';
import { inputError } from '../http/failures.ts';
import { RunId, type Step } from '../runs/schemas.ts';
import type { StartServices } from '../runs/starting/start.ts';
import { readRun } from '../runs/store/runs.ts';
import { type ToolInputSchema, toolInputSchema } from '../workflows/tools/input-schema.ts';
import { describeRun, toolResult } from './results.ts';

interface ServiceTool {
  name: string;
  title: string;
  description: string;
  inputSchema: ToolInputSchema;
  annotations: ToolAnnotations;
  /** What a key needs beside the scope of workflows. */
  scope?: Scope;
  call(caller: Caller, input: Record<string, unknown>, request: DecidingCall): Promise<CallToolResult>;
}

interface Definition<Input extends TObject> extends Omit<ServiceTool, 'call' | 'inputSchema'> {
  inputSchema: Input;
  act(caller: Caller, input: Static<Input>, request: DecidingCall): Promise<Record<string, unknown>>;
}

/** What a key needs to decide approvals with the tool. */
export const DECIDING_SCOPE: Scope = 'service.mcp.approval';

const READS: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };

export function serviceTools({ runs, approvals }: { runs: StartServices; approvals: DecidingServices }): ServiceTool[] {
  const db = runs.database.query;
  // These are the options of the endpoints' validation. The pattern of an id makes its format redundant.
  const ajv = new Ajv({ strict: false, validateFormats: false });

  function tool<Input extends TObject>({ act, inputSchema, ...shown }: Definition<Input>): ServiceTool {
    const isValid = ajv.compile<Static<Input>>(inputSchema);
    return {
      ...shown,
      inputSchema: toolInputSchema(JSON.parse(JSON.stringify(inputSchema))),
      async call(caller, input, request) {
        if (!isValid(input)) throw inputError(isValid.errors, 'arguments');
        const result = await act(caller, input, request);
        return toolResult(JSON.stringify(result), result);
      },
    };
  }

  return [
    tool({
      name: 'workflow_run_get',
      title: 'Read a run',
      description: 'Reads a run of a workflow that was started for you: its status, output, error and steps.',
      annotations: READS,
      inputSchema: RunId,
      async act(caller, { run_id }) {
        requireWorkflowPermission(caller, 'read');
        const run = await readRun(db, runs.limits, caller, run_id);
        return { ...(await describeRun(run, runs.limits.shownCharacters)), steps: run.steps.map(stepSummary) };
      },
    }),
    tool({
      name: 'approvals_find',
      title: 'Find pending approvals',
      description:
        'Finds the approvals that await your decision, newest first. Each asks what its title and message say; ' +
        'form_schema is the form to fill in when approving, form_values what it holds so far. `total` says how many ' +
        'there are in all.',
      annotations: READS,
      inputSchema: Type.Omit(findRequest(approvals.limits), ['status']),
      async act(caller, page) {
        const { batches, total } = await findApprovals(db, caller, page, approvals.limits, ['pending']);
        const items: Approval[] = [];
        for await (const { read } of batches) {
          items.push(...(await read()).map(row => toApproval(row, caller.userId)));
        }
        return { items: items.map(approvalSummary), total };
      },
    }),
    tool({
      name: 'approval_decide',
      // Whoever lets a model run workflows need not let it decide what people are asked.
      scope: DECIDING_SCOPE,
      title: 'Decide an approval',
      description:
        'Approves or rejects what an approval asks for. The run that waits for it goes on, unless the approval is still ' +
        'pending: then others have to decide too. It is final.',
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
      inputSchema: decideRequest(approvals.limits),
      async act(caller, decision, request) {
        if (!isAllowed(caller, DECIDING_SCOPE)) throw mcpDecisionNotAllowed();
        const { id, status, run_id, decision_data, comment } = await decide(approvals, caller, decision, request);
        return { approval_id: id, status, run_id, decision_data, comment };
      },
    }),
  ];
}

function stepSummary({ node_id, node_type, status, text, error, iteration }: Step) {
  return { node_id, node_type, status, text, error, iteration };
}

function approvalSummary(approval: Approval) {
  const { id, title, message, form_schema, form_values, allow_reject, workflow_name, run_id, expires_at } = approval;
  return { approval_id: id, title, message, form_schema, form_values, allow_reject, workflow_name, run_id, expires_at };
}
