/** `/api/v1/run/resume` and `/api/v1/event/send`: what people and other services continue waiting steps with. */
import Type from 'typebox';
import { requireOrganizationRight } from '../accounts/memberships.ts';
import { recordAudit } from '../audit/record.ts';
import { fixedLimits } from '../configuration/limits.ts';
import type { HeddleDatabase, Query } from '../database.ts';
import { runStepNotWaiting, validationError } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { endpointWith, workflowWriters } from '../http/endpoint.ts';
import { passPoint } from '../platform/crash-points.ts';
import { deriveId, newId } from '../platform/ids.ts';
import { readRepeatedRun } from '../runs/api/replay.ts';
import { RepeatedRun } from '../runs/api/replay-schemas.ts';
import { serialiseInput } from '../runs/executing/run-input.ts';
import type { WaitingEnd } from '../runs/executing/saved-run.ts';
import type { RunLimits } from '../runs/run-limits.ts';
import { requireRunControl, runSubject } from '../runs/store/run-changes.ts';
import { endWaiting, lockRunForNoKeyUpdate } from '../runs/store/waiting.ts';
import { type TakenWait, takeWait } from './calls.ts';
import { type EventScope, type NewEvent, sendEvent } from './events.ts';
import * as schemas from './schemas.ts';

export interface WaitRouteServices {
  database: HeddleDatabase;
  limits: RunLimits;
  /** Ends some due waits at once, so that few wait for the next second. */
  endDue(): Promise<void>;
}

const endpoint = endpointWith<WaitRouteServices>();

export const waitEndpoints = [
  endpoint({
    path: '/api/v1/run/resume',
    summary: 'Continues a step that waits for a time, a call or an event, without waiting any longer',
    ...workflowWriters,
    body: schemas.ResumeRequest,
    reply: RepeatedRun,
    handle: async ({ database: { query: db }, limits }, { caller, body }) => {
      await serialiseInput(body.body ?? null, limits.inputCharacters, caller.userId);
      await db.transaction().execute(transaction => resumeStep(transaction, caller, body));
      passPoint('wait.resumed');
      return readRepeatedRun(db, limits, caller, body.run_id);
    },
  }),
  endpoint({
    path: '/api/v1/event/send',
    summary: 'Sends an event to the steps that wait for it, or keeps it for a day for the next one that does',
    ...workflowWriters,
    headers: Type.Object({
      'Idempotency-Key': Type.Optional(
        Type.String({ description: 'the same key again within a day sends nothing again' }),
      ),
    }),
    body: schemas.EventRequest,
    reply: schemas.SentEvent,
    handle: async (
      { database, endDue },
      { caller, body: { name, key = '', data = null, organization_id }, request, signal },
    ) => {
      if (organization_id !== undefined) {
        await requireOrganizationRight(database.query, 'operate', {
          organizationId: organization_id,
          userId: caller.userId,
        });
      }
      const scope: EventScope =
        organization_id === undefined
          ? { kind: 'user', id: caller.userId }
          : { kind: 'organization', id: organization_id };
      const id = eventId(caller, request.headers['idempotency-key']);
      const event = { id, scope, name, key, data, owner: caller.userId };
      const sent = await sendEvent(database, event, signal, (transaction, woken) =>
        recordEvent(transaction, caller, event, woken),
      );
      if (sent.woken > 0) await endDue();
      return sent;
    },
  }),
];

/** The data may be personal, so it stays out of the log. */
async function recordEvent(transaction: Query, caller: Caller, { id, scope, name }: NewEvent, woken: number) {
  const subject = { kind: 'event', id, name } as const;
  await recordAudit(transaction, caller, {
    action: 'event.send',
    subject,
    details: { woken, ...(scope.kind === 'organization' && { organization_id: scope.id }) },
  });
}

function eventId({ userId }: Caller, header: string | string[] | undefined): string {
  if (header === undefined) return newId();
  const key = [header].flat().join(', ');
  const most = fixedLimits.run.keyCharacters;
  if (key === '' || key.length > most) throw validationError('Idempotency-Key', `must have 1 to ${most} characters`);
  return deriveId(`event/${userId}/${key}`);
}

/** Whoever may cancel a run may also resume it. */
async function resumeStep(
  transaction: Query,
  caller: Caller,
  { run_id: runId, node_id: nodeId, iteration = [], body = null }: schemas.ResumeRequest,
): Promise<void> {
  await requireRunControl(transaction, caller, runId);
  await lockRunForNoKeyUpdate(transaction, runId);
  const wait = await takeWait(transaction, { runId, nodeId, iteration });
  if (!wait || !(await endWaiting(transaction, wait, resumedEnd(wait, caller, body)))) throw runStepNotWaiting(nodeId);
  if (wait.kind === 'call') await refuseFurtherCalls(transaction, wait);
  const details = { node_id: nodeId, iteration };
  await recordAudit(transaction, caller, { action: 'run.resume', subject: runSubject(runId), details });
  passPoint('wait.resuming');
}

function resumedEnd({ kind, dueAt, event }: TakenWait, { name }: Caller, body: unknown): WaitingEnd {
  const outputs = {
    time: { until: dueAt.getTime() },
    call: { body: body ?? {}, query: {}, headers: {} },
    event: { ...event, data: body },
  };
  return { status: 'success', handle: null, output: outputs[kind], text: `Resumed by ${name}`, fileIds: [] };
}

/** As if this had been the first call. */
async function refuseFurtherCalls(transaction: Query, { runId, nodeId, iteration }: TakenWait): Promise<void> {
  await transaction
    .insertInto('run_calls')
    .values({
      id: newId(),
      run_id: runId,
      node_id: nodeId,
      iteration,
      input: null,
      file_ids: [],
      request_key: null,
      request_hash: null,
    })
    .execute();
}
