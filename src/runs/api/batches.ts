/** `/api/v1/run/replay_many`, `/api/v1/run/cancel_many` and `/api/v1/run/batch`: many runs at once. */
import { sql } from 'kysely';
import Type from 'typebox';
import { fixedLimits } from '../../configuration/limits.ts';
import type { Query } from '../../database.ts';
import { tooManyRunsInBatch, validationError } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { endpointWith, workflowWriters } from '../../http/endpoint.ts';
import { type BatchServices, createBatch } from '../starting/batches.ts';
import { type BatchOptions, type BatchRow, cancelBatch, findRunsToReplay, requireBatch } from '../store/batches.ts';
import type { RunStatus } from '../store/tables.ts';
import { type ChosenRun, describeBatch } from './batch-sentence.ts';
import { countRuns, selectMatching } from './count-runs.ts';
import { withinTime } from './count-time.ts';
import type { RunFilters } from './list-schemas.ts';
import * as schemas from './replay-schemas.ts';
import { readRunScope } from './run-filters.ts';

export const BatchReply = Type.Union([schemas.RunBatch, schemas.BatchCount]);

const endpoint = endpointWith<BatchServices>();

export const batchEndpoints = [
  endpoint({
    path: '/api/v1/run/replay_many',
    summary: 'Repeats many runs, as new runs that a job queues one after another',
    ...workflowWriters,
    body: schemas.ReplayManyRequest,
    reply: BatchReply,
    handle: (services, { caller, body }) => {
      const { from, version, keys, per_minute: perMinute } = body;
      const statuses: RunStatus[] = from === 'failed' ? ['failed', 'cancelled'] : ['failed', 'cancelled', 'success'];
      const options = { replay: { from, version, keys }, perMinute };
      return startBatch(services, caller, body, { action: 'replay', statuses, options });
    },
  }),
  endpoint({
    path: '/api/v1/run/cancel_many',
    summary: 'Cancels many runs that are queued, running or waiting',
    ...workflowWriters,
    body: schemas.CancelManyRequest,
    reply: BatchReply,
    handle: (services, { caller, body }) => {
      const options = { reason: body.reason };
      return startBatch(services, caller, body, {
        action: 'cancel',
        statuses: ['queued', 'running', 'waiting'],
        options,
      });
    },
  }),
  endpoint({
    path: '/api/v1/run/batch/get',
    summary: 'Reads how far a batch of runs has come',
    ...workflowWriters,
    workflowPermission: 'read',
    body: schemas.BatchId,
    reply: schemas.RunBatch,
    handle: async ({ database }, { caller, body }) =>
      toBatch(await requireBatch(database.query, caller, body.batch_id)),
  }),
  endpoint({
    path: '/api/v1/run/batch/cancel',
    summary: 'Stops a batch of runs: what it has done already stays done',
    ...workflowWriters,
    body: schemas.BatchId,
    reply: schemas.RunBatch,
    handle: async ({ database }, { caller, body }) => toBatch(await cancelBatch(database.query, caller, body.batch_id)),
  }),
];

async function startBatch(
  services: BatchServices,
  caller: Caller,
  request: Chosen,
  { action, statuses, options }: { action: 'replay' | 'cancel'; statuses: readonly RunStatus[]; options: BatchOptions },
): Promise<schemas.RunBatch | schemas.BatchCount> {
  // Whoever repeats runs from their failed steps wants to repair them, so repaired ones are left out. Repeating from the
  // start repeats all.
  const isMending = options.replay?.from === 'failed';
  const { query: db } = services.database;
  const chosen = await chooseRuns(db, caller, request, { statuses, isMending });
  const plan = async (db: Query) => {
    const runs = isMending ? await leaveOutRepaired(db, chosen) : chosen;
    return { action, sentence: describeBatch(action, runs, options), options, runIds: runs.map(({ id }) => id) };
  };
  if (!request.dry_run) return toBatch(await createBatch(services, caller, plan));
  const { runIds, sentence } = await plan(db);
  return { count: runIds.length, sentence };
}

interface Chosen {
  ids?: string[];
  filters?: RunFilters;
  dry_run?: boolean;
  most?: number;
}

/** Returns the runs of the caller that are chosen and have one of the statuses, the oldest first. */
async function chooseRuns(
  db: Query,
  caller: Caller,
  { ids, filters, most = fixedLimits.run.batch.runs }: Chosen,
  { statuses, isMending }: { statuses: readonly RunStatus[]; isMending: boolean },
): Promise<ChosenRun[]> {
  if ((ids === undefined) === (filters === undefined)) throw validationError('ids', 'or filters must be given');
  const scope = await readRunScope(db, caller, filters ?? {});
  const select = (db: Query) =>
    db
      .with('matching', () =>
        selectMatching(db, scope, filters ?? {})
          .$if(ids !== undefined, runs => runs.where('runs.id', 'in', ids?.length ? ids : [NOBODY]))
          .where('runs.status', 'in', statuses)
          .$if(isMending, runs => runs.where(sql<boolean>`NOT ${isRepaired}`))
          .select(['runs.id', 'runs.status', 'runs.workflow_id', 'runs.workflow_name'])
          .select(['runs.created_at', 'runs.replay_of']),
      )
      .selectFrom('matching')
      // A replay that failed as well stands for the run that it repeated.
      .$if(isMending, runs =>
        runs.where(sql<boolean>`id NOT IN (SELECT replay_of FROM matching WHERE replay_of IS NOT NULL)`),
      )
      .select(['id', 'status', 'workflow_id', 'workflow_name'])
      .orderBy('created_at')
      .orderBy('id')
      .limit(most + 1)
      .execute();
  const runs = await withinTime(db, select);
  if (runs.length <= most) return runs;
  const wanted = filters?.status?.filter(status => statuses.includes(status)) ?? [...statuses];
  throw tooManyRunsInBatch(filters ? await countRuns(db, caller, { ...filters, status: wanted }) : runs.length, most);
}

/** Whether a replay of the run, or a replay of that one, has succeeded or is on its way. */
const isRepaired = sql<boolean>`EXISTS (
  WITH RECURSIVE replays AS (
    SELECT replay.id, replay.status FROM runs AS replay WHERE replay.replay_of = runs.id AND NOT replay.is_test
    UNION ALL
    SELECT next.id, next.status FROM replays JOIN runs AS next ON next.replay_of = replays.id AND NOT next.is_test
  )
  SELECT FROM replays WHERE status NOT IN ('failed', 'cancelled')
)`;

/** Leaves out the runs that others have repaired since they were chosen, or are about to. */
async function leaveOutRepaired(db: Query, chosen: readonly ChosenRun[]): Promise<ChosenRun[]> {
  const ids = chosen.map(({ id }) => id);
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM runs WHERE id = ANY (${ids}::uuid[]) AND ${isRepaired}`.execute(db);
  const repaired = new Set(rows.map(({ id }) => id));
  const comingIds = await findRunsToReplay(db, ids);
  return chosen.filter(({ id }) => !repaired.has(id) && !comingIds.has(id));
}

/** An id that no run has. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

export function toBatch(row: BatchRow): schemas.RunBatch {
  return {
    id: row.id,
    action: row.action,
    status: row.status,
    sentence: row.sentence,
    total: row.run_ids.length,
    done: row.position,
    succeeded: row.succeeded,
    refusals: row.refusals,
    created_at: row.created_at.getTime(),
    finished_at: row.finished_at?.getTime() ?? null,
  };
}
