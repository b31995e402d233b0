/** Calls an operation: builds the request, waits for the rate, sends it, and reads the reply. */
import { fixedLimits } from '../../configuration/limits.ts';
import { isCredentialHeader } from '../../engine/credential-headers.ts';
import { bodyExcerpt, readReplyBody } from '../../nodes/http-reply.ts';
import { sendRequest, statusLine } from '../../nodes/http-sending.ts';
import { type CredentialReference, StepError, type StepHttpRequest } from '../../nodes/step.ts';
import type { OutboundReply } from '../../platform/outbound/outbound.ts';
import type { ToolContext } from '../../tools/contract/tool.ts';
import type { OperationPlan, Paging } from '../openapi/contract.ts';
import type { ConnectorRate } from '../schemas.ts';
import { buildOperationBody } from './operation-body.ts';
import { buildOperationUrl, isGiven } from './operation-url.ts';
import { toCookieParts, toHeaderText } from './param-styles.ts';
import type { RateGate } from './rate.ts';
import { isLimitReached, isRetryableStatus, readRetryDelay } from './retry-signals.ts';

/** An operation with what its connector says about calls. */
export interface CallableOperation {
  connectorId: string;
  /** The title of the connector. */
  service: string;
  baseUrl: string;
  allowedHosts: readonly string[];
  credential: CredentialReference | null;
  rate: ConnectorRate | null;
  method: string;
  path: string;
  plan: OperationPlan;
  paging: Paging | null;
}

export type InputParams = Readonly<Record<string, unknown>>;

export interface ReadReply {
  status: number;
  headers: Record<string, string>;
  body: unknown;
  fileIds: string[];
  /** The size of the body. */
  bytes: number;
  /** The URL of the request, which may have been redirected since. */
  url: URL;
}

const IDEMPOTENCY_KEY = 'Idempotency-Key';
const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

export class OperationCall {
  readonly #operation: CallableOperation;
  readonly #context: ToolContext;
  readonly #gate: RateGate;

  constructor(operation: CallableOperation, context: ToolContext, gate: RateGate) {
    this.#operation = operation;
    this.#context = context;
    this.#gate = gate;
  }

  /**
   * With `url`, it reads the next page where the service says it is. Each page has its own idempotency key, because
   * services answer a key that they know as they did before.
   */
  async send(
    params: InputParams,
    { url, page = 1 }: { url?: URL | undefined; page?: number } = {},
  ): Promise<ReadReply> {
    const { connectorId, baseUrl, allowedHosts, path, rate, plan } = this.#operation;
    const { signal, user, http, idempotencyKey } = this.#context;
    const target = url ?? buildOperationUrl({ baseUrl, allowedHosts, plan, path, params });
    const key = page === 1 ? idempotencyKey : `${idempotencyKey}-page-${page}`;
    const request = await this.#buildRequest(target, params, key);
    if (rate) await this.#gate.pass(connectorId, rate, user.id, signal);
    const reply = await sendRequest(request, http);
    if (reply.status >= 400) throw await this.#explain(reply);
    const { body, fileIds } = await readReplyBody(reply, this.#context, { textIsFile: plan.reply === 'file' });
    return { status: reply.status, headers: reply.headers, body, fileIds, bytes: reply.body.byteLength, url: target };
  }

  async #buildRequest(url: URL, params: InputParams, key: string): Promise<StepHttpRequest> {
    const { plan, method, credential } = this.#operation;
    const payload = plan.body ? await buildOperationBody(plan.body, params, this.#context) : undefined;
    const headers = this.#buildHeaders(params, payload?.contentType, key);
    const { call } = fixedLimits.connector;
    return {
      url: url.href,
      method,
      headers: Object.fromEntries(headers),
      ...(payload && { body: payload.bytes }),
      credentialHeaders: [...headers.keys()].filter(name => isCredentialHeader(name) && name !== IDEMPOTENCY_KEY),
      timeoutMs: call.timeoutMs,
      limitBytes: fixedLimits.run.replyBytes.file,
      maxRedirects: call.redirects,
      signal: this.#context.signal,
      ...(credential !== null && { credentials: [credential] }),
    };
  }

  /** What the author gives comes before what we would send. */
  #buildHeaders(params: InputParams, contentType: string | undefined, key: string): Map<string, string> {
    const { plan, method } = this.#operation;
    const headers = new Map<string, string>();
    const cookies: string[] = [];
    for (const param of plan.params) {
      const value = params[param.property];
      if (!isGiven(value)) continue;
      if (param.in === 'header') headers.set(param.name, toHeaderText(param, value));
      if (param.in === 'cookie') cookies.push(...toCookieParts(param, value));
    }
    const given = new Set([...headers.keys()].map(name => name.toLowerCase()));
    const addDefault = (name: string, value: string | undefined) => {
      if (value !== undefined && !given.has(name.toLowerCase())) headers.set(name, value);
    };
    addDefault('User-Agent', 'Heddle');
    addDefault('Accept', plan.reply === 'json' ? 'application/json' : '*/*');
    addDefault('Content-Type', contentType);
    addDefault('Cookie', cookies.length > 0 ? cookies.join('; ') : undefined);
    if (!READING.has(method)) addDefault(IDEMPOTENCY_KEY, key);
    for (const [name, value] of Object.entries(this.#context.traceHeaders?.() ?? {})) addDefault(name, value);
    return headers;
  }

  async #explain(reply: OutboundReply): Promise<StepError> {
    const { connectorId, rate, service } = this.#operation;
    const { status, headers } = reply;
    const retryAfterMs = readRetryDelay(headers);
    if (rate && retryAfterMs !== undefined && isLimitReached(status, headers)) {
      await this.#gate.pause(connectorId, retryAfterMs);
    }
    const excerpt = bodyExcerpt(reply);
    const retryable = isRetryableStatus(status, headers);
    return new StepError(`${service} answered ${statusLine(reply)}${excerpt === '' ? '' : `: ${excerpt}`}`, {
      kind: 'http_status',
      status,
      headers,
      retryable,
      ...(retryable && { retryAfterMs }),
    });
  }
}
