/** Servers that get credentials, and tell the test what they got. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Hooks } from '../support/process.ts';

export interface Received {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface ApiServer {
  /** Such as `http://127.0.0.1:1234`. */
  url: string;
  received: Received[];
  /** What it answers. By default 200 with `{"ok": true}`. */
  answer: (request: Received, response: ServerResponse) => void;
  /** The last request. */
  last(): Received;
}

export async function openApiServer(hooks: Hooks): Promise<ApiServer> {
  const server = createServer(async (request, response) => {
    const received = await read(request);
    api.received.push(received);
    api.answer(received, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  hooks.after(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  const api: ApiServer = {
    url: `http://127.0.0.1:${port}`,
    received: [],
    answer: (_request, response) => {
      response.setHeader('content-type', 'application/json').end('{"ok":true}');
    },
    last() {
      const last = api.received.at(-1);
      if (!last) throw new Error('the server got no request');
      return last;
    },
  };
  return api;
}

async function read(request: IncomingMessage): Promise<Received> {
  const { method = '', url = '' } = request;
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  return { method, url, headers, body: await text(request) };
}
