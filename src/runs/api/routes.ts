import Type from 'typebox';
import { runInputTooLarge } from '../../errors.ts';
import { requireWorkflowPermission } from '../../http/caller.ts';
import { type Call, type Endpoint, EntityQuery, endpoint, Uuid } from '../../http/endpoint.ts';
import { IdempotencyHeader } from '../../http/stream-schema.ts';
import { compileQuery } from '../../query/compile.ts';
import { countRows } from '../../query/execute.ts';
import { QueryBody } from '../../query/query-body.ts';
import { RunStream } from '../event-schema.ts';
import type { Watch } from '../executing/events.ts';
import * as schemas from '../schemas.ts';
import { readRequestKey } from '../starting/idempotency.ts';
import { type SettledRun, type StartServices, startRun } from '../starting/start.ts';
import { deleteRun } from '../store/run-changes.ts';
import { visibleRuns } from '../store/runs.ts';
import { runFields } from './fields.ts';
import { findRuns, getRun, settledReply } from './read-runs.ts';
import { replyWithRun } from './run-stream.ts';

const reading = { scope: 'service.workflow', tier: 'default' } as const;

export function runEndpoints(
  services: StartServices,
  body: Pick<Endpoint, 'bodyBytes' | 'longStringBytes'>,
): Endpoint[] {
  const { database, limits } = services;
  const inputBody = { ...body, tooManyValues: () => runInputTooLarge(limits.inputCharacters) };
  const db = database.query;

  async function start(call: Call<unknown, schemas.RunRequest>, watch?: Watch): Promise<SettledRun> {
    const { caller, body, request, signal, longTexts } = call;
    requireWorkflowPermission(caller, 'write');
    const key = readRequestKey(request.headers['idempotency-key'], {
      workflowId: body.workflow_id,
      senderId: caller.userId,
      requestHash: request.bodyHash,
    });
    const traceContext = services.tracer.receive(request.headers);
    const started = await startRun(services, caller, body, { key, call: { signal, longTexts, traceContext }, watch });
    request.startedRun = started.run.id;
    return started;
  }

  return [
    endpoint({
      path: '/api/v3/workflow/run',
      failures: [423],
      summary: 'Runs the draft, and answers when the run has ended or pauses',
      ...reading,
      body: schemas.RunRequest,
      ...inputBody,
      reply: schemas.Run,
      shownHeaders: IdempotencyHeader,
      handle: async call => settledReply(services, call.caller, await start(call)),
    }),
    endpoint({
      path: '/api/v3/workflow/run/stream',
      failures: [423],
      summary: 'Runs the draft, and answers with its events as they happen: JSON objects one after another',
      ...reading,
      body: schemas.RunRequest,
      ...inputBody,
      reply: Type.Unsafe<void>({ description: 'chunks {timestamp, data, error}' }),
      stream: RunStream,
      shownHeaders: IdempotencyHeader,
      handle: call => replyWithRun(call, async watch => (await start(call, watch)).run),
    }),
    endpoint({
      path: '/api/v3/workflow/runs/find',
      summary: 'Finds runs that executed on behalf of the user, newest first, with all their steps',
      ...reading,
      body: QueryBody,
      reply: Type.Array(schemas.Run),
      handle: async ({ caller, body }) => {
        requireWorkflowPermission(caller, 'read');
        return findRuns(db, limits, caller, body);
      },
    }),
    endpoint({
      path: '/api/v3/workflow/runs/count',
      summary: 'Counts runs that executed on behalf of the user',
      ...reading,
      body: QueryBody,
      reply: Type.Integer(),
      handle: async ({ caller, body }) => {
        requireWorkflowPermission(caller, 'read');
        return countRows(db, compileQuery(runFields, body), db => visibleRuns(db, caller));
      },
    }),
    endpoint({
      path: '/api/v3/workflow/runs/get',
      summary: 'Reads a run',
      ...reading,
      query: EntityQuery,
      reply: schemas.Run,
      handle: async ({ caller, query: { entity_id } }) => {
        requireWorkflowPermission(caller, 'read');
        return getRun(db, limits, caller, entity_id);
      },
    }),
    endpoint({
      path: '/api/v3/workflow/runs/delete',
      summary: 'Deletes a run with the conversations, files and approvals that its steps created',
      scope: 'service.workflow.write',
      tier: 'default',
      query: EntityQuery,
      reply: Uuid,
      handle: async ({ caller, query: { entity_id } }) => {
        requireWorkflowPermission(caller, 'write');
        return deleteRun(db, caller, entity_id);
      },
    }),
  ];
}
