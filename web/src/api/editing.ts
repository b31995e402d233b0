/** Opening and saving a workflow in the editor. */
import type { OpenedWorkflow, SaveRequest, SaveResult } from '../../../src/workflows/console-schemas.ts';
import { post } from './transport/client.ts';

export type { OpenedWorkflow, SaveResult };

/** Browsers refuse requests that outlive their page beyond 64 kB. */
const KEEPALIVE_CHARACTERS = 60_000;

/** A connection that has died without a word would let a save wait for ever. A save that was stored meanwhile is recognized. */
const ANSWER_MS = 30_000;

export function openWorkflow(workflowId: string, signal?: AbortSignal): Promise<OpenedWorkflow> {
  return post('v1/workflow/open', { workflow_id: workflowId }, { signal, limitMs: ANSWER_MS });
}

/** Saves changes of the revision that they are based on. With `isLeaving` the page may be closed meanwhile. */
export function saveWorkflow(request: SaveRequest, isLeaving: boolean): Promise<SaveResult> {
  const keepalive = isLeaving && JSON.stringify(request).length < KEEPALIVE_CHARACTERS;
  return post('v1/workflow/save', request, { keepalive, limitMs: ANSWER_MS });
}
