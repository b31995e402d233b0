/** The world outside: an HTTP server that remembers every request, and what it was answered with. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Hooks } from './process.ts';

export interface SeenRequest {
  path: string;
  /** Its `Idempotency-Key`. */
  key: string;
  body: string;
  /** What the answer held, and no other answer holds. */
  nonce: string;
}

/** A nonce, wherever it stands; all are of the same length. */
export const NONCE = /nonce-\d{6}/g;

export class Outside {
  readonly url: string;
  /** In the order of their arrival. */
  readonly seen: SeenRequest[] = [];
  /** What a request waits for before it is answered. */
  onSeen: (request: SeenRequest) => Promise<unknown> | undefined = () => undefined;
  readonly #holds: { path: string; until: Promise<unknown> }[] = [];

  constructor(url: string) {
    this.url = url;
  }

  /** Requests whose path begins so are answered only then. */
  hold(path: string, until: Promise<unknown>): void {
    this.#holds.push({ path, until });
  }

  async held(path: string): Promise<void> {
    for (const hold of this.#holds) if (path.startsWith(hold.path)) await hold.until;
  }

  /** Those whose path begins so. */
  under(path: string): SeenRequest[] {
    return this.seen.filter(request => request.path.startsWith(path));
  }
}

/** Each request is answered with a nonce of its own, so that what was done twice can be told from what was done once. */
export async function openOutside(hooks: Hooks): Promise<Outside> {
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return; // whoever sent it died meanwhile
    const { url: path = '', headers } = request;
    const nonce = `nonce-${String(outside.seen.length).padStart(6, '0')}`;
    const seen: SeenRequest = { path, key: String(headers['idempotency-key']), body, nonce };
    outside.seen.push(seen);
    await Promise.all([outside.onSeen(seen), outside.held(path)]);
    response.sendDate = false; // all answers are alike but for the nonce
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
