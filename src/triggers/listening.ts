/**
 * "Wait for a call": streams to a client what the next call of a webhook does to the draft. The webhook has one URL, which
 * stays the same when the workflow is published. What is published and active answers its calls as always; the draft runs
 * in addition. Otherwise the draft's run answers the call.
 */

import Type, { type Static } from 'typebox';
import type { HeddleDatabase, Query } from '../database.ts';
import { readDefinition } from '../engine/definition.ts';
import { callRefused, notAWebhook, workflowNotFound } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { about, named } from '../http/described.ts';
import { endpointWith, Uuid, workflowWriters } from '../http/endpoint.ts';
import { replyWithStream } from '../http/json-stream.ts';
import type { OpenStreams } from '../http/open-streams.ts';
import { streamOf } from '../http/stream-schema.ts';
import { SharedPoll } from '../platform/concurrency/shared-poll.ts';
import type { Listener } from '../platform/postgres/listener.ts';
import type { Sealer } from '../platform/sealing/sealing.ts';
import { requireWorkflow, requireWorkflowOrganization, withLockedWorkflow } from '../workflows/access.ts';
import type { Checker } from '../workflows/checking.ts';
import { reserveAddress, triggerUrl } from '../workflows/webhook-addresses.ts';
import {
  deleteListener,
  insertListener,
  LISTENERS_CHANNEL,
  type ListenedWebhook,
  type ListenerState,
  renewListeners,
} from './listeners.ts';

export interface ListeningServices {
  database: HeddleDatabase;
  checker: Pick<Checker, 'requireValid'>;
  listener: Listener;
  streams: OpenStreams;
  publicUrl(): string;
  sealer: Sealer;
  limits: { listenSeconds: number };
  renewals: Renewals;
}

const ListenRequest = named(
  'ListenRequest',
  Type.Object({
    workflow_id: Uuid,
    node_id: about('The id of the step.', Type.String({ minLength: 1, maxLength: 256 })),
  }),
);

const ListenStream = streamOf(
  'ListenStreamObject',
  named(
    'ListenEvent',
    Type.Union(
      [
        Type.Object({
          type: about('The webhook can be called now.', Type.Literal('listening')),
          url: about('The address that is to be called.', Type.String()),
        }),
        Type.Object({
          type: about('A call has come, and a run has started.', Type.Literal('run')),
          run_id: Uuid,
        }),
        Type.Object({ type: about('Nobody has called in time.', Type.Literal('expired')) }),
      ],
      { description: 'What became of waiting for a call.' },
    ),
  ),
);

export type ListenEvent =
  | { type: 'listening'; url: string }
  | { type: 'run'; run_id: string }
  /** Nobody has called. */
  | { type: 'expired' };

const RENEW_MS = 5_000;

export const listenEndpoint = endpointWith<ListeningServices>()({
  path: '/api/v1/workflow/listen',
  summary: 'Waits for the next call of a webhook, and runs the draft with it; answers with JSON objects',
  ...workflowWriters,
  body: ListenRequest,
  reply: Type.Unsafe<void>({ description: 'chunks {timestamp, data: {type: listening | run | expired, …}, error}' }),
  stream: ListenStream,
  handle: (services, call) =>
    replyWithStream<ListenEvent>(call.response, call.log, send =>
      services.streams.keep(call, signal => listen(services, call.caller, call.body, { send, signal })),
    ),
});

type Renewals = SharedPoll<ListenerState>;

/** Whoever waits says so again and again, and sees by that what happened when a notification gets lost. */
export function createRenewals({ query: db }: HeddleDatabase): Renewals {
  return new SharedPoll({ pauseMs: { first: RENEW_MS, longest: RENEW_MS }, read: ids => renewListeners(db, ids) });
}

/** Resolves when the client knows how it ended, or has left. */
export async function listen(
  services: Omit<ListeningServices, 'streams'>,
  caller: Caller,
  request: Static<typeof ListenRequest>,
  { send, signal }: { send(event: ListenEvent): void; signal: AbortSignal },
): Promise<void> {
  const { renewals, listener, limits } = services;
  const { query: db } = services.database;
  const { webhook, url } = await reserveWebhook(services, caller, request);
  let id = '';
  const subscription = await listener.subscribe(
    LISTENERS_CHANNEL,
    triggerId => triggerId === webhook.triggerId && renewals.hurry(id),
    () => renewals.hurry(id),
  );
  try {
    signal.throwIfAborted();
    id = await insertListener(db, webhook, caller.userId);
    try {
      send({ type: 'listening', url });
      const over = AbortSignal.any([signal, AbortSignal.timeout(limits.listenSeconds * 1000)]);
      await renewals.until(id, over, state => hasEnded(state) || undefined);
    } finally {
      const last = await deleteListener(db, id);
      if (!signal.aborted) send(toEvent(last));
    }
  } finally {
    await subscription.close();
  }
}

/** Returns the webhook with its URL. Refuses a draft that could not run. */
async function reserveWebhook(
  { database, checker, publicUrl, sealer }: Pick<ListeningServices, 'database' | 'checker' | 'publicUrl' | 'sealer'>,
  caller: Caller,
  { workflow_id, node_id }: Static<typeof ListenRequest>,
): Promise<{ webhook: ListenedWebhook; url: string }> {
  const authorize = (db: Query) => requireWorkflow(db, caller, workflow_id, 'write');
  const { workflow } = await authorize(database.query);
  await requireWorkflowOrganization(database.query, caller, workflow, 'edit');
  requireWebhookNode(workflow.definition, node_id);
  await checker.requireValid(database.query, caller, workflow.definition);
  const trigger = { nodeId: node_id, type: 'trigger.webhook' } as const;
  const reserve = (transaction: Query) => reserveAddress(transaction, sealer, workflow.id, trigger);
  const address = await withLockedWorkflow(database.query, authorize, reserve, { waits: true });
  const webhook = { triggerId: address.id, workflowId: workflow.id, nodeId: node_id };
  return { webhook, url: triggerUrl({ publicUrl, sealer }, trigger.type, address) };
}

export function requireWebhookNode(definition: unknown, nodeId: string): void {
  const isWebhook = readDefinition(definition).nodes.some(
    ({ id, type }) => id === nodeId && type === 'trigger.webhook',
  );
  if (!isWebhook) throw notAWebhook(nodeId);
}

/** Whether there was a call, or the workflow is gone. */
function hasEnded(state: ListenerState | undefined): boolean {
  return state?.runId !== null || state.refusal !== null;
}

function toEvent(state: ListenerState | undefined): ListenEvent {
  if (!state) throw workflowNotFound();
  if (state.refusal !== null) throw callRefused(state.refusal);
  return state.runId === null ? { type: 'expired' } : { type: 'run', run_id: state.runId };
}
