/** The endpoints with which people connect credentials to accounts, and the address to which their browser returns. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { toLocalPath } from '../../accounts/sign-in/local-path.ts';
import { fixedLimits } from '../../configuration/limits.ts';
import { ApiError, validationError } from '../../errors.ts';
import type { Identities } from '../../http/authentication.ts';
import { named } from '../../http/described.ts';
import { Accepted, accepted, endpointWith, everyone, type Link, Uuid } from '../../http/endpoint.ts';
import { type RateLimited, spendPerNetwork } from '../../http/rate-limit.ts';
import { requireOwnOrigin } from '../../http/request-origin.ts';
import { cookieName, readCookie } from '../../http/session-cookie.ts';
import type { Connections } from './connecting.ts';
import { CLIENT_METADATA_PATH, clientMetadata } from './own-client.ts';
import { confirmationPage, messagePage } from './page.ts';

export const CALLBACK_PATH = '/api/v1/credential/callback';

const ConnectBody = named(
  'CredentialConnection',
  Type.Object({
    id: Uuid,
    return_to: Type.Optional(
      Type.String({
        maxLength: fixedLimits.urlCharacters,
        description: 'the path of the console at which the browser goes on; the page of the credential unless given',
      }),
    ),
  }),
);
const ConnectReply = named(
  'CredentialConnectionReply',
  Type.Object({
    url: Type.String({ description: 'where to send the browser, within 10 minutes' }),
  }),
);
const DisconnectBody = named('CredentialDisconnection', Type.Object({ id: Uuid }));
const DisconnectReply = named(
  'CredentialDisconnectionReply',
  Type.Object({
    ...Accepted.properties,
    revoked: Type.Boolean({ description: 'whether the authorization server knows that the connection is over' }),
  }),
);

export interface ConnectServices {
  connections: Connections;
  publicUrl(): string;
}

const endpoint = endpointWith<ConnectServices>();

export const connectEndpoints = [
  endpoint({
    path: '/api/v1/credential/connect',
    summary: 'Connect a credential to an account in the browser',
    ...everyone,
    body: ConnectBody,
    reply: ConnectReply,
    async handle({ connections, publicUrl }, { caller, body: { id, return_to } }) {
      const returnPath = readReturnPath(return_to, `/credentials/${id}`);
      const url = await connections.begin(caller, { id, returnPath, redirectUri: publicUrl() + CALLBACK_PATH });
      return { url: url.href };
    },
  }),
  endpoint({
    path: '/api/v1/credential/disconnect',
    summary: 'Forget the account of a credential',
    ...everyone,
    body: DisconnectBody,
    reply: DisconnectReply,
    async handle({ connections }, { caller, body: { id } }) {
      return { ...accepted, ...(await connections.end(caller, id)) };
    },
  }),
];

/** Where the browser goes on afterwards, which must be a page of the console. */
export function readReturnPath(text: string | undefined, usualPath: string): string {
  if (text === undefined) return usualPath;
  const path = toLocalPath(text);
  if (path === '/' && text !== '/') throw validationError('body.return_to', 'must be a path of the console');
  return path;
}

export interface CallbackServices extends ConnectServices, RateLimited {
  identities: Pick<Identities, 'identifySession'>;
  /** Whether there are pages to which the browser can go on. */
  hasConsole: boolean;
}

const admit = spendPerNetwork('default');

export const connectLinks: Link<CallbackServices>[] = [
  { method: 'GET', path: CALLBACK_PATH, cors: false, admit, handle: finish },
  {
    method: 'POST',
    path: CALLBACK_PATH,
    cors: false,
    admit,
    handle: finish,
    // The form has no fields.
    readBody: async (_services, { raw }) => void raw.resume(),
  },
  {
    method: 'GET',
    path: CLIENT_METADATA_PATH,
    cors: false,
    admit,
    handle: async ({ publicUrl }, _request, reply) => reply.type('application/json').send(clientMetadata(publicUrl())),
  },
];

async function finish(
  { connections, publicUrl, identities, hasConsole }: CallbackServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // The address contains a code, which no page that is opened from here should learn.
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  // Whoever only looks whether the address exists must not use it up.
  if (request.method === 'HEAD') return reply.code(204).send();
  const url = publicUrl();
  const caller = await identities.identifySession(readCookie(request, cookieName(url)) ?? '');
  if (!caller) return answer(reply, 401, url, 'Nobody is signed in in this browser: sign in, and connect again');
  const isConfirmed = request.method === 'POST';
  const parameters = queryOf(request);
  try {
    if (isConfirmed) requireOwnOrigin(request, url);
    const unconfirmed = isConfirmed ? undefined : await connections.findUnconfirmed(caller, parameters);
    if (unconfirmed !== undefined) return askForConfirmation(reply, url, unconfirmed);
    const finished = connections.finish({ ...caller, address: request.ip }, parameters, { isConfirmed });
    const { returnPath, problem } = await finished;
    if (hasConsole) return reply.redirect(toReturnUrl(url, returnPath, problem), 303);
    return problem === undefined
      ? answer(reply, 200, url, 'You can close this page', 'The credential is connected')
      : answer(reply, 422, url, problem);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return answer(reply, error.status, url, error.message);
  }
}

function answer(
  reply: FastifyReply,
  status: number,
  publicUrl: string,
  message: string,
  title = 'The credential is not connected',
): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
    .send(messagePage({ title, message, link: `${publicUrl}/` }));
}

function askForConfirmation(reply: FastifyReply, publicUrl: string, credential: string): FastifyReply {
  return (
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
      // Browsers state the origin of the form only where they may also state the page to our own service.
      .header('referrer-policy', 'same-origin')
      .send(confirmationPage({ credential, link: `${publicUrl}/` }))
  );
}

/** The pages of the console show `problem` as plain text. */
function toReturnUrl(publicUrl: string, path: string, problem: string | undefined): string {
  const url = new URL(path, 'http://local.invalid');
  if (problem === undefined) url.searchParams.set('connected', 'true');
  else url.searchParams.set('problem', problem);
  return publicUrl + url.pathname + url.search + url.hash;
}

function queryOf({ url }: FastifyRequest): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : url.slice(start));
}
