/**
 * Starts the runs of workflows that steps and their assistants call as tools.
 *
 *   the call ── one transaction: a queued run below that of the step ──▶ the step waits, in memory, until it ends or pauses
 *
 * The id of the run comes from the call, so a step that is executed again, by any process, waits for the run that it started
 * before. The run belongs to the tree of the step's run, so its limits end assistants that call one another. When the run of
 * the step fails or is cancelled, it is cancelled as well.
 */
import { hash } from 'node:crypto';
import type { HeddleDatabase, Query } from '../../database.ts';
import { refusalToStepError } from '../../nodes/step.ts';
import { passPoint } from '../../platform/crash-points.ts';
import { deriveId } from '../../platform/ids.ts';
import { serialiseInput } from '../executing/run-input.ts';
import { RunLost } from '../executing/run-storage.ts';
import type { RunForTool } from '../executing/step-capabilities.ts';
import type { RunLimits } from '../run-limits.ts';
import type { Run } from '../schemas.ts';
import { inTree } from '../store/child-ends.ts';
import type { QueueRules } from '../store/queueing.ts';
import { shareFiles } from '../store/replays.ts';
import { findGivenFiles } from './input-files.ts';
import { giveFiles, insertChild, lockTree, type NewChild } from './inserting.ts';
import { toParentRun } from './parent.ts';
import { type PreparingServices, prepareChild } from './preparing.ts';
import { toToolOutcome } from './tool-outcome.ts';

export interface ToolRunServices extends PreparingServices {
  database: HeddleDatabase;
  limits: RunLimits;
  rules: QueueRules;
  /** Called when a run is queued, so that this process claims it first if it can. */
  claimSoon(): void;
  /** Resolves with the run when it has ended or paused. */
  follow(runId: string, signal: AbortSignal): Promise<Run>;
}

export function createRunForTool(services: ToolRunServices): RunForTool {
  const { database, limits } = services;
  const db = database.query;
  return async (facts, { workflowId, workflowName, input, step, idempotencyKey, isNamed, traceContext, signal }) => {
    const parent = toParentRun(facts);
    const text = await serialiseInput(input, limits.inputCharacters, parent.user.id);
    const call = hash('sha256', `${idempotencyKey}\n${workflowId}\n${text}`, 'hex');
    const id = deriveId(`tool run\n${parent.id}\n${call}`);
    const attempt = async () => {
      if (await exists(db, id)) return;
      const prepared = await prepareChild(services, db, parent, { workflowId, isDraft: false });
      const files = await findGivenFiles(db, input, { runId: parent.id, userId: parent.user.id, isNamed });
      const run = { id, parent, step, attempt: 1, isAwaited: true, prepared, input: text, traceContext };
      await inTree(db, transaction => start(services, transaction, run, files));
      passPoint('child.started');
    };
    try {
      // An unreachable database must not fail the call. A retry finds the run that an earlier attempt started.
      await database.retry(attempt, { signal });
      services.claimSoon();
      const run = await services.follow(id, signal);
      const share = () => db.transaction().execute(query => shareFiles(query, { runId: parent.id, from: id }));
      if (run.status === 'success') await database.retry(share, { signal });
      return await toToolOutcome(db, run, workflowName);
    } catch (error) {
      signal.throwIfAborted();
      throw refusalToStepError(error);
    }
  };
}

async function start(
  { rules }: ToolRunServices,
  transaction: Query,
  run: NewChild & { id: string },
  files: readonly string[],
): Promise<void> {
  // A process that has lost the run must start nothing. Whoever ends the run waits for this transaction.
  const status = await lockTree(transaction, run.parent);
  if (status !== 'running') throw new RunLost(`run ${run.parent.id} is not running any more`);
  if (await exists(transaction, run.id)) return;
  await insertChild(transaction, run, rules);
  await giveFiles(transaction, run.id, files);
  passPoint('child.starting');
}

async function exists(db: Query, id: string): Promise<boolean> {
  return (await db.selectFrom('runs').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}
