/** Runs a workflow as a tool. It works like `/api/v1/run/start`, and reports the steps as progress. */
import { hash } from 'node:crypto';
import type { CallToolResult, ProgressToken, ServerContext } from '@modelcontextprotocol/server';
import type { Query } from '../database.ts';
import type { Caller } from '../http/caller.ts';
import { requireWorkflowPermission } from '../http/caller.ts';
import { isAllowed } from '../http/endpoint.ts';
import { stringifyJson } from '../platform/json/stringify.ts';
import type { LongTextLookup } from '../platform/memory/long-text.ts';
import type { TraceContext } from '../platform/traces/tracer.ts';
import type { RunEvent, Watch } from '../runs/executing/events.ts';
import type { Run } from '../runs/schemas.ts';
import { readRequestKey } from '../runs/starting/idempotency.ts';
import { type RequestedStartServices, startRequestedRun } from '../runs/starting/start-request.ts';
import { describeRun, toolError, toolResult } from './results.ts';
import { DECIDING_SCOPE } from './service-tools.ts';
import type { FoundWorkflowTool } from './workflow-tools.ts';

/** The client that sent a message, and the long strings in it. */
export interface Sender {
  caller: Caller;
  longTexts: LongTextLookup;
  traceContext: TraceContext | null;
}

/** A limit for one call, because notifications that the client does not read wait in memory. */
const MAX_NOTIFICATIONS = 10_000;
const MESSAGE_CHARACTERS = 300;
/** A call that is sent twice with the same key starts only one run. Heddle itself sends it when it calls tools. */
export const IDEMPOTENCY_KEY = 'heddle/idempotencyKey';

/** The run continues when the client disconnects or cancels its request. */
export async function runWorkflow(
  services: RequestedStartServices,
  { caller, longTexts, traceContext }: Sender,
  { workflowId, version, input }: FoundWorkflowTool & { input: Record<string, unknown> },
  { mcpReq: { _meta: meta, signal, notify } }: ServerContext,
): Promise<CallToolResult> {
  requireWorkflowPermission(caller, 'write');
  const request = { workflow_id: workflowId, input };
  // The version is not a part of what the client asks for, so that a call that is repeated stays the same call.
  const value = meta?.[IDEMPOTENCY_KEY];
  const key = readRequestKey(typeof value === 'string' ? value : undefined, {
    workflowId,
    senderId: caller.userId,
    requestHash: typeof value === 'string' ? await requestHash(request, longTexts) : undefined,
  });
  const token = meta?.progressToken;
  const progress = token === undefined ? undefined : createProgressReporter(token, notify);
  const call = { signal, longTexts, traceContext };
  const options = { key, call, watch: progress?.watch };
  const { run } = await startRequestedRun(services, caller, { ...request, version }, options);
  await progress?.sent();
  const outcome = await describeRun(run, services.limits.shownCharacters);
  if (run.status === 'waiting') return toolResult(await waitingText(run, services.database.query, caller), outcome);
  if (run.status === 'success') return toolResult(outputText(run, outcome), outcome);
  return { ...toolError(run.error === '' ? `The run is ${run.status}` : run.error), structuredContent: outcome };
}

function outputText({ id, output_json }: Run, { output, output_truncated }: Awaited<ReturnType<typeof describeRun>>) {
  if (output_json === '') return 'The run has ended without an output.';
  if (output_truncated) return `${output}\n\n(The output of the run ${id} is longer, and was cut.)`;
  return typeof output === 'string' ? output : output_json;
}

/** Lists the approvals in the order of the steps. The texts of the steps do not suffice, because they may be cut. */
async function waitingText({ id }: Run, db: Query, caller: Caller): Promise<string> {
  const approvals = await db
    .selectFrom('approvals')
    .select(['id', 'node_id', 'title', 'assignee_user_ids', 'voter_ids'])
    .where('run_id', '=', id)
    .where('status', '=', 'pending')
    .orderBy('position')
    .execute();
  return [
    `The run ${id} waits for what people decide, and goes on then:`,
    ...approvals.map(({ id, node_id, title, assignee_user_ids: assignees, voter_ids: voters }) => {
      const how = isAllowed(caller, DECIDING_SCOPE) ? 'with approval_decide' : 'in the console';
      const who =
        assignees.includes(caller.userId) && !voters.includes(caller.userId)
          ? `you may decide it ${how}`
          : 'others decide it';
      return `- ${shorten(title)} (step ${node_id}, approval_id ${id}): ${who}`;
    }),
    'Its state can be read with workflow_run_get.',
  ].join('\n');
}

async function requestHash(request: unknown, longTexts: LongTextLookup): Promise<Buffer> {
  return hash('sha256', longTexts.withDigests(await stringifyJson(request)), 'buffer');
}

interface ProgressReporter {
  watch: Watch;
  /** Resolves when all notifications are sent, because none may follow the result. */
  sent(): Promise<void>;
}

function createProgressReporter(
  progressToken: ProgressToken,
  notify: ServerContext['mcpReq']['notify'],
): ProgressReporter {
  let progress = 0;
  let sent = Promise.resolve();
  return {
    watch(event) {
      const message = progressMessage(event);
      if (message === undefined || progress === MAX_NOTIFICATIONS) return;
      progress++;
      const params = { progressToken, progress, message: shorten(message) };
      // A client that has disconnected gets no progress.
      sent = sent.then(() => notify({ method: 'notifications/progress', params })).catch(() => {});
    },
    sent: () => sent,
  };
}

/** Returns undefined for events that the result itself reports. */
function progressMessage(event: RunEvent): string | undefined {
  const { type, run_id, node_type, status, text, error } = event;
  const step = stepName(event);
  switch (type) {
    case 'run_start':
      return `The run ${run_id} has started`;
    case 'step_start':
      return `${step} (${node_type}) has started`;
    case 'step_progress':
      return `${step}: ${text}`;
    case 'step_waiting':
      return `${step} waits`;
    case 'step_end':
      if (status === 'failed') return `${step} has failed: ${error}`;
      if (status === 'skipped') return `${step} was skipped`;
      return text === '' ? `${step} is done` : `${step} is done: ${text}`;
    default:
      return undefined;
  }
}

function stepName({ node_id, iteration }: RunEvent): string {
  // People count from one.
  return iteration.length === 0 ? node_id : `${node_id} [${iteration.map(index => index + 1).join('.')}]`;
}

function shorten(text: string): string {
  return text.length > MESSAGE_CHARACTERS ? `${text.slice(0, MESSAGE_CHARACTERS).toWellFormed()}…` : text;
}
