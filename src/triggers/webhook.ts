/**
 * The webhook call: `POST /workflow/hook/{trigger_id}/{secret}` starts a run of the published workflow, and a run of the
 * draft if somebody waits for the call (`listened-calls.ts`). A call passes through these files, in this order:
 *
 *   webhook.ts                                  the endpoint: admits the call, reads it and hands it over
 *   webhook-triggers.ts                         finds the trigger and checks the secret, before the body is read
 *   webhook-body.ts, webhook-files.ts           read the body, and find the files in it
 *   ../runs/starting/accept-queued-runs.ts      makes it a run: stores files, request key and run in one transaction
 *   ../runs/starting/admission.ts               checks the limits of the queue and the rates of the trigger
 *   ../runs/store/accept-statements.ts          inserts the row of the run, with the status `queued`
 *   ../runs/store/claimer.ts, ../runs/runner.ts later, in any process: claim the run and execute it
 */
import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { runInputTooLarge, webhookNotActive, workflowLocked } from '../errors.ts';
import { areAllFiles, inlineBodyLimits } from '../files/inline.ts';
import { closeSignal } from '../http/close-signal.ts';
import type { Link } from '../http/endpoint.ts';
import type { RateLimiter } from '../http/rate-limit.ts';
import { findLongTexts } from '../http/request-body.ts';
import type { Tracer } from '../platform/traces/tracer.ts';
import {
  type AcceptQueuedRun,
  type AcceptServices,
  createAcceptQueuedRun,
  type QueuedRunRequest,
} from '../runs/starting/accept-queued-runs.ts';
import { type AcceptedRun, TriggerChanged } from '../runs/starting/admission.ts';
import { readRequestKey } from '../runs/starting/idempotency.ts';
import { type ListenedCallServices, runListenedDraft } from './listened-calls.ts';
import { parseQuery, readWebhookBody, selectHeaders } from './webhook-body.ts';
import { findFiles } from './webhook-files.ts';
import { type CalledWebhook, createFindWebhook, type FindWebhook, type WebhookAddress } from './webhook-triggers.ts';

export interface WebhookServices extends AcceptServices, Pick<ListenedCallServices, 'checker'> {
  /** Undefined when rates are not limited. */
  rateLimiter: RateLimiter | undefined;
  limits: WebhookLimits;
  tracer: Tracer;
}

type WebhookLimits = AcceptServices['limits'] & {
  /** How many files one call may contain. */
  files: number;
  /** The level of nesting down to which files are searched for. */
  fileLevels: number;
};

const QueuedRun = Type.Object({ run_id: Type.String({ format: 'uuid' }), status: Type.String() });

export function webhookLinks(services: WebhookServices): Link[] {
  const { database, files, rateLimiter, limits } = services;
  const findWebhook = createFindWebhook(database);
  const acceptQueuedRun = createAcceptQueuedRun(services);
  const webhooks = new WeakMap<FastifyRequest, CalledWebhook>();
  const tooLarge = () => runInputTooLarge(limits.inputCharacters);
  const bodyLimits = { ...inlineBodyLimits(files.fileBytes, limits.inputCharacters), tooLarge };
  return [
    {
      method: 'POST',
      path: '/api/v3/workflow/hook/:trigger_id/:secret',
      cors: false,
      readBody: (request, bodies) => readWebhookBody(request, bodies, bodyLimits),
      reference: { summary: 'Call a webhook: start a run of its workflow', tier: 'webhook', reply: QueuedRun },
      async admit(request) {
        await rateLimiter?.spend('webhook', request.ip);
        const webhook = await findWebhook(readAddress(request));
        request.bodyOwner = ownerOf(webhook).userId;
        webhooks.set(request, webhook);
      },
      async handle(request, reply) {
        const webhook = webhooks.get(request);
        if (!webhook) throw new Error('the webhook of the call was not looked up');
        return reply.send(await handleCall({ ...services, findWebhook, acceptQueuedRun }, webhook, request, reply));
      },
    },
  ];
}

interface CallServices extends WebhookServices {
  findWebhook: FindWebhook;
  acceptQueuedRun: AcceptQueuedRun;
}

/** How often a trigger may change between its lookup and the insertion of the run before the call is refused. */
const MAX_ATTEMPTS = 5;

async function handleCall(
  services: CallServices,
  admitted: CalledWebhook,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AcceptedRun> {
  const signal = closeSignal(reply);
  const call = await readCall(request, admitted, services);
  const runDraft = () => runListenedDraft(services, admitted.triggerId, { ...call, signal });
  for (let webhook = admitted, attempt = 1; ; attempt++) {
    if (!webhook.published) {
      const draftRun = await runDraft();
      if (draftRun) return draftRun;
      throw webhookNotActive();
    }
    const accepted = await services
      .acceptQueuedRun({ ...call, trigger: webhook.published, signal })
      .catch(ignoreChange);
    if (accepted) {
      // What is published comes first and is answered in any case: a problem with the draft concerns only who waits.
      if (webhook.isListened) await runDraft().catch(err => request.log.error({ err }, 'a draft could not be run'));
      return accepted;
    }
    if (attempt === MAX_ATTEMPTS) throw workflowLocked();
    webhook = await services.findWebhook(readAddress(request));
  }
}

/** Who owns the files of the call, and on whose behalf it is read. */
function ownerOf(webhook: CalledWebhook): { userId: string; workflowId: string } {
  if (!webhook.published) return webhook.listener;
  return { userId: webhook.published.runAs, workflowId: webhook.published.workflowId };
}

function ignoreChange(error: unknown): undefined {
  if (!(error instanceof TriggerChanged)) throw error;
}

async function readCall(
  request: FastifyRequest,
  webhook: CalledWebhook,
  { limits, tracer }: WebhookServices,
): Promise<Omit<QueuedRunRequest, 'trigger' | 'signal'>> {
  const { headers } = request.raw;
  const { userId, workflowId } = ownerOf(webhook);
  const query = parseQuery(request.query);
  const key = readRequestKey(headers['idempotency-key'], {
    workflowId,
    senderId: webhook.triggerId,
    requestHash: hashRequest(request),
  });
  const input = { body: request.body === undefined ? {} : request.body, query, headers: selectHeaders(headers) };
  const longTexts = findLongTexts(request);
  const search = { levels: limits.fileLevels, most: limits.files, longTexts, owner: userId };
  const files = await findFiles(input, search);
  const inlineFiles = files.map(({ file }) => file);
  if (!areAllFiles(longTexts, inlineFiles)) throw runInputTooLarge(limits.inputCharacters);
  return { input, files, key, traceContext: tracer.receive(headers) };
}

/** The hash is equal for two requests that send the same query and body. */
export function hashRequest({ raw: { url = '' }, bodyHash }: FastifyRequest): Buffer {
  const queryStart = url.indexOf('?');
  const query = queryStart < 0 ? '' : url.slice(queryStart);
  return hash('sha256', `${query}\n${bodyHash?.toString('hex') ?? ''}`, 'buffer');
}

function readAddress({ params }: FastifyRequest): WebhookAddress {
  const { trigger_id: triggerId, secret } = Object(params);
  return { triggerId: String(triggerId), secret: String(secret) };
}
