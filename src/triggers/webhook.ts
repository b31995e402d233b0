/**
 * The webhook call: `POST /workflow/hook/{trigger_id}/{secret}` starts a run of the published workflow. The secret is
 * all that is asked for, and is looked at before the body is read.
 */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { HeddleDatabase } from '../database.ts';
import { runInputTooLarge, workflowLocked } from '../errors.ts';
import { inlineBodyBytes } from '../files/inline.ts';
import { prepareInlineFile } from '../files/input-files.ts';
import { attachmentOf, discardFiles, type FileServices, type PreparedFile } from '../files/store.ts';
import { closing } from '../http/closing.ts';
import type { Link } from '../http/endpoint.ts';
import type { RateLimiter } from '../http/rate-limit.ts';
import { newId } from '../platform/ids.ts';
import { JsonTooLarge } from '../platform/json/errors.ts';
import { jsonIsSmall } from '../platform/json/head.ts';
import { Pauses } from '../platform/json/pauses.ts';
import { stringifyJson } from '../platform/json/stringify.ts';
import { findKeptRun, type RequestKey, requestKey } from '../runs/idempotency.ts';
import { type AcceptCall, type AcceptedCall, createAcceptCall, TriggerChanged } from './webhook-accepting.ts';
import { bodyOf, headersOf, queryOf, type WebhookInput } from './webhook-body.ts';
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
  return [
    {
      method: 'POST',
      path: '/api/v3/workflow/hook/:trigger_id/:secret',
      cors: false,
      bodyBytes: inlineBodyBytes(files.fileBytes, limits.inputCharacters),
      reference: { summary: 'Call a webhook: start a run of its workflow', tier: 'webhook', reply: QueuedRun },
      async admit(request) {
        await rateLimiter?.spend('webhook', request.ip);
        admitted.set(request, await findTrigger(addressOf(request)));
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
  const sent = await readCall(request, known, services.limits);
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

async function readCall(request: FastifyRequest, trigger: WebhookTrigger, limits: WebhookLimits): Promise<SentCall> {
  const { headers, url = '' } = request.raw;
  const bytes = request.body instanceof Buffer ? request.body : Buffer.alloc(0);
  const query = queryOf(request.query);
  const key = requestKey(headers['idempotency-key'], {
    workflowId: trigger.workflowId,
    senderId: trigger.id,
    request: headers['idempotency-key'] === undefined ? '' : await fingerprint(url, bytes),
  });
  const input = { body: await bodyOf(bytes, headers['content-type']), query, headers: headersOf(headers) };
  const found = await findFiles(input, { levels: limits.fileLevels, most: limits.files });
  return { input, found, key };
}

async function startRun(
  { database, files: services, acceptCall, limits }: CallServices,
  trigger: WebhookTrigger,
  { input, found, key }: SentCall,
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
    const text = await textOf(input, limits.inputCharacters);
    const accepted = await acceptCall({ runId, trigger, input: text, files, key });
    // The key had made another run meanwhile.
    if (accepted.run_id !== runId) await discardFiles(services, files);
    return accepted;
  } catch (error) {
    await discardFiles(services, files);
    throw error;
  }
}

async function runBefore({ query: db }: HeddleDatabase, key: RequestKey): Promise<AcceptedCall | undefined> {
  const run_id = await findKeptRun(db, key);
  if (run_id === undefined) return undefined;
  const run = await db.selectFrom('runs').select('status').where('id', '=', run_id).executeTakeFirst();
  return run && { run_id, status: run.status };
}

/** Longer ones are written in slices: others get their turn in between. */
const AT_ONCE_CHARACTERS = 50_000;

async function textOf(input: WebhookInput, limitCharacters: number): Promise<string> {
  if (jsonIsSmall(input, Math.min(AT_ONCE_CHARACTERS, limitCharacters / 8))) return JSON.stringify(input);
  try {
    return await stringifyJson(input, { limitCharacters });
  } catch (error) {
    throw error instanceof JsonTooLarge ? runInputTooLarge(limitCharacters) : error;
  }
}

const SLICE_BYTES = 256 * 1024;

/** Of all that was sent: the same for the same request. */
async function fingerprint(url: string, bytes: Buffer): Promise<Buffer> {
  const pauses = new Pauses();
  const queryAt = url.indexOf('?');
  const hash = createHash('sha256').update(queryAt < 0 ? '\n' : `${url.slice(queryAt)}\n`);
  for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
    hash.update(bytes.subarray(start, start + SLICE_BYTES));
    if (pauses.due) await pauses.take();
  }
  return hash.digest();
}

function addressOf({ params }: FastifyRequest): WebhookAddress {
  const { trigger_id: triggerId, secret } = Object(params);
  return { triggerId: String(triggerId), secret: String(secret) };
}
