/**
 * The pages behind the links of people in mails:
 *
 *   GET  /decide/{approval_id}/{proof}   the question, or what became of it; it decides nothing, so scanners may open it
 *   POST /decide/{approval_id}/{proof}   decides ──▶ back to the page, which says so
 *                                                └──▶ the question again, with what is wrong
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenOwnLinks } from '../accounts/own-links.ts';
import { type ApprovalRow, findApproval, hasVoted } from '../approvals/approvals.ts';
import { type DecidingServices, decide } from '../approvals/deciding.ts';
import { approvalPath, ownApprovalPath } from '../approvals/page.ts';
import { readDatabaseTime } from '../database.ts';
import { ApiError, approvalNotFound } from '../errors.ts';
import { closeSignal } from '../http/close-signal.ts';
import { type Link, linkWith } from '../http/endpoint.ts';
import { type RateLimited, spendPerNetwork } from '../http/rate-limit.ts';
import { chooseLanguage } from '../platform/languages.ts';
import { escapeHtml } from '../platform/markdown/escape-html.ts';
import type { MarkdownToHtml } from '../platform/markdown/markdown-html.ts';
import { NO_LONG_TEXTS } from '../platform/memory/long-text.ts';
import type { ReadAssets } from '../triggers/forms/assets.ts';
import { toFields } from '../triggers/forms/form.ts';
import { pageHeaders, renderNotice } from '../triggers/forms/page.ts';
import { type PageContext, type Question, renderDecided, renderQuestion } from './decision-page.ts';
import { findOwnApproval, type OwnApproval } from './find-own.ts';
import { readSubmitted, readTexts } from './submitted.ts';
import { type Words, wordsOf } from './words.ts';

export interface OwnPageServices extends RateLimited {
  deciding: DecidingServices;
  openOwnLinks: OpenOwnLinks;
  markdownToHtml: MarkdownToHtml;
  readAssets: ReadAssets;
}

const PATH = `${ownApprovalPath(':approval_id')}/:proof`;

const spend = spendPerNetwork('webhook');
const link = linkWith<OwnPageServices>();

async function admit(services: OwnPageServices, request: FastifyRequest) {
  await spend(services, request);
  const { approval_id: id, proof } = Object(request.params);
  const { deciding, openOwnLinks } = services;
  const address = { id: String(id), proof: String(proof), address: request.ip };
  const found = await findOwnApproval({ database: deciding.files.database, openOwnLinks }, address);
  return { found, bodyOwner: found.caller.userId };
}

export const ownApprovalLinks: Link<OwnPageServices>[] = [
  link({
    method: 'GET',
    path: PATH,
    cors: false,
    errorReply: sendRefusal,
    admit,
    handle: (services, request, reply, { found }) => sendState(services, request, reply, found),
  }),
  link({
    method: 'POST',
    path: PATH,
    cors: false,
    errorReply: sendRefusal,
    admit,
    readBody: ({ deciding }, request, bodies) => readTexts(request, bodies, deciding.limits),
    handle: (services, request, reply, { found }) => receive(services, request, reply, found),
  }),
];

async function receive(
  services: OwnPageServices,
  request: FastifyRequest,
  reply: FastifyReply,
  found: OwnApproval,
): Promise<FastifyReply> {
  const { row, caller } = found;
  const { deciding } = services;
  if (!(await isOpen(services, found))) return sendState(services, request, reply.code(409), found);
  const { language } = await readContext(services, request);
  const words = wordsOf(language);
  const texts = request.body instanceof Map ? request.body : new Map<string, string>();
  const fields = fieldsOf(row);
  const submitted = readSubmitted(row, texts, { fields, limits: deciding.limits, language, words });
  if (submitted.notice !== undefined) return sendQuestion(services, request, reply.code(422), found, submitted);
  try {
    await decide(deciding, caller, submitted.request, { signal: closeSignal(reply), longTexts: NO_LONG_TEXTS });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 422) throw error;
    const now = { ...found, row: await readAgain(services, row) };
    if (!(await isOpen(services, now))) return sendState(services, request, reply.code(409), now);
    return sendQuestion(services, request, reply.code(422), now, { ...submitted, ...toProblems(error, row, words) });
  }
  return reply
    .headers(pageHeaders())
    .code(303)
    .header('location', request.raw.url ?? '')
    .send();
}

/** Whether this person can still decide it. A deadline counts as soon as it has passed. */
async function isOpen({ deciding }: OwnPageServices, { row, caller }: OwnApproval): Promise<boolean> {
  if (row.status !== 'pending' || hasVoted(row, caller.userId)) return false;
  return row.expires_at > (await readDatabaseTime(deciding.files.database.query));
}

