/** Starts the authorization server of `authorization-server-process.ts`, and talks to it as a test and as a browser. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Hooks } from './process.ts';

export interface ServerControl {
  /** Who signs in next. Null: they refuse. */
  account: string | null;
  tokenSeconds: number;
  /** How long the token endpoint waits before it looks at a request. */
  delayMs: number;
  /** The status with which the token endpoint answers instead. */
  failStatus: number;
  /** What such an answer says in `Retry-After`. */
  retryAfter: string;
  /** Whether a refresh token may be used again. */
  graceful: boolean;
}

export interface ServerCounts {
  /** By type of grant. */
  granted: Record<string, number>;
  refused: Record<string, number>;
  /** At the token endpoint. */
  requests: number;
  revoked: number;
}

export interface RegisteredClient {
  client_id: string;
  client_secret?: string;
}

export interface AuthorizationServer {
  issuer: string;
  control(change?: Partial<ServerControl>): Promise<ServerCounts>;
  register(metadata: Record<string, unknown>): Promise<RegisteredClient>;
  /** Registers a client of this service for the code flow. */
  registerFor(serviceUrl: string, authentication?: string): Promise<RegisteredClient>;
  /** Follows the browser to the server and back, up to the address at which it comes back to the service. */
  visit(url: string, serviceUrl: string): Promise<URL>;
}

const PROGRAM = path.join(import.meta.dirname, 'authorization-server-process.ts');

export async function startAuthorizationServer(hooks: Hooks): Promise<AuthorizationServer> {
  const child = spawn(process.execPath, ['--no-warnings', PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] });
  hooks.after(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'close');
  });
  const issuer = await readAddress(child.stdout);

  async function control(change: Partial<ServerControl> = {}): Promise<ServerCounts> {
    const response = await fetch(`${issuer}/control`, { method: 'POST', body: JSON.stringify(change) });
    const counts = await response.json();
    return counts as ServerCounts;
  }

  async function register(metadata: Record<string, unknown>): Promise<RegisteredClient> {
    const response = await fetch(`${issuer}/reg`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(metadata),
    });
    const text = await response.text();
    assert.equal(response.status, 201, text);
    const { client_id, client_secret }: RegisteredClient = JSON.parse(text);
    return { client_id, ...(client_secret !== undefined && { client_secret }) };
  }

  return {
    issuer,
    control,
    register,
    registerFor: (serviceUrl, authentication = 'client_secret_basic') =>
      register({
        redirect_uris: [`${serviceUrl}/api/v1/credential/callback`],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: authentication,
      }),
    visit,
  };
}

async function readAddress(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const address = /^listens at (\S+)$/.exec(line)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error('the authorization server did not start');
}

async function visit(begin: string, serviceUrl: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = begin;
  for (let hops = 0; hops < 10 && !url.startsWith(serviceUrl); hops++) {
    const cookie = [...cookies].map(pair => pair.join('=')).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    const text = await response.text();
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    assert.ok(location !== null, `${url} answers ${response.status}: ${text}`);
    url = new URL(location, url).href;
  }
  assert.ok(url.startsWith(serviceUrl), `the browser is at ${url}`);
  return new URL(url);
}
