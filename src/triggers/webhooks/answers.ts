/**
 * Answers a call that waits for its run.
 *
 *   a step has answered              what it said
 *   the run has ended                `result`: 200 with its output; `step`: 204, because it had nothing to say
 *   the run has failed               500, without its error, which is not for strangers
 *   the run waits, or time is over   202 with the id of the run, which goes on
 */
import type { FastifyReply } from 'fastify';
import { fixedLimits } from '../../configuration/limits.ts';
import type { HeddleDatabase } from '../../database.ts';
import {
  ApiError,
  calledRunCancelled,
  calledRunFailed,
  requestAborted,
  runNotFound,
  runOutputTooLarge,
} from '../../errors.ts';
import { CODE_HEADER } from '../../http/failures.ts';
import type { WebhookOptions } from '../../nodes/triggers/webhook.ts';
import { unlessAborted } from '../../platform/concurrency/promises.ts';
import { passPoint } from '../../platform/crash-points.ts';
import type { StartedRun } from '../../runs/starting/direct-runs.ts';
import type { Followers } from '../../runs/starting/followers.ts';
import type { RunStatus } from '../../runs/store/tables.ts';
import type { StoredReplies, StoredReply } from './replies.ts';

export interface AnswerServices {
  database: HeddleDatabase;
  followers: Followers;
  replies: StoredReplies;
}

export interface WaitingCall {
  started: StartedRun;
  options: Pick<WebhookOptions, 'reply'>;
  /** On whose behalf the run executes. */
  userId: string;
  /** Aborts when the client disconnects. */
  gone: AbortSignal;
  /** Aborts when the client has waited long enough. */
  over: AbortSignal;
}

/** A run that has ended or waits for somebody. */
interface SettledRun {
  status: RunStatus;
  /** JSON, or '' when the run has no output. */
  output: string;
}

const JSON_TYPE = 'application/json; charset=utf-8';

export async function answerCall(
  services: AnswerServices,
  { started, options, userId, gone, over }: WaitingCall,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { run_id } = started.run;
  const signal = AbortSignal.any([gone, over]);
  const settled = waitForEnd(services.followers, started, signal);
  if (options.reply === 'step') {
    const answer = await waitForAnswer(services.replies, run_id, settled, signal);
    if (answer) return sendStoredReply(services.replies, answer, { userId, signal: gone }, reply);
  }
  const run = await settled;
  if (gone.aborted) throw requestAborted();
  passPoint('webhook.answering');
  if (run?.status === 'success') return options.reply === 'step' ? reply.code(204).send() : sendOutput(run, reply);
  if (run?.status === 'failed' || run?.status === 'cancelled') return sendFailure(run.status, run_id, reply);
  const status = run?.status ?? (await readStatus(services.database, run_id));
  return reply.code(202).send({ run_id, status });
}

/** Undefined when time is over, when the client is gone, or when this process stops. */
async function waitForEnd(
  followers: Followers,
  { run, execution }: StartedRun,
  signal: AbortSignal,
): Promise<SettledRun | undefined> {
  try {
    const end = execution && (await unlessAborted(execution, signal));
    if (end) return { status: end.status, output: end.status === 'waiting' ? '' : end.output };
    const { status, output_json } = await followers.follow(run.run_id, signal);
    return { status, output: output_json };
  } catch (error) {
    if (signal.aborted || error instanceof ApiError) return undefined;
    throw error;
  }
}

/** An answer that was stored at the last moment counts, however the run ended. */
async function waitForAnswer(
  replies: StoredReplies,
  runId: string,
  settled: Promise<SettledRun | undefined>,
  signal: AbortSignal,
): Promise<StoredReply | undefined> {
  const ended = new AbortController();
  const end = () => ended.abort();
  settled.then(end, end);
  return (await replies.wait(runId, AbortSignal.any([signal, ended.signal]))) ?? replies.find(runId);
}

function sendOutput({ output }: SettledRun, reply: FastifyReply): FastifyReply {
  const text = output === '' ? 'null' : output;
  const { replyBytes } = fixedLimits.webhook;
  if (Buffer.byteLength(text) > replyBytes) throw runOutputTooLarge(replyBytes);
  return reply.type(JSON_TYPE).send(text);
}

function sendFailure(status: 'failed' | 'cancelled', run_id: string, reply: FastifyReply): FastifyReply {
  const { code, message: detail, ...error } = status === 'failed' ? calledRunFailed() : calledRunCancelled();
  return reply.code(error.status).header(CODE_HEADER, code).send({ detail, run_id });
}

async function readStatus({ query: db }: HeddleDatabase, runId: string): Promise<RunStatus> {
  const run = await db.selectFrom('runs').select('status').where('id', '=', runId).executeTakeFirst();
  if (!run) throw runNotFound();
  return run.status;
}

/** Responses with these statuses have no body. */
const BODILESS = new Set([204, 205, 304]);

async function sendStoredReply(
  replies: StoredReplies,
  answer: StoredReply,
  { userId, signal }: { userId: string; signal: AbortSignal },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const release = await replies.holdMemory(userId, answer, signal);
  reply.raw.once('close', release);
  if (reply.raw.closed) release();
  const { status, headers, body } = answer;
  const type = headers.find(([name]) => name === 'content-type')?.[1] ?? '';
  reply.code(status).headers({ 'cache-control': 'no-store', ...Object.fromEntries(headers) });
  // The author of the answer may be a stranger to us: nothing in it may act as if it were a page of ours.
  if (!isInert(type)) reply.header('content-security-policy', 'sandbox');
  passPoint('webhook.answering');
  return BODILESS.has(status) ? reply.removeHeader('content-type').send() : reply.send(body);
}

/** Whether browsers only show or store what has this type. They refuse to show a PDF in a sandbox. */
function isInert(contentType: string): boolean {
  return /^(application\/(json|pdf)|text\/(plain|csv)|image\/(png|jpeg|gif|webp|avif)|audio\/[\w.+-]+|video\/[\w.+-]+)\s*(;|$)/i.test(
    contentType,
  );
}
