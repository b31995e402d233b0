/** `/api/v1/run/definition` and `/api/v1/run/replay`: what a run executed, and repeating it. */
import Type from 'typebox';
import type { Query } from '../../database.ts';
import { runDefinitionGone, runNotFound } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { type Endpoint, endpointWith, everyone } from '../../http/endpoint.ts';
import { parseJson } from '../../platform/json/parse.ts';
import type { RunLimits } from '../run-limits.ts';
import { RunId } from '../schemas.ts';
import { decideReplay, type ReplayServices, replayRun } from '../starting/replay.ts';
import { readExecutedDefinition } from '../store/replays.ts';
import { readShownRun } from '../store/runs-of-others.ts';
import { requireSeenRun } from '../store/team-runs.ts';
import * as schemas from './replay-schemas.ts';
import type { InputBody } from './start.ts';

const endpoint = endpointWith<ReplayServices>();

export function replayEndpoints(inputBody: InputBody): Endpoint<ReplayServices>[] {
  return [
    endpoint({
      path: '/api/v1/run/definition',
      summary: 'Reads the definition that a run executes or has executed',
      ...everyone,
      workflowPermission: 'read',
      body: RunId,
      reply: schemas.RunDefinition,
      handle: ({ database }, { caller, body }) => readDefinitionOfRun(database.query, caller, body.run_id),
    }),
    endpoint({
      path: '/api/v1/run/replay',
      failures: [423],
      summary: 'Repeats an ended run from its start, from its failed steps or from any step, as a new run',
      ...everyone,
      workflowPermission: 'write',
      body: schemas.ReplayRequest,
      ...inputBody,
      reply: Type.Union([schemas.RepeatedRun, schemas.ReplayPlan]),
      handle: async (services, { caller, body, request, signal, longTexts }) => {
        const { run_id: runId, plan, from, version, input, keys } = body;
        const asked = { runId, from, version, input, keys };
        if (plan) return (await decideReplay(services, caller, asked)).adoption.plan;
        const run = await replayRun(services, caller, asked, { signal, longTexts }, (transaction, id) =>
          readRepeatedRun(transaction, services.limits, caller, id),
        );
        request.startedRun = run.id;
        return run;
      },
    }),
  ];
}

async function readDefinitionOfRun(db: Query, caller: Caller, runId: string): Promise<schemas.RunDefinition> {
  const run = await requireSeenRun(db, caller, runId, runs =>
    runs.clearSelect().select(['runs.version', 'runs.revision_id']),
  );
  const text = await readExecutedDefinition(db, runId);
  if (text === undefined) throw runDefinitionGone();
  return { definition: await parseJson(text), ...run };
}

/** Reads a run of any user, with what only the console shows of it. */
export async function readRepeatedRun(
  db: Query,
  limits: RunLimits,
  caller: Caller,
  id: string,
): Promise<schemas.RepeatedRun> {
  const run = await readShownRun(db, limits, caller, id);
  const more = await db
    .selectFrom('runs')
    .select(['revision_id', 'replay_of', 'is_test'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!more) throw runNotFound();
  return { ...run, ...more };
}
