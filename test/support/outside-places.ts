/** Addresses outside of the service: one real server on loopback, on which every test gets its own addresses. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { after } from 'node:test';

export interface SeenRequest {
  method: string;
  /** The path with its query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  atMs: number;
}

export type Answer = (request: SeenRequest, response: ServerResponse) => void;

/** One address, with all requests that it received. */
export interface Place {
  url: string;
  seen: SeenRequest[];
  /** Waits until the address has received this many requests. */
  came(count: number): Promise<void>;
}

/** Creates an address that answers in this way. */
export type OpenPlace = (answer: Answer) => Place;

/** Starts the server, which closes after the tests of the file. */
export async function openPlaces(host = '127.0.0.1'): Promise<OpenPlace> {
  const places = new Map<string, { answer: Answer; notify(request: SeenRequest): void }>();
  const server = createServer(async (request, response) => {
    const atMs = performance.now();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url = '', headers } = request;
    const place = places.get(url.split(/[/?]/)[1] ?? '');
    if (!place) return void response.writeHead(404).end();
    const seen = { method, path: url, headers, body: Buffer.concat(chunks).toString(), atMs };
    place.notify(seen);
    place.answer(seen, response);
  });
  await new Promise<void>(resolve => server.listen(0, host, resolve));
  after(async () => {
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;

  return answer => {
    const name = `place${places.size}`;
    const seen: SeenRequest[] = [];
    const waiting: { count: number; resolve: () => void }[] = [];
    const notify = (request: SeenRequest) => {
      seen.push(request);
      for (const { count, resolve } of waiting) if (seen.length >= count) resolve();
    };
    places.set(name, { answer, notify });
    return {
      url: `${origin}/${name}`,
      seen,
      came(count) {
        const { promise, resolve } = Promise.withResolvers<void>();
        if (seen.length >= count) resolve();
        else waiting.push({ count, resolve });
        return promise;
      },
    };
  };
}

/** Creates an answer with JSON. */
export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
  };
}

/** Delays every answer until the gate is opened. */
export function gate(then: Answer = json({})): { answer: Answer; open(): void } {
  const waiting: (() => void)[] = [];
  let isOpen = false;
  return {
    answer(request, response) {
      const answer = () => then(request, response);
      if (isOpen) answer();
      else waiting.push(answer);
    },
    open() {
      isOpen = true;
      for (const answer of waiting.splice(0)) answer();
    },
  };
}
