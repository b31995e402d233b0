/**
 * The webhook call: `POST /workflow/hook/{trigger_id}/{secret}` starts a run of the published workflow. The secret is
 * all that is asked for, and is looked at before the body is read.
 */
import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { HeddleDatabase } from '../database.ts';
import { runInputTooLarge, workflowLocked } from '../errors.ts';
import { areAllFiles, inlineBody } from '../files/inline.ts';
import { prepareInlineFile } from '../files/input-files.ts';
import { attachmentOf, discardFiles, type FileServices, type PreparedFile } from '../files/store.ts';
import { closing } from '../http/closing.ts';
import type { Link } from '../http/endpoint.ts';
import type { RateLimiter } from '../http/rate-limit.ts';
import { longTextsIn } from '../http/request-body.ts';
import { newId } from '../platform/ids.ts';
import type { TraceContext, Tracer } from '../platform/traces/tracer.ts';
import { inputText } from '../runs/executing/run-input.ts';
import { findRunByRequestKey, type RequestKey, requestKey } from '../runs/starting/idempotency.ts';
import { type AcceptCall, type AcceptedCall, createAcceptCall, TriggerChanged } from './webhook-accepting.ts';
import { headersOf, queryOf, readWebhookBody, type WebhookInput } from './webhook-body.ts';
import { type FoundFile, findFiles } from './webhook-files.ts';
import type { CallLimits } from './webhook-rates.ts';
import { createFindTrigger, type FindTrigger, type WebhookAddress, type WebhookTrigger } from './webhook-triggers.ts';

export interface WebhookServices {
  database: HeddleDatabase;
  files: FileServices;
  /** Undefined: rates are not limited. */
  rateLimiter: RateLimiter | undefined;
  limits: WebhookLimits;
  /** Aborts when this process stops: then a call waits for no database any more. */
  handingOn: AbortSignal;
  tracer: Tracer;
}

export interface WebhookLimits {
  /** A run input, as JSON. */
  inputCharacters: number;
  /** Runs that wait in one workflow. */
  queued: number;
  /** Runs that wait on behalf of one user. */
  queuedPerUser: number;
  /** In one call. */
  files: number;
  /** Of nesting, down to which files are looked for. */
  fileLevels: number;
  /** Of one trigger. Undefined: rates are not limited. */
  calls: CallLimits | undefined;
}

const QueuedRun = Type.Object({ run_id: Type.String({ format: 'uuid' }), status: Type.String() });

export function webhookLinks(services: WebhookServices): Link[] {
  const { database, files, rateLimiter, limits } = services;
  const findTrigger = createFindTrigger(database);
  const acceptCall = createAcceptCall(services);
  const admitted = new WeakMap<FastifyRequest, WebhookTrigger>();
  const tooLarge = () => runInputTooLarge(limits.inputCharacters);
  const bodyLimits = { ...inlineBody(files.fileBytes, limits.inputCharacters), tooLarge };
  return [
    {
      method: 'POST',
      path: '/api/v3/workflow/hook/:trigger_id/:secret',
      cors: false,
      readBody: (request, bodies) => readWebhookBody(request, bodies, bodyLimits),
      reference: { summary: 'Call a webhook: start a run of its workflow', tier: 'webhook', reply: QueuedRun },
      async admit(request) {
        await rateLimiter?.spend('webhook', request.ip);
        const trigger = await findTrigger(addressOf(request));
        request.bodyOwner = trigger.runAs;
        admitted.set(request, trigger);
      },
      async handle(request, reply) {
        const trigger = admitted.get(request);
        if (!trigger) throw new Error('the webhook was not looked up');
        return reply.send(await takeCall({ ...services, findTrigger, acceptCall }, trigger, request, reply));
      },
    },
  ];
}

interface CallServices extends WebhookServices {
  findTrigger: FindTrigger;
  acceptCall: AcceptCall;
}

/** What was sent, read. */
interface SentCall {
  input: WebhookInput;
  /** In its body. */
  found: readonly FoundFile[];
  key: RequestKey | undefined;
  traceContext: TraceContext | null;
}

/** How often a trigger may change between the look at it and the run's first write. */
const TRIES = 5;

async function takeCall(
  services: CallServices,
  known: WebhookTrigger,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AcceptedCall> {
  const signal = closing(reply);
  const sent = await readCall(request, known, services);
  for (let trigger = known, tries = 1; ; tries++) {
    const accepted = await startRun(services, trigger, sent, signal).catch(unlessChanged);
    if (accepted) return accepted;
    if (tries === TRIES) throw workflowLocked();
    trigger = await services.findTrigger(addressOf(request));
  }
}

function unlessChanged(error: unknown): undefined {
  if (!(error instanceof TriggerChanged)) throw error;
}

async function readCall(
  request: FastifyRequest,
  trigger: WebhookTrigger,
  { limits, tracer }: WebhookServices,
): Promise<SentCall> {
  const { headers } = request.raw;
  const query = queryOf(request.query);
  const key = requestKey(headers['idempotency-key'], {
    workflowId: trigger.workflowId,
    senderId: trigger.id,
    requestHash: fingerprint(request),
  });
  const input = { body: request.body === undefined ? {} : request.body, query, headers: headersOf(headers) };
  const longTexts = longTextsIn(request);
  const search = { levels: limits.fileLevels, most: limits.files, longTexts, owner: trigger.runAs };
  const found = await findFiles(input, search);
  const files = found.map(({ file }) => file);
  if (!areAllFiles(longTexts, files)) throw runInputTooLarge(limits.inputCharacters);
  return { input, found, key, traceContext: tracer.receive(headers) };
}

async function startRun(
  { database, files: services, acceptCall, limits }: CallServices,
  trigger: WebhookTrigger,
  { input, found, key, traceContext }: SentCall,
  signal: AbortSignal,
): Promise<AcceptedCall> {
  // Files that were stored for this call before need not be stored again.
  const before = key && found.length > 0 ? await runBefore(database, key) : undefined;
  if (before) return before;
  const runId = newId();
  const files: PreparedFile[] = [];
  try {
    const owner = { userId: trigger.runAs, organizationId: trigger.organizationId };
    for (const { file, replace } of found) {
      const prepared = await prepareInlineFile(services, file, { owner, runId, signal });
      files.push(prepared);
      replace(attachmentOf(prepared.row, services.publicUrl()));
    }
    const text = await inputText(input, limits.inputCharacters, trigger.runAs);
    const accepted = await acceptCall({ runId, trigger, input: text, files, key, traceContext });
    // The key had made another run meanwhile.
    if (accepted.run_id !== runId) await discardFiles(services, files);
    return accepted;
  } catch (error) {
    await discardFiles(services, files);
    throw error;
  }
}

async function runBefore({ query: db }: HeddleDatabase, key: RequestKey): Promise<AcceptedCall | undefined> {
  const run_id = await findRunByRequestKey(db, key);
  if (run_id === undefined) return undefined;
  const run = await db.selectFrom('runs').select('status').where('id', '=', run_id).executeTakeFirst();
  return run && { run_id, status: run.status };
}

/** Of all that was sent: the same for the same request. */
function fingerprint({ raw: { url = '' }, bodyHash }: FastifyRequest): Buffer {
  const queryAt = url.indexOf('?');
  const query = queryAt < 0 ? '' : url.slice(queryAt);
  return hash('sha256', `${query}\n${bodyHash?.toString('hex') ?? ''}`, 'buffer');
}

function addressOf({ params }: FastifyRequest): WebhookAddress {
  const { trigger_id: triggerId, secret } = Object(params);
  return { triggerId: String(triggerId), secret: String(secret) };
}
