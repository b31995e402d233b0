/**
 * The webhook call: `POST /workflow/hook/{trigger_id}/{secret}` starts a run of the published workflow, and a run of the
 * draft if somebody waits for the call (`listened-calls.ts`). A call passes through these files, in this order:
 *
 *   webhook.ts                                  the endpoint: admits the call, reads it and hands it over
 *   webhook-triggers.ts                         finds the trigger and checks the secret, before the body is read
 *   webhooks/pages.ts, webhooks/senders.ts      where the trigger says so: which pages may call, and who the sender is
 *   webhook-body.ts, webhook-forms.ts           read the body, which may be a form
 *   webhook-files.ts                            finds the files in it
 *   ../runs/starting/accept-queued-runs.ts      makes it a run: stores files, request key and run in one transaction
 *   ../runs/starting/admission.ts               checks the limits of the queue and the rates of the trigger
 *   ../runs/store/accept-statements.ts          inserts the row of the run, with the status `queued`
 *   ../runs/store/claimer.ts, ../runs/runner/runner.ts later, in any process: claim the run and execute it
 *
 * A call that waits for its run (`reply`) executes it first (`../runs/starting/direct-runs.ts`), unless something limits the
 * runs of the workflow. It is accepted in the same way when the run has ended or is about to have an effect, and answered by
 * `webhooks/answers.ts`.
 */

import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import {
  ApiError,
  methodNotAllowed,
  runInputTooLarge,
  senderAddressNotAllowed,
  signatureNotValid,
  webhookNotActive,
  workflowLocked,
} from '../errors.ts';
import { areAllFiles, inlineBodyLimits } from '../files/inline.ts';
import { closeSignal } from '../http/close-signal.ts';
import { about, named } from '../http/described.ts';
import { type Admission, linkWith, Nullable } from '../http/endpoint.ts';
import { type RateLimited, spendPerNetwork } from '../http/rate-limit.ts';
import { type BodyWatch, findLongTexts } from '../http/request-body.ts';
import { IdempotencyHeader } from '../http/stream-schema.ts';
import { isSenderIn } from '../platform/outbound/addresses.ts';
import type { OutboundHttp } from '../platform/outbound/outbound.ts';
import type { Tracer } from '../platform/traces/tracer.ts';
import {
  type AcceptQueuedRun,
  type AcceptServices,
  createAcceptQueuedRun,
  type QueuedRunRequest,
} from '../runs/starting/accept-queued-runs.ts';
import { TriggerChanged } from '../runs/starting/admission.ts';
import { CallFiltered } from '../runs/starting/decide.ts';
import { DirectRuns, type DirectServices, type StartedRun } from '../runs/starting/direct-runs.ts';
import { type RequestKey, readRequestKey } from '../runs/starting/idempotency.ts';
import { type ListenedCallServices, runListenedDraft } from './listened-calls.ts';
import { parseQuery, readWebhookBody, selectHeaders } from './webhook-body.ts';
import { findFiles } from './webhook-files.ts';
import { type CalledWebhook, createFindWebhook, type FindWebhook, type WebhookAddress } from './webhook-triggers.ts';
import { type AnswerServices, answerCall } from './webhooks/answers.ts';
import { createKeySets } from './webhooks/key-sets.ts';
import { allowPage, answerPreflight, isPreflight } from './webhooks/pages.ts';
import { createFindSameCallKey, type FindSameCallKey } from './webhooks/same-calls.ts';
import { type CheckedSender, checkSender, findChallenge, type SenderServices } from './webhooks/senders.ts';

export interface WebhookServices
  extends AcceptServices,
    Pick<ListenedCallServices, 'checker'>,
    Omit<AnswerServices, 'database'>,
    Pick<SenderServices, 'credentials'>,
    DirectServices,
    RateLimited {
  limits: WebhookLimits;
  tracer: Tracer;
  http: Pick<OutboundHttp, 'request'>;
}

type WebhookLimits = AcceptServices['limits'] & {
  /** How many files one call may contain. */
  files: number;
  /** The level of nesting down to which files are searched for. */
  fileLevels: number;
};

const HookPath = Type.Object({
  trigger_id: about(
    'The id of the trigger, as the deployment of the workflow shows it.',
    Type.String({ format: 'uuid' }),
  ),
  secret: about('The secret of the address.', Type.String()),
});
const QueuedRun = named(
  'QueuedRun',
  Type.Object({
    run_id: about('Null when the condition of the trigger is not met.', Nullable(Type.String({ format: 'uuid' }))),
    status: about(
      'The status of the run: `queued`, what became of it when the trigger waits, or `filtered` when there is none.',
      Type.String(),
    ),
  }),
);

