/** Starts the runs of calls that wait for their result, in this process and without a way through the queue. */
import { newId } from '../../platform/ids.ts';
import type { RunEnd, RunPause } from '../executing/saved-run.ts';
import type { Runner } from '../runner.ts';
import type { ClaimedRun } from '../store/claims.ts';
import { compileDirectInsert } from '../store/direct-runs.ts';
import { type AcceptServices, createAcceptQueuedRun, type QueuedRunRequest } from './accept-queued-runs.ts';
import type { AcceptedRun } from './admission.ts';

export interface StartedRun {
  run: AcceptedRun;
  /** Resolves when this process stops executing the run. Undefined when it has not begun to. */
  execution: Promise<RunEnd | RunPause | undefined> | undefined;
}

/** Throws like `AcceptQueuedRun`. A request whose key was used before gets the run that the key made. */
export type StartDirectRun = (request: QueuedRunRequest) => Promise<StartedRun>;

export function createStartDirectRun(
  services: AcceptServices,
  runner: Pick<Runner, 'id' | 'register' | 'hasRoom' | 'executeInserted'>,
): StartDirectRun {
  const insert = compileDirectInsert(services.database.query, services.limits, runner.id);
  /** Runs that were inserted, or whose transaction may still fail. */
  const begun = new Map<string, ClaimedRun>();
  const acceptQueued = createAcceptQueuedRun(services);
  const acceptDirect = createAcceptQueuedRun(services, {
    status: 'running',
    async insert(transaction, runs) {
      const inserted = await insert(transaction, runs);
      for (const run of inserted) begun.set(run.facts.id, run);
      return new Set(inserted.map(({ facts }) => facts.id));
    },
  });

  return async request => {
    // A full process leaves the run to others.
    if (!runner.hasRoom(request.trigger.runAs)) return { run: await acceptQueued(request), execution: undefined };
    await runner.register();
    const runId = newId();
    try {
      const run = await acceptDirect({ ...request, runId });
      // The run of an earlier call with the same key is executed elsewhere.
      const own = run.run_id === runId ? begun.get(runId) : undefined;
      return { run, execution: own && runner.executeInserted(own) };
    } finally {
      begun.delete(runId);
    }
  };
}
