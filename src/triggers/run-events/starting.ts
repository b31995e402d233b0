/** Starts the workflows that watch the runs of others, when one of these has ended. */
import { sql } from 'kysely';
import { findGroupIds } from '../../accounts/memberships.ts';
import type { Notify } from '../../accounts/notifications.ts';
import { fixedLimits } from '../../configuration/limits.ts';
import type { Query } from '../../database.ts';
import { deriveId } from '../../platform/ids.ts';
import { escapeMarkdown } from '../../platform/markdown/escape-markdown.ts';
import { countFailures, type EndedRun } from '../../runs/failures/ended-run.ts';
import { type QueueRules, queueRuns } from '../../runs/store/queueing.ts';
import { calculateAccess } from '../../workflows/access.ts';
import type { WorkflowGroupShare, WorkflowUserShare } from '../../workflows/schemas.ts';
import { markFired } from '../booster-starting.ts';
import { reserveRuns } from '../run-roots.ts';

export interface RunEventLimits extends QueueRules {
  /** How many runs one cause may start. */
  runsPerRoot: number;
  inputCharacters: number;
}

interface ListeningTrigger {
  id: string;
  params: { runs?: 'automatic' | 'all'; after?: number };
  workflowId: string;
  workflowName: string;
  ownerId: string;
  userId: string;
  email: string;
}

/** What the access of others to the watched workflow depends on. */
interface WatchedWorkflow {
  created_by: string;
  group_id: string | null;
  sharing: WorkflowUserShare[];
  group_sharing: WorkflowGroupShare[];
}

interface Starting {
  notify: Notify;
  limits: RunEventLimits;
}

/**
 * Queues a run for each trigger that listens, or for these. Returns the triggers for whose users the queue is full. The
 * ids of the runs are derived, so that an event that is dealt with again starts nothing twice.
 */
export async function startListeningWorkflows(
  { notify, limits }: Starting,
  transaction: Query,
  run: EndedRun,
  { eventId, only }: { eventId: number; only: readonly string[] | null },
): Promise<string[]> {
  const listening = await findListening(transaction, run, only);
  if (listening.length === 0) return [];
  if (run.triggerDepth >= fixedLimits.run.triggerDepth) {
    for (const trigger of listening) await notifyDepthLimit(notify, transaction, run, trigger);
    return [];
  }
  const wanted = await selectWanted(transaction, run, listening, limits);
  const rootId = run.rootId ?? run.id;
  // What the first run of a chain starts is not counted, because nothing multiplies yet.
  const isCounted = run.triggerDepth > 0 && only === null && wanted.length > 0;
  const granted = isCounted ? await reserveRuns(transaction, rootId, wanted.length, limits) : wanted.length;
  const starts = wanted.slice(0, granted).map(({ trigger, input }) => ({
    id: deriveId(`run event ${eventId}\n${trigger.id}`),
    triggerId: trigger.id,
    input,
    triggerDepth: run.triggerDepth + 1,
    rootId,
  }));
  const outcomes = await queueRuns(transaction, starts, limits);
  const having = (outcome: string) => starts.filter(({ id }) => outcomes.get(id)?.outcome === outcome);
  await markFired(
    transaction,
    having('queued').map(({ triggerId }) => triggerId),
  );
  return having('full').map(({ triggerId }) => triggerId);
}

/** A run that `trigger.run` started never starts it for a failure, and never its own workflow. */
async function findListening(
  transaction: Query,
  run: EndedRun,
  only: readonly string[] | null,
): Promise<ListeningTrigger[]> {
  const wasStartedByRun = run.triggerType === 'trigger.run';
  if (wasStartedByRun && run.status === 'failed') return [];
  const { rows } = await sql<ListeningTrigger>`
    SELECT DISTINCT ON (workflow_triggers.id) workflow_triggers.id, workflow_triggers.params,
      listening.id AS "workflowId", listening.name AS "workflowName", listening.created_by AS "ownerId",
      users.id AS "userId", users.email
    FROM workflows AS watched
    JOIN run_listeners ON subject IN (watched.id, watched.created_by, watched.organization_id)
      OR subject IN (SELECT user_id FROM group_members WHERE group_members.group_id = watched.group_id)
    JOIN workflow_triggers ON workflow_triggers.id = run_listeners.trigger_id
    JOIN workflows AS listening ON listening.id = workflow_triggers.workflow_id
    JOIN users ON users.id = listening.run_as
    WHERE watched.id = ${run.workflowId} AND run_listeners.status = ${run.status} AND listening.active
      AND listening.deleted_at IS NULL ${only === null ? sql`` : sql`AND workflow_triggers.id = ANY (${only}::uuid[])`}
    ORDER BY workflow_triggers.id`.execute(transaction);
  return rows.filter(
    ({ params, workflowId }) =>
      (run.automatic || params.runs === 'all') && !(wasStartedByRun && workflowId === run.workflowId),
  );
}

