/** Gets what a URL answers, for tools that read it. */
import Type from 'typebox';
import { isCredentialHeader } from '../../engine/credential-headers.ts';
import { bodyExcerpt } from '../../nodes/http-reply.ts';
import { addQuery } from '../../nodes/http-request.ts';
import { sendRequest, statusLine } from '../../nodes/http-sending.ts';
import { StepError } from '../../nodes/step.ts';
import { widget } from '../../nodes/widgets.ts';
import type { OutboundReply } from '../../platform/outbound/outbound.ts';
import { parseRetryAfter } from '../../platform/outbound/retry-after.ts';
import { isTransientStatus } from '../../platform/outbound/transient-status.ts';
import type { ToolContext } from './tool.ts';
import { toolLimits } from './tool-limits.ts';

type QueryValue = string | number | boolean | null;

export const queryParam = Type.Unsafe<Record<string, QueryValue | QueryValue[]>>({
  type: 'object',
  title: 'Query',
  description: 'Parameters of the URL, by name. A list repeats its name.',
  additionalProperties: {
    type: ['string', 'number', 'boolean', 'null', 'array'],
    items: { type: ['string', 'number', 'boolean', 'null'] },
  },
});

export const headers = Type.Unsafe<Record<string, string>>({
  type: 'object',
  title: 'Headers',
  description: 'Headers of the request, by name. Secrets belong into a credential.',
  additionalProperties: { type: 'string' },
});

export const credential = Type.String({
  title: 'Credential',
  description: 'Name of the credential to use. It must allow the host.',
  minLength: 1,
  ...widget('credential'),
});

export interface GetRequest {
  url: string;
  query?: Record<string, QueryValue | QueryValue[]> | undefined;
  headers?: Record<string, string> | undefined;
  credential?: string | undefined;
  accept: string;
  limitBytes: number;
}

/** Throws a StepError for a status that is no success. */
export async function getReply(request: GetRequest, { http, signal, progress }: ToolContext): Promise<OutboundReply> {
  progress(`Getting ${request.url.slice(0, 200)}`);
  const { timeoutMs, redirects } = toolLimits.page;
  const given = request.headers ?? {};
  const reply = await sendRequest(
    {
      url: addQuery(request.url, request.query ?? {}),
      headers: { accept: request.accept, 'user-agent': 'Heddle', ...lowerCased(given) },
      credentialHeaders: Object.keys(given).filter(isCredentialHeader),
      ...(request.credential !== undefined && { credentials: [request.credential] }),
      timeoutMs,
      limitBytes: request.limitBytes,
      maxRedirects: redirects,
      signal,
    },
    http,
  );
  if (reply.status >= 200 && reply.status < 300) return reply;
  const excerpt = bodyExcerpt(reply);
  throw new StepError(`'${reply.url}' answered ${statusLine(reply)}${excerpt === '' ? '' : `: ${excerpt}`}`, {
    kind: 'http_status',
    status: reply.status,
    retryable: isTransientStatus(reply.status),
    retryAfterMs: parseRetryAfter(reply.headers['retry-after']),
  });
}

function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
