/** The few methods of Slack's Web API that approvals need. */

import { fixedLimits } from '../configuration/limits.ts';
import type { CredentialUse } from '../credentials/contract.ts';
import { isObject } from '../platform/is-object.ts';
import { isTransientStatus } from '../platform/outbound/transient-status.ts';

/** What Slack, or a webhook, answered. It is not worth another attempt unless it says so. */
export class ChatError extends Error {
  override readonly name = 'ChatError';
  readonly isTransient: boolean;

  constructor(message: string, { isTransient = false } = {}) {
    super(message);
    this.isTransient = isTransient;
  }
}

export interface SlackApi {
  /** With a JSON body. */
  post(method: string, body: object): Promise<Record<string, unknown>>;
  /** Methods that read accept no JSON. */
  get(method: string, query: Readonly<Record<string, string>>): Promise<Record<string, unknown>>;
}

const TRANSIENT = new Set(['ratelimited', 'internal_error', 'fatal_error', 'service_unavailable', 'request_timeout']);
const { timeoutMs, replyBytes } = fixedLimits.approval.chat;

export function createSlackApi(
  use: CredentialUse,
  { id, fields }: { id: string; fields: Readonly<Record<string, unknown>> },
  signal: AbortSignal,
): SlackApi {
  const base = typeof fields.api_url === 'string' && fields.api_url !== '' ? fields.api_url : 'https://slack.com/api';
  async function call(method: string, path: string, more: { body?: string; headers?: Record<string, string> }) {
    const url = `${base.replace(/\/$/, '')}/${path}`;
    const limits = { timeoutMs, limitBytes: replyBytes, maxRedirects: 0 };
    const reply = await use.request({ method, url, ...more, ...limits, signal, credentials: [id] });
    const name = path.split('?', 1)[0];
    if (isTransientStatus(reply.status)) throw new ChatError(`Slack answered ${reply.status}`, { isTransient: true });
    const answer = parseObject(reply.body);
    if (answer?.ok === true) return answer;
    const code = typeof answer?.error === 'string' ? answer.error.slice(0, 100) : `status ${reply.status}`;
    throw new ChatError(`Slack refused ${name}: ${code}`, { isTransient: TRANSIENT.has(code) });
  }
  return {
    post: (method, body) =>
      call('POST', method, {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json; charset=utf-8' },
      }),
    get: (method, query) => call('GET', `${method}?${new URLSearchParams(query)}`, {}),
  };
}

export function parseObject(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString());
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function textAt(value: unknown, ...names: readonly string[]): string {
  let found = value;
  for (const name of names) found = isObject(found) ? found[name] : undefined;
  return typeof found === 'string' ? found : '';
}
