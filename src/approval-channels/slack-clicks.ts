/**
 * `POST /slack/{credential_id}`: the 'Request URL' for interactivity of a Slack app. Slack waits three seconds for the answer,
 * so a click is checked and enqueued here, and decided by a job (`slack-deciding.ts`).
 */
import type { FastifyRequest } from 'fastify';
import { fixedLimits } from '../configuration/limits.ts';
import { readFields, type SecretReader } from '../credentials/sealed-fields.ts';
import type { HeddleDatabase } from '../database.ts';
import { unknownPath } from '../errors.ts';
import { linkWith } from '../http/endpoint.ts';
import { type RateLimited, spendPerNetwork } from '../http/rate-limit.ts';
import { StepError } from '../nodes/step.ts';
import { readVerification } from '../nodes/triggers/webhook-verification.ts';
import { isUuid } from '../platform/ids.ts';
import { isObject } from '../platform/is-object.ts';
import type { JobQueue } from '../platform/jobs/jobs.ts';
import { beginSignatureCheck } from '../triggers/webhooks/signatures.ts';
import { APPROVE, REJECT } from './chat-message.ts';
import { parseObject, textAt } from './slack-api.ts';
import { decideClick, type SlackClick } from './slack-deciding.ts';
import { readBytes } from './submitted.ts';

export interface SlackClickServices extends RateLimited {
  database: HeddleDatabase;
  secrets: SecretReader;
  jobs: JobQueue;
}

const { clickBytes, clickSeconds } = fixedLimits.approval.chat;
const spend = spendPerNetwork('webhook');
const verification = readVerification({ scheme: 'slack', tolerance_seconds: clickSeconds });

export const slackClickLink = linkWith<SlackClickServices>()({
  method: 'POST',
  path: '/slack/:credential_id',
  cors: false,
  /** What is not signed with the secret of this credential looks as if there were no such path. */
  async admit(services, request) {
    await spend(services, request);
    const credentialId = String(Object(request.params).credential_id).toLowerCase();
    const secret = await readSigningSecret(services, credentialId, AbortSignal.timeout(SECRET_MS));
    const { headers } = request;
    const check = beginSignatureCheck({
      verification,
      headers,
      secrets: secret === '' ? [] : [secret],
      nowMs: Date.now(),
    });
    if (!check) throw unknownPath();
    const bodyWatch = {
      update: (chunk: Buffer) => check.update(chunk),
      end() {},
    };
    return { credentialId, check, bodyWatch };
  },
  readBody: (_services, request, bodies) => readBytes(request, bodies, clickBytes),
  async handle({ jobs }, request, reply, { credentialId, check }) {
    if (!check.isValid()) throw unknownPath();
    const click = readClick(request, credentialId);
    if (click) await jobs.enqueue(decideClick, click);
    return reply.code(200).header('cache-control', 'no-store').send();
  },
});

const SECRET_MS = 2_000;

async function readSigningSecret(
  { database, secrets }: SlackClickServices,
  id: string,
  signal: AbortSignal,
): Promise<string> {
  if (!isUuid(id)) return '';
  const row = await database.query
    .selectFrom('credentials')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', 'slack')
    .executeTakeFirst();
  if (!row) return '';
  try {
    return textAt((await readFields(secrets, row, signal)).values, 'signing_secret');
  } catch (error) {
    if (error instanceof StepError) return '';
    throw error;
  }
}

/** Returns undefined for everything that presses none of our buttons: opening a link is a click, too. */
function readClick({ body }: FastifyRequest, credentialId: string): SlackClick | undefined {
  const form = new URLSearchParams(Buffer.isBuffer(body) ? body.toString() : '');
  const payload = parseObject(Buffer.from(form.get('payload') ?? ''));
  if (payload?.type !== 'block_actions') return undefined;
  const actions: unknown[] = Array.isArray(payload.actions) ? payload.actions : [];
  const action = actions.find(each => [APPROVE, REJECT].includes(textAt(each, 'action_id')));
  const [messageId, userId] = [textAt(action, 'value'), textAt(payload, 'user', 'id')];
  if (!isObject(action) || !isUuid(messageId) || userId === '') return undefined;
  return {
    message_id: messageId,
    credential_id: credentialId,
    user_id: userId,
    decision: textAt(action, 'action_id') === APPROVE ? 'approve' : 'reject',
    response_url: textAt(payload, 'response_url'),
  };
}
