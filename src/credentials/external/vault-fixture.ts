/** A small server that speaks the API of Vault's KV engine, version 1 or 2. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface FakeVault {
  url: string;
  /** The secrets by their path below the mount. */
  secrets: Map<string, Record<string, unknown>>;
  /** The paths that were read, without those that ask for the version. */
  reads: string[];
  headers: IncomingMessage['headers'][];
  /** When it is set, it answers instead. */
  answer: ((response: ServerResponse) => void) | undefined;
  /** Whether tokens may ask for the version of the engine. */
  tellsVersion: boolean;
  close(): Promise<void>;
}

export const TOKEN = 'hvs.test-token';

export async function startVault({ kv, mount = 'secret' }: { kv: 1 | 2; mount?: string }): Promise<FakeVault> {
  const server = createServer((request, response) => {
    vault.headers.push(request.headers);
    if (vault.answer) return vault.answer(response);
    const path = decodeURIComponent((request.url ?? '').replace(/^\/v1\//, ''));
    if (request.headers['x-vault-token'] !== TOKEN) return send(response, 403, { errors: ['permission denied'] });
    if (path === `sys/internal/ui/mounts/${mount}`) {
      if (!vault.tellsVersion) return send(response, 403, { errors: ['preflight capability check returned 403'] });
      return send(response, 200, { data: { type: 'kv', path: `${mount}/`, options: { version: String(kv) } } });
    }
    vault.reads.push(path);
    const secret = vault.secrets.get(path.slice(`${mount}/${kv === 2 ? 'data/' : ''}`.length));
    const isForThisVersion = kv === 1 || path.startsWith(`${mount}/data/`);
    if (!secret || !isForThisVersion) return send(response, 404, { errors: [] });
    return send(response, 200, kv === 2 ? { data: { data: secret, metadata: { version: 3 } } } : { data: secret });
  });
  const vault: FakeVault = {
    url: '',
    secrets: new Map(),
    reads: [],
    headers: [],
    answer: undefined,
    tellsVersion: true,
    async close() {
      server.closeAllConnections();
      if (server.listening) await new Promise(resolve => server.close(resolve));
    },
  };
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  vault.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return vault;
}

export function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
