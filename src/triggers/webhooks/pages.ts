/** Which pages of browsers may call a webhook (CORS), and with which methods. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { WebhookOptions } from '../../nodes/triggers/webhook.ts';

/** Browsers ask again after this time. */
const PREFLIGHT_SECONDS = '600';
const HEADER_NAMES = /^[!#$%&'*+.^_`|~0-9a-z-]+( *, *[!#$%&'*+.^_`|~0-9a-z-]+)*$/i;

/**
 * Lets the page of the call read the answer, refusals included. Cookies are never part of it, so the page has no rights
 * that any other sender would not have.
 */
export function allowPage({ cors }: WebhookOptions, request: FastifyRequest, reply: FastifyReply): void {
  if (cors.length === 0) return;
  const isOpen = cors.includes('*');
  if (!isOpen) reply.header('vary', 'origin');
  const { origin } = request.raw.headers;
  const isAllowed = isOpen || (origin !== undefined && cors.some(each => each.toLowerCase() === origin.toLowerCase()));
  if (!isAllowed) return;
  reply.headers({
    'access-control-allow-origin': isOpen ? '*' : (origin ?? ''),
    'access-control-expose-headers': '*',
  });
}

/** Whether the request only asks what the page may do. */
export function isPreflight({ cors }: WebhookOptions, { method, raw: { headers } }: FastifyRequest): boolean {
  return method === 'OPTIONS' && cors.length > 0 && headers['access-control-request-method'] !== undefined;
}

export function answerPreflight(
  { methods }: WebhookOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { 'access-control-request-headers': wanted = '' } = request.raw.headers;
  return reply
    .code(204)
    .headers({
      'access-control-allow-methods': [...methods].join(', '),
      'access-control-max-age': PREFLIGHT_SECONDS,
      // The wildcard would not include Authorization.
      ...(HEADER_NAMES.test(wanted) && { 'access-control-allow-headers': wanted }),
    })
    .send();
}
