import http from 'node:http';
import https from 'node:https';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { stringifyJson } from '../json/stringify.ts';

export interface CollectorAddress {
  /** Without `/v1/traces`. */
  endpoint: string;
  headers?: Record<string, string>;
  gzip?: boolean;
}

/** `away` is worth another try; what is `refused` is lost, all of the batch unless fewer spans are named. */
export type Outcome =
  | { kind: 'accepted' }
  | { kind: 'away'; error: unknown; retryAfterMs: number }
  | { kind: 'refused'; error: unknown; spans?: number };

interface Answer {
  status: number;
  retryAfter: string | undefined;
  text: string;
}

/** Which answers ask for another try: https://opentelemetry.io/docs/specs/otlp/#retryable-response-codes. */
const RETRYABLE = new Set([429, 502, 503, 504]);
/** An answer is a few words; more of it than this is not read. */
const ANSWER_CHARACTERS = 16_384;

const compress = promisify(gzip);

export class CollectorConnection {
  readonly #url: URL;
  readonly #headers: Record<string, string>;
  readonly #gzip: boolean;
  readonly #timeoutMs: number;
  readonly #agent: http.Agent;
  readonly #request: typeof http.request;

  constructor({ endpoint, headers = {}, gzip = false }: CollectorAddress, timeoutMs: number) {
    this.#url = new URL(`${endpoint.replace(/\/+$/, '')}/v1/traces`);
    const secure = this.#url.protocol === 'https:';
    if (!secure && this.#url.protocol !== 'http:') throw new TypeError(`no address of a collector: ${endpoint}`);
    this.#request = secure ? https.request : http.request;
    this.#agent = secure ? new https.Agent({ keepAlive: true }) : new http.Agent({ keepAlive: true });
    this.#headers = headers;
    this.#gzip = gzip;
    this.#timeoutMs = timeoutMs;
  }

  /** Never throws. */
  async send(content: object, signal: AbortSignal): Promise<Outcome> {
    try {
      // Also with a thousand large attributes this does not hold the event loop.
      const text = await stringifyJson(content, { signal });
      const body = this.#gzip ? await compress(text) : Buffer.from(text);
      return outcomeOf(await this.#post(body, AbortSignal.any([signal, AbortSignal.timeout(this.#timeoutMs)])));
    } catch (error) {
      return { kind: 'away', error, retryAfterMs: 0 };
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  #post(body: Buffer, signal: AbortSignal): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const request = this.#request(this.#url, {
        method: 'POST',
        agent: this.#agent,
        signal,
        headers: {
          ...this.#headers,
          'content-type': 'application/json',
          'content-length': body.byteLength,
          ...(this.#gzip && { 'content-encoding': 'gzip' }),
        },
      });
      request.on('socket', socket => socket.unref());
      request.on('error', reject);
      request.on('response', response => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', chunk => {
          if (text.length < ANSWER_CHARACTERS) text += chunk;
        });
        response.on('error', reject);
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], text });
        });
      });
      request.end(body);
    });
  }
}

function outcomeOf({ status, retryAfter, text }: Answer): Outcome {
  if (status >= 200 && status < 300) return partialSuccess(text);
  const error = new Error(`the collector answered ${status}: ${text.slice(0, 300)}`);
  if (!RETRYABLE.has(status)) return { kind: 'refused', error };
  // A date is possible too, but then our own delay does as well.
  const seconds = Number(retryAfter);
  return { kind: 'away', error, retryAfterMs: Number.isFinite(seconds) ? seconds * 1_000 : 0 };
}

/** Accepted, but perhaps not all of it. */
function partialSuccess(text: string): Outcome {
  const rejected = /"rejectedSpans"\s*:\s*"?(\d+)/.exec(text);
  const spans = Number(rejected?.[1] ?? 0);
  if (spans === 0) return { kind: 'accepted' };
  return { kind: 'refused', spans, error: new Error(`the collector rejected ${spans} spans: ${text.slice(0, 300)}`) };
}
