/** The tool that runs a workflow: as `/workflow/run` does, with the steps as progress. */
import { hash } from 'node:crypto';
import type { CallToolResult, ProgressToken, ServerContext } from '@modelcontextprotocol/server';
import type { Query } from '../database.ts';
import type { Caller } from '../http/caller.ts';
import { JsonTooDeep } from '../platform/json/errors.ts';
import { parseJson } from '../platform/json/parse.ts';
import { stringifyJson } from '../platform/json/stringify.ts';
import type { LongTextLookup } from '../platform/memory/long-text.ts';
import type { RunEvent, Watch } from '../runs/executing/events.ts';
import type { Run } from '../runs/schemas.ts';
import { requestKey } from '../runs/starting/idempotency.ts';
import { type StartServices, startRun } from '../runs/starting/start.ts';
import { requirePermission } from '../workflows/access.ts';
import { answer, refusal } from './results.ts';
import type { Sender } from './sender.ts';

/** Of one call: what a client does not read waits in memory. */
const NOTIFICATIONS = 10_000;
const MESSAGE_CHARACTERS = 300;
/** A call that is sent twice with the same key begins one run. Heddle's own calls of tools have it. */
const KEY = 'heddle/idempotencyKey';

/** The run goes on when the client goes away, or no longer wants to know. */
export async function runWorkflow(
  services: StartServices,
  { caller, longTexts, traceContext }: Sender,
  { workflowId, input }: { workflowId: string; input: Record<string, unknown> },
  { mcpReq: { _meta: meta, signal, notify } }: ServerContext,
): Promise<CallToolResult> {
  requirePermission(caller, 'write');
  const request = { workflow_id: workflowId, input };
  const given = meta?.[KEY];
  const key = requestKey(typeof given === 'string' ? given : undefined, {
    workflowId,
    senderId: caller.userId,
    requestHash: typeof given === 'string' ? await requestHash(request, longTexts) : undefined,
  });
  const token = meta?.progressToken;
  const progress = token === undefined ? undefined : createProgress(token, notify);
  const call = { signal, longTexts, traceContext };
  const run = await startRun(services, caller, request, { key, call, watch: progress?.watch });
  await progress?.sent();
  const outcome = await outcomeOf(run, services.limits.shownCharacters);
  if (run.status === 'waiting') return answer(await waitingText(run, services.database.query, caller), outcome);
  if (run.status === 'success') return answer(outputText(run, outcome), outcome);
  return { ...refusal(run.error === '' ? `The run is ${run.status}` : run.error), structuredContent: outcome };
}

/** What a run gives, and where it stands. */
export async function outcomeOf({ id, status, output_json, error }: Run, shownCharacters: number) {
  const isCut = output_json.length > shownCharacters;
  return {
    run_id: id,
    status,
    output: isCut ? output_json.slice(0, shownCharacters).toWellFormed() : await readOutput(output_json),
    ...(isCut && { output_truncated: true }),
    error,
  };
}

function outputText({ id, output_json }: Run, { output, output_truncated }: Awaited<ReturnType<typeof outcomeOf>>) {
  if (output_json === '') return 'The run has ended without an output.';
  if (output_truncated) return `${output}\n\n(The output of the run ${id} is longer, and was cut.)`;
  return typeof output === 'string' ? output : output_json;
}

/** In the order of the steps. What the steps themselves say of their approvals may be cut. */
async function waitingText({ id }: Run, db: Query, { userId }: Caller): Promise<string> {
  const approvals = await db
    .selectFrom('approvals')
    .select(['id', 'node_id', 'title', 'assignee_user_ids'])
    .where('run_id', '=', id)
    .where('status', '=', 'pending')
    .orderBy('position')
    .execute();
  return [
    `The run ${id} waits for what people decide, and goes on then:`,
    ...approvals.map(({ id, node_id, title, assignee_user_ids: assignees }) => {
      const who = assignees.includes(userId) ? 'you may decide it with approval_decide' : 'others decide it';
      return `- ${head(title)} (step ${node_id}, approval_id ${id}): ${who}`;
    }),
    'Its state can be read with workflow_run_get.',
  ].join('\n');
}

/** The output of a run is JSON. What is nested too deep to be walked through stays a text. */
async function readOutput(json: string): Promise<unknown> {
  if (json === '') return null;
  return parseJson(json).catch(error => {
    if (error instanceof JsonTooDeep) return json;
    throw error;
  });
}

async function requestHash(request: unknown, longTexts: LongTextLookup): Promise<Buffer> {
  return hash('sha256', longTexts.withDigests(await stringifyJson(request)), 'buffer');
}

interface Progress {
  watch: Watch;
  /** When all that was told is on its way: nothing may come after the result. */
  sent(): Promise<void>;
}

function createProgress(progressToken: ProgressToken, notify: ServerContext['mcpReq']['notify']): Progress {
  let progress = 0;
  let sent = Promise.resolve();
  return {
    watch(event) {
      const message = messageOf(event);
      if (message === undefined || progress === NOTIFICATIONS) return;
      progress++;
      const params = { progressToken, progress, message: head(message) };
      // Who went away hears nothing of it.
      sent = sent.then(() => notify({ method: 'notifications/progress', params })).catch(() => {});
    },
    sent: () => sent,
  };
}

/** Undefined of what the result itself tells. */
function messageOf(event: RunEvent): string | undefined {
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

function head(text: string): string {
  return text.length > MESSAGE_CHARACTERS ? `${text.slice(0, MESSAGE_CHARACTERS).toWellFormed()}…` : text;
}