/** What a call is answered with that starts no run, also when it would wait for one. */
const FILTERED = { run_id: null, status: 'filtered' };

/** A call that was admitted: its webhook is known, and its sender was not refused so far. */
interface AdmittedCall extends Admission {
  webhook: CalledWebhook;
  sender: CheckedSender;
}

export const webhookLink = linkWith<CallServices>()<AdmittedCall>({
  method: 'POST',
  otherMethods: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  path: '/api/v3/workflow/hook/:trigger_id/:secret',
  cors: false,
  readBody({ files, limits }, request, bodies, { webhook }) {
    const bodyLimits = {
      ...inlineBodyLimits(files.fileBytes, limits.inputCharacters),
      tooLarge: () => runInputTooLarge(limits.inputCharacters),
    };
    const forms = webhook.options?.forms ?? false;
    return readWebhookBody(request, bodies, forms ? { ...bodyLimits, forms } : bodyLimits);
  },
  reference: {
    summary: 'Call a webhook: start a run of its workflow',
    description:
      'Takes JSON, a form or any other body. A trigger may allow other methods, ask for a signature, and answer with the result of the run instead.',
    tier: 'webhook',
    params: HookPath,
    headers: IdempotencyHeader,
    body: Type.Unknown({ description: 'Anything. It becomes the input of the run.' }),
    example: { request: { amount: 120 } },
    reply: QueuedRun,
    failures: [401, 403, 404, 405, 413, 422],
  },
  admit: admitCall,
  handle: handleCall,
});

export function createCallServices(given: WebhookServices): CallServices {
  return {
    ...given,
    findWebhook: createFindWebhook(given.database),
    acceptQueuedRun: createAcceptQueuedRun(given),
    directRuns: new DirectRuns(given),
    keySets: createKeySets(given.http),
    findSameCallKey: createFindSameCallKey(),
  };
}

interface CallServices extends WebhookServices, SenderServices {
  findWebhook: FindWebhook;
  acceptQueuedRun: AcceptQueuedRun;
  directRuns: DirectRuns;
  findSameCallKey: FindSameCallKey;
}

const spend = spendPerNetwork('webhook');

/** Decides before the body is read whether it is worth reading. */
async function admitCall(services: CallServices, request: FastifyRequest, reply: FastifyReply): Promise<AdmittedCall> {
  await spend(services, request);
  const webhook = await services.findWebhook(readAddress(request)).catch(error => {
    // Whoever does not know the webhook does not learn which methods it has.
    throw error instanceof ApiError && request.method !== 'POST' ? methodNotAllowed('POST') : error;
  });
  const { options } = webhook;
  const { userId, workflowId } = ownerOf(webhook);
  const admitted = { webhook, sender: {}, bodyOwner: userId };
  if (!options) {
    if (request.method !== 'POST') throw methodNotAllowed('POST');
    return admitted;
  }
  allowPage(options, request, reply);
  if (options.senders && !isSenderIn(options.senders, request.ip)) throw senderAddressNotAllowed();
  if (isPreflight(options, request)) return admitted;
  const asksForChallenge = request.method === 'GET' && options.verify?.scheme === 'meta';
  if (!options.methods.has(request.method) && !asksForChallenge) {
    throw methodNotAllowed([...options.methods].join(', '));
  }
  if (!options.verify) return admitted;
  const { method, raw } = request;
  const call = { method, headers: raw.headers, query: Object(request.query) };
  const place = { userId, workflowId, nodeId: webhook.nodeId, signal: closeSignal(reply) };
  const sender = await checkSender(services, options.verify, call, place);
  return { ...admitted, sender, bodyWatch: sender.body && watchBody(sender.body) };
}

/** A call without a body has no last byte, so the handler asks as well. */
function watchBody(check: NonNullable<CheckedSender['body']>): BodyWatch {
  let isValid: boolean | undefined;
  return {
    update: chunk => check.update(chunk),
    end() {
      isValid ??= check.isValid();
      if (!isValid) throw signatureNotValid();
    },
  };
}

