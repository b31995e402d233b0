/**
 * Starts the run that an application asks for: of the published version or of the draft, with a request that waits for the
 * result or one that does not.
 *
 *   the draft, waiting ───────────────────────▶ `startRun`, as `/api/v3/workflow/run` does
 *   published, waiting, nothing limits it ────▶ executed at once in this process
 *   everything else ──────────────────────────▶ queued in one transaction, and followed by a request that waits
 */
import type { Query } from '../../database.ts';
import type { WorkflowSettings } from '../../engine/settings.ts';
import { runNotFound, tooManyQueuedRuns, workflowLocked, workflowNotPublished } from '../../errors.ts';
import { discardFiles, insertFiles } from '../../files/store.ts';
import type { Caller } from '../../http/caller.ts';
import { passPoint } from '../../platform/crash-points.ts';
import { requireWorkflow, requireWorkflowOrganization } from '../../workflows/access.ts';
import type { Watch } from '../executing/events.ts';
import { chooseTrigger } from '../plans/choose-trigger.ts';
import type { RunPlan } from '../plans/run-plans.ts';
import type { RunStartRequest } from '../schemas.ts';
import { admit, type Candidate } from '../store/admitting.ts';
import { insertNewRun, type NewRun, requireRoomInQueue, startColumnsOf } from '../store/new-runs.ts';
import { NO_CONTROL, type QueueRules } from '../store/queueing.ts';
import { readVersionText } from '../store/replays.ts';

import { runExists, within } from '../store/run-store.ts';
import { readAnyRun } from '../store/runs.ts';
import type { StartColumns } from '../store/start-row.ts';
import { type Draft, DraftChanged } from './drafts.ts';
import { findRunByRequestKey, type RequestKey, RequestKeyConflict, saveRequestKey } from './idempotency.ts';
import {
  executeRun,
  followRun,
  ignoreDraftChange,
  MAX_ATTEMPTS,
  type PreparedRun,
  prepareFor,
  requireValidDraft,
  type SettledRun,
  type StartingCall,
  type StartServices,
  startRun,
} from './start.ts';

export interface RequestedStartServices extends StartServices, QueueRules {
  /** How many runs of one workflow may be queued. */
  queuedPerWorkflow: number;
}

/** How long a request waits for a database that does not respond when the run is queued. */
const PATIENCE_MS = 5_000;

/**
 * Resolves with the run when it has ended or paused, or when it is queued, as the request wants it. Only a run that this
 * process executes can be watched.
 */
export async function startRequestedRun(
  services: RequestedStartServices,
  caller: Caller,
  { version = 'published', wait = true, ...request }: RunStartRequest,
  { key, call, watch }: { key: RequestKey | undefined; call: StartingCall; watch?: Watch | undefined },
): Promise<SettledRun> {
  if (version === 'draft' && wait) return startRun(services, caller, request, { key, call, watch });
  const answer = (runId: string) => (wait ? followRun(services, runId, call.signal) : readStarted(services, runId));
  for (let attempt = 1; ; attempt++) {
    const target = await readTarget(services, caller, request.workflow_id, version);
    const earlierRunId = key && (await findRunByRequestKey(services.database.query, key));
    if (earlierRunId) return answer(earlierRunId);
    const trigger = chooseTrigger(target.plan, request.trigger_node_id);
    const prepared = await prepareFor(services, caller, { ...target, trigger, input: request.input, key, call });
    const isLimited = (target.settings?.concurrency ?? []).length > 0;
    if (wait && !isLimited && services.runner.hasRoom(caller.userId)) {
      const run = await executeRun(services, prepared, call, watch).catch(ignoreDraftChange);
      if (run) return run;
    } else {
      const runId = await queueRequestedRun(services, prepared, target.settings).catch(ignoreDraftChange);
      if (runId) return answer(runId);
    }
    if (attempt === MAX_ATTEMPTS) throw workflowLocked();
  }
}

/** What is executed, and the settings that hold for the runs of the workflow, which are those of its published version. */
interface StartTarget {
  draft: Draft;
  plan: RunPlan;
  version: number | null;
  settings: WorkflowSettings | null;
}

