/** Requests whose sent bytes are counted, which `fetch` can not do. */

export interface Answer {
  /** The HTTP status, or 0 when there was no answer. */
  readonly status: number;
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

/** Rejects only when it is aborted. */
export type Request = (url: string, body: string | FormData, options: RequestOptions) => Promise<Answer>;

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
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    if (onSent) {
      request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
        if (lengthComputable && total > 0) onSent(loaded / total);
      });
    }
    const lost = () => settle({ status: 0, body: undefined, retryAfterMs: undefined, serverTime: undefined });
    request.addEventListener('load', () =>
      settle({ status: request.status, body: parseJson(request.responseText), ...readTimes(request) }),
    );
    request.addEventListener('error', lost);
    request.addEventListener('timeout', lost);
    request.addEventListener('abort', lost);
    if (signal.aborted) return lost();
    signal.addEventListener('abort', abort, { once: true });
    request.send(body);
  });

function readTimes(request: XMLHttpRequest): Pick<Answer, 'retryAfterMs' | 'serverTime'> {
  // Other origins do not show their headers, and asking for them would be reported in the console of the browser.
  const isOurs = new URL(request.responseURL || location.href).origin === location.origin;
  const seconds = Number((isOurs && request.getResponseHeader('retry-after')) || Number.NaN);
  const serverTime = Date.parse((isOurs && request.getResponseHeader('date')) || '');
  return {
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
