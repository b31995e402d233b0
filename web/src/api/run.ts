/** One run: its steps, its outputs, its events, and what can be done with it. */
import { queryOptions } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type { WholeConversation as WholeConversationSchema } from '../../../src/assistants/schemas.ts';
import type { RunDetails, StepSummary as StepSummarySchema } from '../../../src/runs/api/list-schemas.ts';
import type {
  ReplayRequest as ReplayOrPlanRequest,
  ReplayPlan,
  RunDefinition,
  TestRequest,
} from '../../../src/runs/api/replay-schemas.ts';
import type { RunEvent } from '../../../src/runs/executing/events.ts';
import type { Run, Step, StepTry } from '../../../src/runs/schemas.ts';
import type { ListenEvent } from '../../../src/triggers/listening.ts';
import type { ResumeRequest } from '../../../src/waits/schemas.ts';
import { ApiError, post } from './transport/client.ts';
import { stream } from './transport/stream.ts';
import { newUuid } from './transport/uuid.ts';

export type { ListenEvent, ReplayPlan, RunEvent, StepTry, TestRequest };
export type StepSummary = StepSummarySchema;
export type RunDetail = RunDetails;
export type ReplayRequest = Omit<ReplayOrPlanRequest, 'plan'>;
export type PlannedStep = ReplayPlan['executed'][number];

/** The beginning of the keys of everything about one run. */
export const runKey = (id: string | null) => ['run', id];

export function readRunDetail(runId: string, signal?: AbortSignal): Promise<RunDetail> {
  return post('v1/run/get', { run_id: runId }, { signal });
}

/** Streams the events of a run from its beginning until it has ended. */
export function watchRun(runId: string, onEvent: (event: RunEvent) => void, signal: AbortSignal): Promise<void> {
  return stream('v1/run/watch', { run_id: runId }, onEvent, signal);
}

/** The output of a step that has ended does not change. */
export function stepQuery(runId: string, nodeId: string, iteration: readonly number[]) {
  return queryOptions({
    queryKey: [...runKey(runId), 'step', nodeId, ...iteration],
    queryFn: ({ signal }) => post<Step>('v1/run/step', { run_id: runId, node_id: nodeId, iteration }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
}

const AWAY_MS = 2_000;

/** The definition that the run executed. It may be gone, which is no reason to ask again. */
export function runDefinitionQuery(runId: string) {
  return queryOptions({
    queryKey: [...runKey(runId), 'definition'],
    queryFn: ({ signal }) => post<RunDefinition>('v1/run/definition', { run_id: runId }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // A page that waits for the service to come back waits for this too.
    retry: (_failures, error) => error instanceof ApiError && error.isTemporary,
    retryDelay: AWAY_MS,
  });
}

export function conversationQuery(conversationId: string) {
  return queryOptions({
    queryKey: ['conversation', conversationId],
    queryFn: ({ signal }) => post<WholeConversation>(`v3/conversation/get?entity_id=${conversationId}`, {}, { signal }),
  });
}

export type WholeConversation = Static<typeof WholeConversationSchema>;

export function cancelRun(runId: string): Promise<Run> {
  return post('v1/run/cancel', { run_id: runId });
}

/** Continues a step that waits, without waiting any longer. */
export function resumeStep(request: ResumeRequest): Promise<Run> {
  return post('v1/run/resume', request);
}

export function deleteRun(runId: string): Promise<string> {
  return post(`v3/workflow/runs/delete?entity_id=${runId}`);
}

/** Starts a run again. The answer is the new run, which is queued. */
export function replayRun(request: ReplayRequest): Promise<Run> {
  return post('v1/run/replay', request);
}

/** What a replay would take over and what it would execute, without starting it. */
export function replayPlanQuery(request: ReplayRequest) {
  return queryOptions({
    queryKey: [...runKey(request.run_id), 'replay plan', request],
    queryFn: ({ signal }) => post<ReplayPlan>('v1/run/replay', { ...request, plan: true }, { signal }),
    retry: false,
    staleTime: 0,
  });
}

export interface StartRequest {
  workflow_id: string;
  input?: Record<string, unknown>;
  trigger_node_id?: string;
}

/**
 * Runs the draft, and streams what happens. When the connection breaks before that, nobody knows whether the run has
 * begun: the same request with the same key finds out, and begins it only if it has not.
 */
export async function runDraft(
  request: StartRequest,
  onEvent: (event: RunEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const headers = { 'idempotency-key': newUuid() };
  let hasBegun = false;
  const attempt = () =>
    stream<RunEvent>(
      'v3/workflow/run/stream',
      request,
      event => {
        hasBegun = true;
        onEvent(event);
      },
      signal,
      headers,
    );
  await attempt().catch(error => {
    if (hasBegun || !(error instanceof ApiError) || error.status !== 0) throw error;
    return attempt();
  });
}

/** Runs a part of the draft, or the draft with pinned outputs, and streams what happens. */
export function testDraft(request: TestRequest, onEvent: (event: RunEvent) => void, signal: AbortSignal) {
  return stream<RunEvent>('v1/run/test', { ...request, stream: true }, onEvent, signal);
}

/** Waits for the next call of a webhook, with which the draft then runs. */
export function listenForCall(
  request: { workflow_id: string; node_id: string },
  onEvent: (event: ListenEvent) => void,
  signal: AbortSignal,
) {
  return stream<ListenEvent>('v1/workflow/listen', request, onEvent, signal);
}
