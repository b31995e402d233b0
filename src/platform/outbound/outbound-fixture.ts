/** A real server on loopback that records the requests it receives, and clients for it, for tests. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import { createOutboundHttp, type OutboundHttp, type OutboundOptions, type OutboundRequest } from './outbound.ts';

export interface SeenRequest {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

interface LoopbackServer {
  port: number;
  origin: string;
  seen: SeenRequest[];
  /** The number of connections, including those that never sent a request. */
  connections(): number;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export async function serve(t: TestContext, handler: Handler, host = '127.0.0.1'): Promise<LoopbackServer> {
  const seen: SeenRequest[] = [];
  let connections = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url, headers } = request;
    seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    handler(request, response);
  });
  server.on('connection', () => connections++);
  await new Promise<void>(resolve => server.listen(0, host, resolve));
  t.after(() => {
    server.closeAllConnections();
    return new Promise(resolve => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return { port: address.port, origin: `http://${host}:${address.port}`, seen, connections: () => connections };
}

/** Allows only 127.0.0.1 by default. */
export function outbound(t: TestContext, options: Partial<OutboundOptions> = {}): OutboundHttp {
  const http = createOutboundHttp({ allowedCidrs: ['127.0.0.1/32'], ...options });
  t.after(() => http.close());
  return http;
}

/** A request with limits that no test reaches by accident. */
export function get(url: string, more: Partial<OutboundRequest> = {}): OutboundRequest {
  return { url, timeoutMs: 30_000, limitBytes: 1_000_000, maxRedirects: 5, ...more };
}

/** Hosts that all lead to this machine, its network, or the metadata server of a cloud. */
export const hostileHosts = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  '127。0。0。1',
  '①②⑦.⓪.⓪.①',
  '0',
  '0.0.0.0',
  '[::1]',
  '[::]',
  '[::ffff:7f00:1]',
  '[::ffff:127.0.0.1]',
  '[::7f00:1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[fe80::1]',
  '[fd00:ec2::254]',
  '10.0.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  'localhost',
  'LOCALHOST',
];
