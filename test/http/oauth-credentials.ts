/** Credentials whose tokens come from a real authorization server, and the browsers that connect them. */
import assert from 'node:assert/strict';
import type { AuthorizationServer, RegisteredClient } from '../support/authorization-server.ts';
import type { Person, TestService } from '../support/service.ts';
import type { Visitor } from './visitors.ts';

export interface OauthCredential {
  id: string;
  name: string;
  state: string;
  version: number;
  connected: { account?: string; scopes?: string[]; expires_at?: number } | null;
}

export interface TestResult {
  ok: boolean;
  status: number | null;
  message: string;
}

export const SCOPES = ['openid', 'read'];

/** A credential of the code flow at this server, for its API. */
export async function createCodeCredential(
  service: TestService,
  server: AuthorizationServer,
  { key }: Person,
  { client, ...given }: { client?: RegisteredClient; [field: string]: unknown } = {},
): Promise<OauthCredential> {
  const { client_id, client_secret } = client ?? (await server.registerFor(service.url));
  return service.ask<OauthCredential>(
    '/api/v1/credential/create',
    {
      name: `account ${client_id}`,
      kind: 'oauth2_code',
      hosts: [server.issuer],
      fields: { issuer: server.issuer, client_id, ...(client_secret && { client_secret }), scopes: SCOPES },
      ...given,
    },
    key,
  );
}

/** Sends the browser to the authorization server, and returns the address at which it comes back. */
export async function leave(
  service: TestService,
  server: AuthorizationServer,
  visitor: Visitor,
  id: string,
  given: object = {},
): Promise<URL> {
  const { url } = await visitor.ask<{ url: string }>('/api/v1/credential/connect', { id, ...given });
  return server.visit(url, service.url);
}

/** Opens the address at which a browser comes back. Returns the path on which it goes on, or what it is told. */
export async function comeBack(visitor: Visitor, url: URL): Promise<{ status: number; path: string; problem: string }> {
  const response = await fetch(url, { redirect: 'manual', headers: { cookie: visitor.cookie } });
  const page = await response.text();
  const location = response.headers.get('location');
  if (location === null) return { status: response.status, path: '', problem: readPage(page) };
  const { origin, pathname, search, searchParams } = new URL(location);
  assert.equal(origin, url.origin);
  const problem = searchParams.get('problem') ?? '';
  return { status: response.status, path: problem === '' ? pathname + search : pathname, problem };
}

export async function connect(
  service: TestService,
  server: AuthorizationServer,
  visitor: Visitor,
  id: string,
): Promise<void> {
  const back = await comeBack(visitor, await leave(service, server, visitor, id));
  assert.deepEqual(back, { status: 303, path: `/credentials/${id}?connected=true`, problem: '' });
}

/** Sends a request with the credential to the API of the server. */
export async function useCredential(
  service: TestService,
  server: AuthorizationServer,
  { key }: Person,
  id: string,
): Promise<TestResult> {
  return service.ask<TestResult>('/api/v1/credential/test', { id, url: `${server.issuer}/api` }, key);
}

export const ACCEPTED: TestResult = { ok: true, status: 200, message: 'The server answered 200 OK' };

export function failed(message: string): TestResult {
  return { ok: false, status: null, message };
}

/** Says what a page says, without its markup. */
function readPage(page: string): string {
  return /<p>(.*?)<\/p>/s.exec(page)?.[1] ?? page;
}