async function readTarget(
  services: RequestedStartServices,
  caller: Caller,
  workflowId: string,
  version: 'published' | 'draft',
): Promise<StartTarget> {
  const db = services.database.query;
  const { workflow } = await requireWorkflow(db, caller, workflowId, 'run');
  await requireWorkflowOrganization(db, caller, workflow, 'operate');
  const { id, name, organization_id: organizationId, settings, published_version: published } = workflow;
  const { revision_id: revisionId, row_version: rowVersion } = workflow;
  const facts = { workflowId: id, name, organizationId, revisionId, rowVersion };
  if (version === 'draft') {
    const draft = { ...facts, text: JSON.stringify(workflow.definition) };
    return { draft, plan: await requireValidDraft(services, caller, draft), version: null, settings };
  }
  if (published === null) throw workflowNotPublished();
  const text = await readVersionText(db, id, published);
  return {
    draft: { ...facts, text },
    plan: await services.plans.get(text, caller.userId),
    version: published,
    settings,
  };
}

/** Returns the id of the queued run, or of the run that another request with the same key has made meanwhile. */
async function queueRequestedRun(
  services: RequestedStartServices,
  prepared: PreparedRun,
  settings: WorkflowSettings | null,
): Promise<string> {
  const { database, runner, files } = services;
  passPoint('run.accepting');
  try {
    await database.retry(
      () => database.query.transaction().execute(transaction => queueOnce(services, transaction, prepared, settings)),
      { signal: runner.shutdownSignal, patienceMs: PATIENCE_MS },
    );
  } catch (error) {
    await discardFiles(files, prepared.files);
    if (error instanceof RequestKeyConflict) return error.runId;
    throw error;
  }
  passPoint('run.accepted');
  return prepared.facts.id;
}

async function queueOnce(
  services: RequestedStartServices,
  transaction: Query,
  prepared: PreparedRun,
  settings: WorkflowSettings | null,
): Promise<void> {
  const { facts, files, key } = prepared;
  // The reply to an earlier attempt was lost.
  if (await runExists(within(transaction), facts.id)) return;
  if (key) await saveRequestKey(transaction, key, facts.id);
  const run = toNewRun(prepared, settings);
  const start = holdInsteadOfDropping({
    ...(startColumnsOf(run, services) ?? NO_CONTROL),
    labels: facts.labels ?? null,
  });
  const isLimited = start.concurrency.length > 0;
  // A run that its workflow limits has a queue of its own to wait in.
  const queue = isLimited ? undefined : { id: facts.workflowId, queued: services.queuedPerWorkflow };
  await requireRoomInQueue(transaction, facts.user.id, services, queue);
  const candidate: Candidate = { runId: run.id, workflowId: facts.workflowId, input: run.input, start };
  await admit({ execute: statement => statement.execute(transaction) }, [candidate], {
    insert: async rows => {
      for (const row of rows) {
        const wasInserted = await insertNewRun(transaction, run, row.start);
        if (!wasInserted) throw new DraftChanged(`workflow ${facts.workflowId} has changed`);
      }
      return new Set();
    },
    withoutRun: (_, outcome) => {
      if (outcome.kind !== 'full') throw new Error(`a requested run was ${outcome.kind}`);
      throw tooManyQueuedRuns(outcome.queued);
    },
  });
  await insertFiles(transaction, files);
}

function toNewRun({ facts, plan, rowVersion }: PreparedRun, settings: WorkflowSettings | null): NewRun {
  const { id, workflowId, workflowName: name, organizationId, version, revisionId, automatic, traceContext } = facts;
  return {
    ...{ id, version, revisionId, automatic, traceContext },
    workflow: { id: workflowId, name, organizationId, settings, rowVersion },
    definition: version === null ? plan.text : null,
    trigger: { nodeId: facts.triggerNodeId, type: facts.triggerType, depth: facts.triggerDepth },
    input: facts.inputText,
    userId: facts.user.id,
  };
}

/** Somebody asked for exactly this run and waits for its id, so it is neither left out nor merged with another. */
function holdInsteadOfDropping(start: StartColumns): StartColumns {
  const concurrency = start.concurrency.map(limit =>
    limit.onFull === 'skip' || limit.onFull === 'replace' ? { ...limit, onFull: 'queue' as const } : limit,
  );
  return { ...start, concurrency };
}

async function readStarted({ database, limits }: RequestedStartServices, runId: string): Promise<SettledRun> {
  const run = await readAnyRun(database.query, limits, runId);
  if (!run) throw runNotFound();
  return { run, isLarge: false };
}
