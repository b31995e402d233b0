/**
 * The two addresses between which a browser visits the identity provider. Whatever goes wrong there leads back to the
 * sign-in page, which says what it was.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HeddleDatabase } from '../../database.ts';
import type { Link } from '../../http/endpoint.ts';
import { type RateLimited, spendPerNetwork } from '../../http/rate-limit.ts';
import { cookieName, formatCookie, readCookie } from '../../http/session-cookie.ts';
import { newSecret } from '../../platform/ids.ts';
import { toLocalPath } from './local-path.ts';
import type { Oidc, OidcSettings } from './oidc.ts';
import { NoAccount, signInWithAccount } from './oidc-accounts.ts';
import { readClient, setSessionCookie } from './session-routes.ts';

export interface OidcServices extends RateLimited {
  database: HeddleDatabase;
  settings: OidcSettings;
  oidc: Oidc;
  publicUrl(): string;
  log: { warn(details: object, message: string): void };
}

/** What the sign-in page explains. */
export type SignInProblem = 'unreachable' | 'expired' | 'refused' | 'unknown' | 'unverified';

const BEGIN = '/sign-in/oidc';
const CALLBACK = '/sign-in/oidc/callback';
/** Names the browser while it is at the provider. */
const COOKIE = 'heddle-oidc';
const COOKIE_SECONDS = 60 * 60;
const COOKIE_CHARACTERS = /^[\w-]{43}$/;

const admit = spendPerNetwork('default');

export const oidcLinks: Link<OidcServices>[] = [
  { method: 'GET', path: BEGIN, cors: false, admit, handle: begin },
  { method: 'GET', path: CALLBACK, cors: false, admit, handle: finish },
];

async function begin(
  { oidc, publicUrl, log }: OidcServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const url = publicUrl();
  const returnPath = toLocalPath(queryOf(request).get('return'));
  const known = readCookie(request, cookieName(url, COOKIE)) ?? '';
  // A second tab keeps the cookie, so that the sign-in of the first one can still be finished.
  const browser = COOKIE_CHARACTERS.test(known) ? known : newSecret();
  try {
    const target = await oidc.begin({ browser, returnPath, callbackUrl: url + CALLBACK });
    reply.header('set-cookie', formatCookie(browser, { publicUrl: url, seconds: COOKIE_SECONDS, name: COOKIE }));
    return redirect(reply, target.href);
  } catch (err) {
    log.warn({ err }, 'the identity provider can not be reached');
    return redirect(reply, problemPage(url, 'unreachable'));
  }
}

async function finish(
  { database, settings, oidc, publicUrl, log }: OidcServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const url = publicUrl();
  const browser = readCookie(request, cookieName(url, COOKIE)) ?? '';
  const search = `?${queryOf(request)}`;
  try {
    const finished = await oidc.finish({ browser, callbackUrl: url + CALLBACK, search });
    if (!finished) return redirect(reply, problemPage(url, 'expired'));
    const session = await signInWithAccount(database, settings, finished.account, readClient(request, url));
    setSessionCookie(reply, session, url);
    return redirect(reply, url + finished.returnPath);
  } catch (err) {
    log.warn({ err }, 'a sign-in with the identity provider failed');
    return redirect(reply, problemPage(url, err instanceof NoAccount ? err.reason : 'refused'));
  }
}

function queryOf({ url }: FastifyRequest): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : url.slice(start));
}

function problemPage(publicUrl: string, problem: SignInProblem): string {
  return `${publicUrl}/sign-in?problem=${problem}`;
}

function redirect(reply: FastifyReply, url: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(url, 303);
}
