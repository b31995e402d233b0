/**
 * The public pages of forms:
 *
 *   GET  /form/{trigger_id}/{secret}                 the form; it starts nothing
 *   POST /form/{trigger_id}/{secret}                 sends it ──▶ a queued run, and on to the result
 *                                                            └──▶ the form again, with what is wrong
 *   GET  /form/{trigger_id}/{secret}/result/{token}  the message, another page, or the result of the run
 *
 * The script of the page sends `Accept: application/json` and is answered with JSON; everything else gets pages.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fixedLimits } from '../../configuration/limits.ts';
import { type ApiError, formNotFound, formResultGone } from '../../errors.ts';
import { closeSignal } from '../../http/close-signal.ts';
import { type Link, linkWith } from '../../http/endpoint.ts';
import { type RateLimited, spendPerNetwork } from '../../http/rate-limit.ts';
import { escapeHtml } from '../../platform/markdown/escape-html.ts';
import type { MarkdownToHtml } from '../../platform/markdown/markdown-html.ts';
import type { Tracer } from '../../platform/traces/tracer.ts';
import { parseQuery } from '../webhook-body.ts';
import { assetLinks, type ReadAssets } from './assets.ts';
import { type FormAddress, type FormFinding, type FoundForm, findForm } from './find-form.ts';
import { renderForm, type ShownForm, toInitialTexts } from './form-page.ts';
import { readOutcome } from './outcome.ts';
import { pageHeaders, renderNotice } from './page.ts';
import { renderOutcome, renderThanks } from './result-page.ts';
import { type SubmitOutcome, type SubmitServices, submitForm } from './submit.ts';
import { isRecent, newPageToken, newResultToken } from './tokens.ts';
import { words } from './words.ts';

export interface FormServices extends SubmitServices, FormFinding, RateLimited {
  markdownToHtml: MarkdownToHtml;
  tracer: Tracer;
  readAssets: ReadAssets;
}

const PATH = '/form/:trigger_id/:secret';

const spend = spendPerNetwork('webhook');
const link = linkWith<FormServices>();

export const formLinks: Link<FormServices>[] = [
  {
    method: 'GET',
    path: PATH,
    cors: false,
    errorReply: sendRefusal,
    admit: spend,
    async handle(services, request, reply) {
      const form = await findForm(services, readAddress(request));
      const texts = toInitialTexts(form.form, parseQuery(request.query));
      return sendForm(services, request, reply, form, { texts, problems: new Map(), notice: undefined });
    },
  },
  link({
    method: 'POST',
    path: PATH,
    cors: false,
    errorReply: sendRefusal,
    async admit(services, request) {
      await spend(services, request);
      const form = await findForm(services, readAddress(request));
      return { form, bodyOwner: form.trigger.runAs };
    },
    async handle(services, request, reply, { form }) {
      const outcome = await submitForm(services, form, {
        request,
        query: parseQuery(request.query),
        traceContext: services.tracer.receive(request.raw.headers),
        signal: closeSignal(reply),
        log: request.log,
      });
      if ('runId' in outcome) request.startedRun = outcome.runId;
      return sendSubmitted(services, request, reply, form, outcome);
    },
  }),
  {
    method: 'GET',
    path: `${PATH}/result/:token`,
    cors: false,
    errorReply: sendRefusal,
    admit: spend,
    async handle(services, request, reply) {
      const form = await findForm(services, readAddress(request), { evenClosed: true });
      return sendResult(services, request, reply, form);
    },
  },
  ...assetLinks,
];

async function sendForm(
  services: FormServices,
  request: FastifyRequest,
  reply: FastifyReply,
  found: FoundForm,
  shown: Pick<ShownForm, 'texts' | 'problems' | 'notice'>,
): Promise<FastifyReply> {
  const description = await toHtml(services, found.form.description, found, reply);
  const token = newPageToken(found.signer);
  const page = renderForm(
    { ...shown, form: found.form, description, token, action: toAction(request) },
    await services.readAssets(),
  );
  return setHeaders(reply, found).send(page);
}

async function sendSubmitted(
  services: FormServices,
  request: FastifyRequest,
  reply: FastifyReply,
  found: FoundForm,
  outcome: SubmitOutcome,
): Promise<FastifyReply> {
  if ('runId' in outcome) {
    const next = `${toPath(request)}/result/${newResultToken(found.signer, outcome)}`;
    return wantsJson(request)
      ? sendJson(reply, 200, { next })
      : setHeaders(reply, found).code(303).header('location', next).send();
  }
  const { status, headers = {}, notice, problems, texts } = outcome;
  reply.code(status).headers(headers);
  if (!wantsJson(request)) return sendForm(services, request, reply, found, { texts, problems, notice });
  // The page still has the chosen files, so it is not asked for them again.
  const named = [...problems].filter(([, problem]) => problem !== words.fileAgain);
  return sendJson(reply, status, {
    notice,
    problems: Object.fromEntries(named),
    token: newPageToken(found.signer),
  });
}

async function sendResult(
  services: FormServices,
  request: FastifyRequest,
  reply: FastifyReply,
  found: FoundForm,
): Promise<FastifyReply> {
  const token = found.signer.read('result', String(Object(request.params).token));
  if (!token || !isRecent(token, fixedLimits.form.resultHours)) throw formResultGone();
  const { form } = found;
  if (form.redirectUrl !== undefined) {
    return setHeaders(reply, found).code(303).header('location', form.redirectUrl).send();
  }
  const assets = await services.readAssets();
  const message = await toHtml(services, form.message, found, reply);
  if (form.result === 'message') return setHeaders(reply, found).send(renderThanks(form, message, assets));
  const outcome = await readOutcome(services.database.query, token);
  if (wantsJson(request)) return sendJson(reply, 200, { state: outcome.state });
  return setHeaders(reply, found).send(renderOutcome(form, message, outcome, assets));
}

async function sendRefusal(
  { readAssets }: FormServices,
  refusal: ApiError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { title, text } = describe(refusal);
  if (wantsJson(request)) return sendJson(reply, refusal.status, { notice: `${title}. ${text}` });
  return reply.headers(pageHeaders()).send(renderNotice(title, text, await readAssets()));
}

async function toHtml(
  { markdownToHtml }: FormServices,
  markdown: string,
  { trigger }: FoundForm,
  reply: FastifyReply,
): Promise<string> {
  if (markdown === '') return '';
  const rendered = await markdownToHtml(markdown, { owner: trigger.runAs, signal: closeSignal(reply) });
  return rendered ?? `<p>${escapeHtml(markdown)}</p>`;
}

function setHeaders(reply: FastifyReply, { form: { embed, redirectUrl } }: FoundForm): FastifyReply {
  return reply.headers(pageHeaders({ embed, redirectUrl }));
}

function describe({ status, message }: ApiError): { title: string; text: string } {
  if (message === formResultGone().message) return { title: words.resultGone, text: words.notFoundText };
  if (status === formNotFound().status) return { title: words.notFound, text: words.notFoundText };
  if (status === 410) return { title: words.closed, text: words.closedText };
  if (status === 429) return { title: words.tooMany, text: words.tooManyText };
  return { title: words.wrong, text: words.wrongText };
}

function sendJson(reply: FastifyReply, status: number, body: object): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').header('cache-control', 'no-store').send(body);
}

function wantsJson({ headers }: FastifyRequest): boolean {
  return headers.accept === 'application/json';
}

/** The path and the query, so that what the link to the form says reaches the run. */
function toAction({ raw: { url = '' } }: FastifyRequest): string {
  return url;
}

function toPath({ raw: { url = '' } }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? '';
}

function readAddress({ params }: FastifyRequest): FormAddress {
  const { trigger_id: triggerId, secret } = Object(params);
  return { triggerId: String(triggerId), secret: String(secret) };
}
