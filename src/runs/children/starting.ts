/**
 * Starts the runs of other workflows that steps ask for.
 *
 *   the step ── one transaction: a queued run, and what says that the step waits for it ──▶ the step waits
 *            ── one transaction: a queued run ──▶ the step has ended, with the id of the run
 *
 * A step that is executed again, by any process, finds the run that it started before. `store/child-ends.ts` ends the
 * steps that wait.
 */
import { type SqlBool, sql } from 'kysely';
import type { HeddleDatabase, Query } from '../../database.ts';
import { passPoint } from '../../platform/crash-points.ts';
import { isUuid } from '../../platform/ids.ts';
import { toStorableJson } from '../../platform/postgres/storable-text.ts';
import { serialiseInput } from '../executing/run-input.ts';
import { RunLost } from '../executing/run-storage.ts';
import type { ChildRequest, StartChild } from '../executing/step-capabilities.ts';
import type { RunLimits } from '../run-limits.ts';
import { inTree } from '../store/child-ends.ts';
import type { QueueRules } from '../store/queueing.ts';
import { findGivenFiles } from './input-files.ts';
import { childId, giveFiles, insertChild, lockTree, type NewChild } from './inserting.ts';
import { toParentRun } from './parent.ts';
import { notRunnable, type PreparingServices, prepareChild } from './preparing.ts';

export interface StartChildServices extends PreparingServices {
  database: HeddleDatabase;
  limits: RunLimits;
  rules: QueueRules;
  /** Called when a run is queued, so that this process, which has its plan already, claims it first if it can. */
  claimSoon(): void;
}

type Started = Awaited<ReturnType<StartChild>>;

export function createStartChild(services: StartChildServices): StartChild {
  const { database, limits, claimSoon } = services;
  const db = database.query;
  return async (facts, request) => {
    const { place, workflowId, isDraft, input, isAwaited, signal } = request;
    if (!isUuid(workflowId)) throw notRunnable(workflowId);
    const parent = toParentRun(facts);
    const text = await serialiseInput(input, limits.inputCharacters, parent.user.id);
    const attempt = async () => {
      const prepared = await prepareChild(services, db, parent, { workflowId, isDraft });
      const files = await findGivenFiles(db, input, {
        runId: parent.id,
        userId: parent.user.id,
        isNamed: request.isNamed,
      });
      const run: NewChild = {
        ...{ parent, prepared, isAwaited, input: text, attempt: 1, traceContext: request.traceContext },
        step: { nodeId: place.nodeId, iteration: place.iteration },
      };
      const started = await inTree(db, transaction => start(services, transaction, run, request, files));
      passPoint('child.started');
      return started;
    };
    const found = await database.retry(() => findStarted(db, parent.id, request), { signal });
    // An unreachable database must not fail the step. A retry finds the run that an earlier attempt started.
    const started = found ?? (await database.retry(attempt, { signal }));
    claimSoon();
    return started;
  };
}

async function start(
  { rules }: StartChildServices,
  transaction: Query,
  run: NewChild,
  request: ChildRequest,
  files: readonly string[],
): Promise<Started> {
  // A process that has lost the run must start nothing. Whoever ends the run waits for this transaction.
  const status = await lockTree(transaction, run.parent);
  if (status !== 'running') throw new RunLost(`run ${run.parent.id} is not running any more`);
  const found = await findStarted(transaction, run.parent.id, request);
  if (found) return found;
  const runId = await insertChild(transaction, run, rules);
  await giveFiles(transaction, runId, files);
  const { id: workflowId, name: workflowName } = run.prepared.workflow;
  const { nodeId, iteration, position, startedAt } = request.place;
  if (run.isAwaited) {
    await transaction
      .insertInto('run_children')
      .values({
        run_id: run.parent.id,
        node_id: nodeId,
        iteration: [...iteration],
        position,
        started_at: startedAt,
        child_id: runId,
        workflow_id: workflowId,
        workflow_name: workflowName,
        draft: request.isDraft,
        retry: request.retry === undefined ? null : toStorableJson(request.retry),
      })
      .execute();
  }
  passPoint('child.starting');
  return { runId, workflowName, startedAt };
}

/** Finds what the step started before, even if it has ended since. */
async function findStarted(
  db: Query,
  parentId: string,
  { place, isAwaited }: Pick<ChildRequest, 'place' | 'isAwaited'>,
): Promise<Started | undefined> {
  if (!isAwaited) {
    const row = await db
      .selectFrom('runs')
      .select(['id', 'workflow_name'])
      .where('id', '=', childId(parentId, place, 1))
      .executeTakeFirst();
    return row && { runId: row.id, workflowName: row.workflow_name, startedAt: place.startedAt };
  }
  const row = await db
    .selectFrom('run_children')
    .select(['child_id', 'workflow_name', 'started_at'])
    .where('run_id', '=', parentId)
    .where('node_id', '=', place.nodeId)
    .where(sql<SqlBool>`iteration = ${[...place.iteration]}::integer[]`)
    .executeTakeFirst();
  return row && { runId: row.child_id, workflowName: row.workflow_name, startedAt: row.started_at };
}