async function handleCall(
  services: CallServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { webhook, sender, bodyWatch }: AdmittedCall,
): Promise<FastifyReply> {
  bodyWatch?.end();
  const { options } = webhook;
  if (options && isPreflight(options, request)) return answerPreflight(options, request, reply);
  const challenge = sender.challenge ?? (options?.verify && findChallenge(options.verify, request.body));
  if (challenge !== undefined) return reply.type('text/plain; charset=utf-8').send(challenge);
  const signal = closeSignal(reply);
  const call = { ...(await readCall(request, webhook, sender, services)), signal };
  if (!options || options.reply === 'queued') {
    const started = await startCalledRun(services, webhook, call, request);
    if (!started) return reply.send(FILTERED);
    request.startedRun = started.run.run_id;
    return reply.send(started.run);
  }
  const over = AbortSignal.timeout(options.replySeconds * 1000);
  const started = await startCalledRun(services, webhook, { ...call, over }, request);
  if (!started) return reply.send(FILTERED);
  request.startedRun = started.run.run_id;
  return answerCall(services, { started, options, userId: ownerOf(webhook).userId, gone: signal, over }, reply);
}

type ReadCall = Omit<QueuedRunRequest, 'trigger' | 'signal'>;

interface SentCall extends Omit<QueuedRunRequest, 'trigger'> {
  /** Aborts when the caller has waited long enough for its run. Undefined when it does not wait. */
  over?: AbortSignal;
}

/** How often a trigger may change between its lookup and the insertion of the run before the call is refused. */
const MAX_ATTEMPTS = 5;

/** Returns undefined when the call does not meet the condition of the trigger. */
async function startCalledRun(
  services: CallServices,
  admitted: CalledWebhook,
  { over, ...call }: SentCall,
  request: FastifyRequest,
): Promise<StartedRun | undefined> {
  const runDraft = () => runListenedDraft(services, admitted.triggerId, call);
  for (let webhook = admitted, attempt = 1; ; attempt++) {
    if (!webhook.published) {
      const draftRun = await runDraft();
      if (draftRun) return { run: draftRun, execution: undefined };
      throw webhookNotActive();
    }
    const queued = { ...call, trigger: webhook.published };
    const accepted = await acceptRun(services, webhook, queued, over).catch(explainNoRun);
    if (accepted !== 'changed') {
      // What is published comes first and is answered in any case: a problem with the draft concerns only who waits.
      if (webhook.isListened) await runDraft().catch(err => request.log.error({ err }, 'a draft could not be run'));
      return accepted === 'filtered' ? undefined : accepted;
    }
    if (attempt === MAX_ATTEMPTS) throw workflowLocked();
    webhook = await services.findWebhook(readAddress(request));
  }
}

/** A call that waits for its run does not let it wait in the queue. */
async function acceptRun(
  { acceptQueuedRun, directRuns }: CallServices,
  { direct }: CalledWebhook,
  request: QueuedRunRequest,
  over: AbortSignal | undefined,
): Promise<StartedRun> {
  if (direct && over) return directRuns.start({ ...request, direct, over });
  return { run: await acceptQueuedRun(request), execution: undefined };
}

/** Who owns the files of the call, and on whose behalf it is read. */
function ownerOf(webhook: CalledWebhook): { userId: string; workflowId: string } {
  if (!webhook.published) return webhook.listener;
  return { userId: webhook.published.runAs, workflowId: webhook.published.workflowId };
}

function explainNoRun(error: unknown): 'changed' | 'filtered' {
  if (error instanceof TriggerChanged) return 'changed';
  if (error instanceof CallFiltered) return 'filtered';
  throw error;
}

async function readCall(
  request: FastifyRequest,
  webhook: CalledWebhook,
  sender: CheckedSender,
  { limits, tracer, findSameCallKey }: CallServices,
): Promise<ReadCall> {
  const { headers } = request.raw;
  const { options } = webhook;
  const { userId, workflowId } = ownerOf(webhook);
  const input = {
    body: request.body === undefined ? {} : request.body,
    query: parseQuery(request.query),
    headers: selectHeaders(headers, options?.headers, sender.provenBy),
    ...(options && options.methods.size > 1 && { method: request.method }),
    ...(sender.claims && { claims: sender.claims }),
  };
  const { triggerId } = webhook;
  const key: RequestKey | undefined =
    (options?.dedupe !== undefined && findSameCallKey(options.dedupe, input, { workflowId, triggerId })) ||
    readRequestKey(headers['idempotency-key'], { workflowId, senderId: triggerId, requestHash: hashRequest(request) });
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
