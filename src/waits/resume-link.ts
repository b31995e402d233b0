/**
 * `POST /api/v1/run/resume/{run}/{step}/{secret}`: continues a step that waits for a call. It reads a call like a
 * webhook. Only POST continues anything, because scanners of mails and chats follow links.
 */

import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { HeddleDatabase } from '../database.ts';
import { runInputTooLarge, runLinkNotFound } from '../errors.ts';
import { areAllFiles, inlineBodyLimits } from '../files/inline.ts';
import { prepareInlineFile } from '../files/input-files.ts';
import { discardFiles, type FileServices, type PreparedFile, toAttachment } from '../files/store.ts';
import { closeSignal } from '../http/close-signal.ts';
import { about, named } from '../http/described.ts';
import { linkWith } from '../http/endpoint.ts';
import { type RateLimited, spendPerNetwork } from '../http/rate-limit.ts';
import { findLongTexts } from '../http/request-body.ts';
import { IdempotencyHeader } from '../http/stream-schema.ts';
import { passPoint } from '../platform/crash-points.ts';
import { newId } from '../platform/ids.ts';
import { serialiseInput } from '../runs/executing/run-input.ts';
import { readRequestKey } from '../runs/starting/idempotency.ts';
import { hashRequest } from '../triggers/webhook.ts';
import { parseQuery, readWebhookBody, selectHeaders } from '../triggers/webhook-body.ts';
import { findFiles } from '../triggers/webhook-files.ts';
import { type CallStatus, findEarlierCall, type StepCall, saveCall } from './calls.ts';
import { type OpenLinks, RESUME_LINK_PATH, type StepAddress } from './links.ts';

export interface ResumeLinkServices extends RateLimited {
  database: HeddleDatabase;
  files: FileServices;
  openLinks: OpenLinks;
  limits: {
    inputCharacters: number;
    /** How many files one call may contain. */
    files: number;
    /** The level of nesting down to which files are searched for. */
    fileLevels: number;
  };
  /** Aborts when this process shuts down: from then on, no call waits for the database. */
  shutdownSignal: AbortSignal;
}

interface CalledStep extends StepAddress {
  workflowId: string;
  /** Who owns the files of the call, and on whose behalf it is read. */
  userId: string;
  organizationId: string | null;
}

const StepLink = Type.Object({
  run_id: Type.String({ format: 'uuid' }),
  step: about('The step that waits, as the link names it.', Type.String()),
  secret: about('The secret of the link.', Type.String()),
});
const Resumed = named(
  'Resumed',
  Type.Object({
    status: Type.Enum(['resumed', 'kept'], { description: 'kept: the run has not come to the step yet' }),
  }),
);

/** How long a call waits for a database that does not respond. */
const PATIENCE_MS = 5_000;

const spend = spendPerNetwork('webhook');

export const resumeLink = linkWith<ResumeLinkServices>()({
  method: 'POST',
  path: `${RESUME_LINK_PATH}/:run_id/:step/:secret`,
  cors: false,
  readBody: ({ files, limits }, request, bodies) =>
    readWebhookBody(request, bodies, {
      ...inlineBodyLimits(files.fileBytes, limits.inputCharacters),
      tooLarge: () => runInputTooLarge(limits.inputCharacters),
    }),
  reference: {
    operationId: 'runResumeLink',
    summary: 'Continue a step that waits for a call',
    tier: 'webhook',
    params: StepLink,
    headers: IdempotencyHeader,
    body: Type.Unknown({ description: 'Anything. It becomes the output of the step.' }),
    example: { request: { approved: true } },
    reply: Resumed,
    failures: [404, 413, 422],
  },
  async admit(services, request) {
    await spend(services, request);
    const step = await findCalledStep(services, request);
    return { step, bodyOwner: step.userId };
  },
  handle: async (services, request, reply, { step }) =>
    reply.send(await acceptCall(services, step, request, closeSignal(reply))),
});

async function findCalledStep(
  { database, openLinks, shutdownSignal }: ResumeLinkServices,
  { params }: FastifyRequest,
): Promise<CalledStep> {
  const { run_id, step, secret } = Object(params);
  const links = await openLinks(shutdownSignal);
  const address = links.find({ runId: String(run_id), step: String(step), secret: String(secret) });
  if (!address) throw runLinkNotFound();
  const run = await database.query
    .selectFrom('runs')
    .innerJoin('workflows', 'workflows.id', 'runs.workflow_id')
    .select(['runs.workflow_id', 'runs.created_by', 'runs.organization_id'])
    .where('runs.id', '=', address.runId)
    .where('workflows.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!run) throw runLinkNotFound();
  return {
    ...address,
    workflowId: run.workflow_id,
    userId: run.created_by,
    organizationId: run.organization_id,
  };
}

async function acceptCall(
  services: ResumeLinkServices,
  step: CalledStep,
  request: FastifyRequest,
  signal: AbortSignal,
): Promise<CallStatus> {
  const { database, limits, shutdownSignal } = services;
  const { headers } = request.raw;
  const key = readRequestKey(headers['idempotency-key'], {
    workflowId: step.workflowId,
    senderId: step.runId,
    requestHash: hashRequest(request),
  });
  const earlier = await findEarlierCall(database.query, step, { key });
  if (earlier) return { status: earlier.status };
  const query = parseQuery(request.query);
  const input = { body: request.body === undefined ? {} : request.body, query, headers: selectHeaders(headers) };
  const { runId, nodeId, iteration, userId } = step;
  const prepared = await storeFiles(services, step, input, request, signal);
  const call: StepCall = { id: newId(), runId, nodeId, iteration, input: '', files: prepared, key };
  try {
    const text = await serialiseInput(input, limits.inputCharacters, userId);
    const saved = await database.retry(
      () => database.query.transaction().execute(transaction => saveCall(transaction, { ...call, input: text })),
      { signal: shutdownSignal, patienceMs: PATIENCE_MS },
    );
    passPoint('wait.called');
    // The same request was faster.
    if (saved.id !== call.id) await discardFiles(services.files, prepared);
    return { status: saved.status };
  } catch (error) {
    await discardFiles(services.files, prepared);
    throw error;
  }
}

/** Stores the files of the call and puts attachments into their places. The caller must insert or discard them. */
async function storeFiles(
  { files: fileServices, limits }: ResumeLinkServices,
  { runId, userId, organizationId }: CalledStep,
  input: { body: unknown },
  request: FastifyRequest,
  signal: AbortSignal,
): Promise<PreparedFile[]> {
  const longTexts = findLongTexts(request);
  const found = await findFiles(input, { levels: limits.fileLevels, most: limits.files, longTexts, owner: userId });
  const inlineFiles = found.map(({ file }) => file);
  if (!areAllFiles(longTexts, inlineFiles)) throw runInputTooLarge(limits.inputCharacters);
  const prepared: PreparedFile[] = [];
  try {
    for (const { file, replace } of found) {
      const one = await prepareInlineFile(fileServices, file, { owner: { userId, organizationId }, runId, signal });
      prepared.push(one);
      replace(toAttachment(one.row, fileServices.publicUrl()));
    }
    return prepared;
  } catch (error) {
    await discardFiles(fileServices, prepared);
    throw error;
  }
}
