/** Decides which of the runs that are requested at the same time may be queued. Pure. */
import {
  type ApiError,
  idempotencyKeyReused,
  tooManyQueuedRuns,
  tooManyQueuedRunsOfUser,
  tooManyRequests,
} from '../../errors.ts';
import type { PreparedFile } from '../../files/store.ts';
import type { QueueLimits, RunToQueue, TriggerState } from '../store/accept-statements.ts';
import { CallWindows, toCallWindows } from '../store/call-windows.ts';
import type { RunStatus } from '../store/tables.ts';
import type { RequestKey } from './idempotency.ts';

export interface AcceptedRun {
  run_id: string;
  status: RunStatus;
}

/** The trigger is no longer what it was when the caller looked it up. */
export class TriggerChanged extends Error {
  override readonly name = 'TriggerChanged';

  constructor(triggerId: string) {
    super(`trigger ${triggerId} has changed`);
  }
}

/** A run whose files are prepared, but not yet inserted. */
export interface PreparedQueuedRun extends RunToQueue {
  files: readonly PreparedFile[];
  key: RequestKey | undefined;
}

export type AdmissionOutcome = AcceptedRun | ApiError | TriggerChanged;

interface RequestedRun extends RunToQueue {
  key: RequestKey | undefined;
}

/**
 * Returns the runs that there is room for, in the order in which they came. Adds the reason for every refusal to
 * `outcomes`, and passes over runs that have an outcome already, or whose request key an earlier run of the batch has.
 */
export function admitRuns<Requested extends RequestedRun>(
  runs: readonly Requested[],
  outcomes: Map<Requested, AdmissionOutcome>,
  triggers: ReadonlyMap<string, TriggerState>,
  limits: QueueLimits,
): Requested[] {
  const admitted: Requested[] = [];
  const queuedByWorkflow = new Map<string, number>();
  const queuedByUser = new Map<string, number>();
  const windowsByTrigger = new Map<string, CallWindows>();

  function findRefusal({ trigger }: Requested): AdmissionOutcome | undefined {
    const state = triggers.get(trigger.id);
    if (!state) return new TriggerChanged(trigger.id);
    const queued = queuedByWorkflow.get(trigger.workflowId) ?? state.queued;
    if (queued >= limits.queued) return tooManyQueuedRuns(queued);
    const queuedOfUser = queuedByUser.get(trigger.runAs) ?? state.queuedOfUser;
    if (queuedOfUser >= limits.queuedPerUser) return tooManyQueuedRunsOfUser(queuedOfUser);
    if (limits.calls) {
      const windows = windowsByTrigger.get(trigger.id) ?? new CallWindows(limits.calls, toCallWindows(state));
      windowsByTrigger.set(trigger.id, windows);
      const full = windows.add();
      if (full) return tooManyRequests(full.retryAfterSeconds, full.policy);
    }
    // A run that its workflow limits has a queue of its own to wait in.
    if (!state.control) queuedByWorkflow.set(trigger.workflowId, queued + 1);
    queuedByUser.set(trigger.runAs, queuedOfUser + 1);
    return undefined;
  }

  for (const run of runs) {
    if (outcomes.has(run) || admitted.some(other => haveSameKey(run, other))) continue;
    const refusal = findRefusal(run);
    if (refusal) outcomes.set(run, refusal);
    else admitted.push(run);
  }
  return admitted;
}

/** The outcome of a run that was passed over because an admitted run of the same batch has its request key. */
export function findTwinOutcome<Requested extends RequestedRun>(
  run: Requested,
  admitted: readonly Requested[],
  outcomes: ReadonlyMap<Requested, AdmissionOutcome>,
): AdmissionOutcome {
  const twin = admitted.find(other => haveSameKey(run, other));
  const outcome = twin && outcomes.get(twin);
  if (!outcome) throw new Error(`run ${run.runId} has no outcome`);
  const isSameRequest = run.key !== undefined && twin.key?.hash.equals(run.key.hash);
  return isSameRequest || outcome instanceof Error ? outcome : idempotencyKeyReused();
}

function haveSameKey({ key }: RequestedRun, { key: other }: RequestedRun): boolean {
  return key !== undefined && other !== undefined && key.senderId === other.senderId && key.key === other.key;
}
