/**
 * The page to which the link in the mail of an approval leads where the console is off. It explains how to decide the approval, but reads and
 * decides nothing, so that programs that open every link of a mail have no effect.
 */
import type { FastifyRequest } from 'fastify';
import { unknownPath } from '../errors.ts';
import type { Link } from '../http/endpoint.ts';
import { isUuid } from '../platform/ids.ts';

export function approvalPath(id: string): string {
  return `/approvals/${id}`;
}

/** Where a person decides who is known by nothing but the link: see `approval-channels/`. */
export function ownApprovalPath(id: string): string {
  return `/decide/${id}`;
}

export const approvalPage: Link<{ publicUrl(): string }> = {
  method: 'GET',
  path: approvalPath(':approval_id'),
  cors: false,
  async handle({ publicUrl }, request, reply) {
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(page(`${publicUrl()}/api/v3/workflow/approval`, readApprovalId(request)));
  },
};

function readApprovalId({ params }: FastifyRequest): string {
  const { approval_id: id } = Object(params);
  if (!isUuid(id)) throw unknownPath();
  return id;
}

function page(endpoint: string, id: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Heddle: approval</title>
<style>body { font: 16px/1.5 sans-serif; max-width: 50rem; margin: 3rem auto; padding: 0 1rem } pre { overflow: auto }</style>
</head><body><h1>An approval waits for your decision</h1>
<p>This page decides nothing. Your application decides it with your API key; so can you:</p>
<pre>
curl -s ${endpoint}/get -H "uni-api-key: $KEY" -d '{"approval_id": "${id}"}'

curl -s ${endpoint}/decide -H "uni-api-key: $KEY" \\
  -d '{"approval_id": "${id}", "decision": "approve", "data": {}, "comment": ""}'
</pre>
<p>The other decision is <code>reject</code>.</p></body></html>
`;
}