/** Selects the triggers whose user may read the workflow, and whose number of failures is reached, with their inputs. */
async function selectWanted(
  transaction: Query,
  run: EndedRun,
  listening: readonly ListeningTrigger[],
  limits: RunEventLimits,
): Promise<{ trigger: ListeningTrigger; input: string }[]> {
  const watched = await transaction
    .selectFrom('workflows')
    .select(['created_by', 'group_id', 'sharing', 'group_sharing'])
    .where('id', '=', run.workflowId)
    .executeTakeFirstOrThrow();
  const failuresOf = countOnce(transaction, run);
  const wanted: { trigger: ListeningTrigger; input: string }[] = [];
  for (const trigger of listening) {
    const access = await findAccess(transaction, watched, trigger);
    if (!access) continue;
    const failures = await failuresOf(trigger.params.runs !== 'all');
    if (run.status === 'failed' && failures < (trigger.params.after ?? 1)) continue;
    // Who may only read the workflow can not see the runs of others either.
    const seesInput = access.write || trigger.userId === run.userId;
    const input = seesInput ? buildInput(run, failures, JSON.parse(run.input)) : buildInput(run, failures, null);
    // The watched run may have had the longest input that there can be.
    const isShort = input.length <= limits.inputCharacters;
    wanted.push({ trigger, input: isShort ? input : buildInput(run, failures, null) });
  }
  return wanted;
}

async function findAccess(transaction: Query, watched: WatchedWorkflow, { userId, email }: ListeningTrigger) {
  const user = { userId, email };
  return calculateAccess(watched, user, await findGroupIds(transaction, user));
}

function countOnce(transaction: Query, run: EndedRun): (automaticOnly: boolean) => Promise<number> {
  const counts = new Map<boolean, Promise<number>>();
  return automaticOnly => {
    const known = counts.get(automaticOnly);
    if (known) return known;
    const counting = countFailures(transaction, run, { automaticOnly, isSuccess: run.status === 'success' });
    counts.set(automaticOnly, counting);
    return counting;
  };
}

function buildInput(run: EndedRun, failures: number, input: unknown): string {
  const { failedStep } = run;
  return JSON.stringify({
    run: {
      id: run.id,
      workflow_id: run.workflowId,
      workflow_name: run.workflowName,
      version: run.version,
      trigger_type: run.triggerType,
      started_at: run.startedAt?.getTime() ?? null,
      finished_at: run.finishedAt.getTime(),
      status: run.status,
      error: run.error,
      input,
    },
    step: failedStep
      ? {
          node_id: failedStep.node_id,
          node_type: failedStep.node_type,
          iteration: failedStep.iteration,
          error: failedStep.error,
        }
      : null,
    failures,
  });
}

/** Notifies the owner of the listening workflow, once a day. */
async function notifyDepthLimit(
  notify: Notify,
  transaction: Query,
  run: EndedRun,
  { id, workflowName, ownerId }: ListeningTrigger,
): Promise<void> {
  await notify(transaction, [ownerId], {
    event: `trigger-depth:${id}:${run.finishedAt.toISOString().slice(0, 10)}`,
    kind: 'trigger_depth',
    title: `The workflow '${workflowName}' was not started again`,
    text:
      `The end of a run of '${escapeMarkdown(run.workflowName)}' would have started the workflow ` +
      `'${escapeMarkdown(workflowName)}', but that run was started by the end of another run, and so on, too many times ` +
      'in a row. Workflows that watch each other start each other without end; so the last one was not started.',
  });
}
