/**
 * HTTP to the endpoints of models. The operator chose them, so private addresses are allowed; what they send is still
 * not trusted to end.
 */
import type { Agent, FormData } from 'undici';

export interface Connection {
  /** Follows no redirect: a key goes to the configured address alone. */
  fetch: typeof globalThis.fetch;
  newForm(): Promise<FormData>;
  /** Breaks off what is under way. */
  close(): Promise<void>;
}

export function createConnection(): Connection {
  let opened: Promise<Agent> | undefined;

  // Loaded with the first request: an idle process is smaller by it.
  async function open(): Promise<Agent> {
    const undici = await import('undici');
    // Whoever asks has a time limit of its own; undici's would cut a slow answer short.
    return new undici.Agent({ headersTimeout: 0, bodyTimeout: 0 });
  }

  return {
    async fetch(url, init) {
      opened ??= open();
      const undici = await import('undici');
      const options = { ...init, redirect: 'manual', dispatcher: await opened } as const;
      return undici.fetch(String(url), options as Parameters<typeof undici.fetch>[1]);
    },
    async newForm() {
      const { FormData } = await import('undici');
      return new FormData();
    },
    async close() {
      await (await opened)?.destroy();
    },
  };
}

/** Of text that stands between two blank lines of an event stream, or of any other body as a whole. */
const UNBROKEN_LIMIT_BYTES = 8_000_000;

/**
 * Readers of event streams hold what they have read until a blank line ends the event, and readers of error bodies all
 * of it: neither may grow with whatever an endpoint sends.
 */
export function withoutEndlessEvents(fetch: typeof globalThis.fetch, tooLong: () => Error): typeof globalThis.fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (!response.body) return response;
    const isEventStream = contentType(response).includes('text/event-stream');
    let unbrokenBytes = 0;
    let tail = Buffer.alloc(0);
    const guard = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const seen = Buffer.concat([tail, chunk]);
        tail = seen.subarray(-2);
        const afterBlankLine = isEventStream ? Math.max(seen.lastIndexOf('\n\n'), seen.lastIndexOf('\n\r\n')) : -1;
        unbrokenBytes = afterBlankLine < 0 ? unbrokenBytes + chunk.length : seen.length - afterBlankLine;
        if (unbrokenBytes > UNBROKEN_LIMIT_BYTES) controller.error(tooLong());
        else controller.enqueue(chunk);
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(guard), { status, statusText, headers });
  };
}

/** An endpoint that does not know streams answers with JSON as a whole where one was asked for. */
export function onlyStreams(fetch: typeof globalThis.fetch, notStreamed: () => Error): typeof globalThis.fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    // Inside of a text its quotation marks would have backslashes before them.
    const isAsked = typeof init?.body === 'string' && init.body.includes('"stream":true');
    if (!isAsked || !response.ok || !contentType(response).includes('application/json')) return response;
    await response.body?.cancel();
    throw notStreamed();
  };
}

function contentType({ headers }: Response): string {
  return headers.get('content-type') ?? '';
}
