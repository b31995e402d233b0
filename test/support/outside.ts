/** An HTTP server outside of the service that records every request and the answer to it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Hooks } from './process.ts';

export interface SeenRequest {
  path: string;
  /** The value of the `Idempotency-Key` header. */
  key: string;
  body: string;
  /** The nonce in the answer, which no other answer contains. */
  nonce: string;
}

/** Matches a nonce anywhere in a text. All nonces have the same length. */
export const NONCE = /nonce-\d{6}/g;

export class Outside {
  readonly url: string;
  /** The requests in the order of their arrival. */
  readonly seen: SeenRequest[] = [];
  /** The server waits for this before it answers a request. */
  onSeen: (request: SeenRequest) => Promise<unknown> | undefined = () => undefined;
  readonly #delays: { path: string; until: Promise<unknown> }[] = [];

  constructor(url: string) {
    this.url = url;
  }

  /** Delays the answers to requests whose path begins like this. */
  delayAnswers(path: string, until: Promise<unknown>): void {
    this.#delays.push({ path, until });
  }

  async awaitRelease(path: string): Promise<void> {
    for (const delay of this.#delays) if (path.startsWith(delay.path)) await delay.until;
  }

  /** Returns the requests whose path begins like this. */
  under(path: string): SeenRequest[] {
    return this.seen.filter(request => request.path.startsWith(path));
  }
}

/** Every answer contains a new nonce, which shows whether something was done once or twice. */
export async function openOutside(hooks: Hooks): Promise<Outside> {
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return; // The sender died before the body was complete.
    const { url: path = '', headers } = request;
    const nonce = `nonce-${String(outside.seen.length).padStart(6, '0')}`;
    const seen: SeenRequest = { path, key: String(headers['idempotency-key']), body, nonce };
    outside.seen.push(seen);
    await Promise.all([outside.onSeen(seen), outside.awaitRelease(path)]);
    response.sendDate = false; // Without the date, answers differ only in their nonce.
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ nonce }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const outside = new Outside(`http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`);
  hooks.after(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
  return outside;
}
