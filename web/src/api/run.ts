/** One run: its steps, its outputs, its events, and what can be done with it. */
import { queryOptions } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type { WholeConversation as WholeConversationSchema } from '../../../src/assistants/schemas.ts';
import type { RunEvent } from '../../../src/runs/executing/events.ts';
import type { Run, Step } from '../../../src/runs/schemas.ts';
import { post } from './client.ts';
import { stream } from './stream.ts';

export type { RunEvent };

/** One try of a step that was tried more than once. The last one may be under way. */
export interface StepTry {
  started_at: number;
  finished_at: number | null;
  error: string;
}

export interface StepSummary extends Step {
  /** The length of the whole output, of which `output_json` has the beginning. */
  output_characters: number;
  pinned?: boolean;
  tries?: readonly StepTry[];
}

export interface RunDetail
  extends Omit<Run, 'steps' | 'updated' | 'organization_id' | 'trigger_depth' | 'active_since'> {
  workflow_name: string;
  revision_id: string | null;
  replay_of: string | null;
  is_test: boolean;
  steps: StepSummary[];
}

/** The whole stored output of one step. */
export interface StepDetail extends Step {
  pinned?: boolean;
  tries?: readonly StepTry[];
}

export interface RunDefinition {
  definition: unknown;
  version: number | null;
  revision_id: string | null;
}

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
    queryKey: ['run', runId, 'step', nodeId, ...iteration],
    queryFn: ({ signal }) => post<StepDetail>('v1/run/step', { run_id: runId, node_id: nodeId, iteration }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
}

/** The definition that the run executed. It may be gone, which is no reason to ask again. */
export function runDefinitionQuery(runId: string) {
  return queryOptions({
    queryKey: ['run', runId, 'definition'],
    queryFn: ({ signal }) => post<RunDefinition>('v1/run/definition', { run_id: runId }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
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

export function deleteRun(runId: string): Promise<string> {
  return post(`v3/workflow/runs/delete?entity_id=${runId}`);
}
