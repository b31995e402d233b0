/** Requests whose sent bytes are counted, which `fetch` can not do. */
import { presentSession, userHeaders } from '../api/transport/client.ts';

export interface Answer {
  /** The HTTP status, or 0 when there was no answer. */
  readonly status: number;
  /** The name of the error, if our service refuses the request. */
  readonly code: string | undefined;
  /** The JSON of the answer, if it is JSON. */
  readonly body: unknown;
  readonly retryAfterMs: number | undefined;
  /** When the service answered, by its own clock and in whole seconds. */
  readonly serverTime: number | undefined;
}

export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Which share of the body was sent, from 0 to 1. */
  onSent?(share: number): void;
}

export const NO_ANSWER: Answer = {
  status: 0,
  code: undefined,
  body: undefined,
  retryAfterMs: undefined,
  serverTime: undefined,
};

/** Rejects only when it is aborted. */
export type Request = (url: string, body: string | FormData, options: RequestOptions) => Promise<Answer>;

/** Sends again what was refused in a session that has ended, if a new one has begun before the answer came. */
export function inPresentSession(send: Request): Request {
  return async function sendInSession(...request): Promise<Answer> {
    const session = presentSession();
    const answer = await send(...request);
    return answer.status === 401 && session !== presentSession() ? sendInSession(...request) : answer;
  };
}

export const sendRequest: Request = (url, body, { headers = {}, signal, onSent }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const settle = (answer: Answer) => {
      signal.removeEventListener('abort', abort);
      if (signal.aborted) reject(signal.reason);
      else resolve(answer);
    };
    request.open('POST', url);
    const isOurs = new URL(url, location.href).origin === location.origin;
    const sent = { ...(isOurs && userHeaders()), ...headers };
    for (const [name, value] of Object.entries(sent)) request.setRequestHeader(name, value);
    if (onSent) {
      request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
        if (lengthComputable && total > 0) onSent(loaded / total);
      });
    }
    const lost = () => settle(NO_ANSWER);
    request.addEventListener('load', () =>
      settle({ status: request.status, body: parseJson(request.responseText), ...readHeaders(request) }),
    );
    request.addEventListener('error', lost);
    request.addEventListener('timeout', lost);
    request.addEventListener('abort', lost);
    if (signal.aborted) return lost();
    signal.addEventListener('abort', abort, { once: true });
    request.send(body);
  });

function readHeaders(request: XMLHttpRequest): Pick<Answer, 'code' | 'retryAfterMs' | 'serverTime'> {
  // Other origins do not show their headers, and asking for them would be reported in the console of the browser.
  const isOurs = new URL(request.responseURL || location.href).origin === location.origin;
  const read = (name: string) => (isOurs ? request.getResponseHeader(name) : null) ?? undefined;
  const seconds = Number(read('retry-after') ?? Number.NaN);
  const serverTime = Date.parse(read('date') ?? '');
  return {
    code: read('x-error-code'),
    retryAfterMs: seconds >= 0 ? seconds * 1_000 : undefined,
    serverTime: Number.isNaN(serverTime) ? undefined : serverTime,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