async function readAgain({ deciding }: OwnPageServices, { id }: ApprovalRow): Promise<ApprovalRow> {
  const row = await findApproval(deciding.files.database.query, id);
  if (!row) throw approvalNotFound();
  return row;
}

/** Which field is wrong. What exactly is told by the browser already, unless the schema asks for more than it knows. */
function toProblems({ field = '' }: ApiError, row: ApprovalRow, words: Words) {
  const [, part, name] = field.split('/').map(each => each.replaceAll('~1', '/').replaceAll('~0', '~'));
  const isKnown = part === 'data' && fieldsOf(row).some(each => each.name === name);
  const problems = new Map(isKnown && name !== undefined ? [[name, words.notFitting]] : []);
  return { notice: words.checkAnswers, problems };
}

async function sendState(
  services: OwnPageServices,
  request: FastifyRequest,
  reply: FastifyReply,
  found: OwnApproval,
): Promise<FastifyReply> {
  if (await isOpen(services, found)) return sendQuestion(services, request, reply, found);
  const isLate = found.row.status === 'pending' && !hasVoted(found.row, found.caller.userId);
  const row: ApprovalRow = isLate ? { ...found.row, status: 'expired' } : found.row;
  return reply.headers(pageHeaders()).send(renderDecided(row, await readContext(services, request)));
}

const UNSENT = { texts: undefined, problems: new Map<string, string>(), notice: undefined };

async function sendQuestion(
  services: OwnPageServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { row, caller }: OwnApproval,
  sent: Pick<Question, 'texts' | 'problems' | 'notice'> = UNSENT,
): Promise<FastifyReply> {
  const { deciding, markdownToHtml } = services;
  const asker = await deciding.files.database.query
    .selectFrom('users')
    .select(['name', 'email'])
    .where('id', '=', row.created_by)
    .executeTakeFirst();
  const options = { owner: caller.userId, signal: closeSignal(reply) };
  const message = row.message === '' ? '' : await markdownToHtml(row.message, options);
  const question = {
    ...{ row, fields: fieldsOf(row), texts: sent.texts, problems: sent.problems, notice: sent.notice },
    message: message ?? `<p>${escapeHtml(row.message)}</p>`,
    asker: asker ? toName(asker) : '',
    reader: toName(caller),
    action: request.raw.url ?? '',
    consoleUrl: `${deciding.publicUrl()}${approvalPath(row.id)}`,
  };
  return reply.headers(pageHeaders()).send(renderQuestion(question, await readContext(services, request)));
}

function fieldsOf({ form_schema }: ApprovalRow) {
  return toFields(form_schema ?? {});
}

function toName({ name, email }: { name: string; email: string }): string {
  return name === '' ? email : `${name} (${email})`;
}

async function readContext({ readAssets }: OwnPageServices, { headers }: FastifyRequest): Promise<PageContext> {
  return { language: chooseLanguage(undefined, headers['accept-language']), assets: await readAssets() };
}

async function sendRefusal(
  services: OwnPageServices,
  { status }: ApiError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { language, assets } = await readContext(services, request);
  const words = wordsOf(language);
  const [title, text] =
    status === 404
      ? [words.notFound, words.notFoundText]
      : status === 429
        ? [words.tooMany, words.tooManyText]
        : [words.wrong, words.wrongText];
  return reply.headers(pageHeaders()).send(renderNotice(title, text, { style: assets.style }, language));
}
