/**
 * One delivery attempt: sends a signed request through the outbound guard and tells whether the receiver accepted it.
 */
import { STATUS_CODES } from '../../platform/node-http.ts';
import { OutboundError, type OutboundHttp, type OutboundReply } from '../../platform/outbound/outbound.ts';
import { parseRetryAfter } from '../../platform/outbound/retry-after.ts';
import type { DeliveryRefusal } from './deliveries.ts';
import { signedHeaders } from './signing.ts';

interface Sending {
  /** The same for every attempt. */
  id: string;
  url: string;
  secret: string;
  body: string;
  timeoutMs: number;
  signal: AbortSignal;
}

export type DeliveryOutcome =
  | { accepted: true; status: number }
  | ({ accepted: false; retryAfterSeconds: number } & DeliveryRefusal);

/** Nobody reads the replies of receivers. A longer one is cut off, and only its status counts. */
const REPLY_BYTES = 2 ** 20;
const RETRY_AFTER_SECONDS = 3600;

export async function sendDelivery(
  http: OutboundHttp,
  { id, url, secret, body, ...limits }: Sending,
): Promise<DeliveryOutcome> {
  const timestampSeconds = Math.floor(Date.now() / 1000);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Heddle',
    ...signedHeaders({ id, timestampSeconds, body }, secret),
  };
  try {
    const request = { url, method: 'POST', headers, body, limitBytes: REPLY_BYTES, maxRedirects: 0, ...limits };
    return toOutcome(await http.request(request));
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const { reason, status } = error;
    if (reason === 'too_large' && status !== undefined) return toOutcome({ status, headers: {} });
    return { accepted: false, status: status ?? null, error: describeError(error), retryAfterSeconds: 0 };
  }
}

function toOutcome({ status, headers }: Pick<OutboundReply, 'status' | 'headers'>): DeliveryOutcome {
  if (status >= 200 && status < 300) return { accepted: true, status };
  const phrase = STATUS_CODES[status];
  const requestedSeconds = (parseRetryAfter(headers['retry-after']) ?? 0) / 1000;
  return {
    accepted: false,
    status,
    error: `The receiver answered ${status}${phrase === undefined ? '' : ` ${phrase}`}`,
    retryAfterSeconds: Math.min(requestedSeconds, RETRY_AFTER_SECONDS),
  };
}

function describeError({ reason, message }: OutboundError): string {
  return reason === 'redirects' ? 'The receiver answered with a redirect, which is not followed' : message;
}
