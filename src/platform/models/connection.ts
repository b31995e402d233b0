/**
 * HTTP to the endpoints of models. The operator chose them, so private addresses are allowed. Their replies are still
 * not trusted to end.
 */
import type { Agent, FormData } from 'undici';

export interface ModelConnection {
  /** Follows no redirects, so that a key is sent to the configured address only. */
  fetch: typeof globalThis.fetch;
  newForm(): Promise<FormData>;
  /** Aborts all requests. */
  close(): Promise<void>;
}

export function createModelConnection(): ModelConnection {
  let opened: Promise<Agent> | undefined;

  // The library is loaded with the first request, so that an idle process needs less memory.
  async function open(): Promise<Agent> {
    const undici = await import('undici');
    // Callers have their own time limit; that of undici would cut off a slow answer.
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

/** The limit of one event of an event stream, or of any other body as a whole. */
const EVENT_LIMIT_BYTES = 8_000_000;

/**
 * Limits the memory that an endpoint can use: readers of event streams buffer an event until a blank line ends it, and
 * readers of error bodies buffer all of it.
 */
export function limitEventSize(fetch: typeof globalThis.fetch, tooLong: () => Error): typeof globalThis.fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (!response.body) return response;
    const isEventStream = contentType(response).includes('text/event-stream');
    let eventBytes = 0;
    let tail = Buffer.alloc(0);
    const guard = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const seen = Buffer.concat([tail, chunk]);
        tail = seen.subarray(-2);
        const afterBlankLine = isEventStream ? Math.max(seen.lastIndexOf('\n\n'), seen.lastIndexOf('\n\r\n')) : -1;
        eventBytes = afterBlankLine < 0 ? eventBytes + chunk.length : seen.length - afterBlankLine;
        if (eventBytes > EVENT_LIMIT_BYTES) controller.error(tooLong());
        else controller.enqueue(chunk);
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(guard), { status, statusText, headers });
  };
}

/**
 * Throws when a stream was requested and the endpoint, which does not support streams, replies with JSON as a whole.
 */
export function requireStream(fetch: typeof globalThis.fetch, notStreamed: () => Error): typeof globalThis.fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    // Inside of a text, the quotation marks would be escaped.
    const isRequested = typeof init?.body === 'string' && init.body.includes('"stream":true');
    if (!isRequested || !response.ok || !contentType(response).includes('application/json')) return response;
    await response.body?.cancel();
    throw notStreamed();
  };
}

function contentType({ headers }: Response): string {
  return headers.get('content-type') ?? '';
}
