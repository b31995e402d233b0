/** Cookies of the console: how they are named, read and set. */
import type { FastifyRequest } from 'fastify';

const DAY_SECONDS = 24 * 60 * 60;
/** A session lasts so long at most, and so does its cookie. */
export const SESSION_SECONDS = 90 * DAY_SECONDS;
/** A session that nobody has used for so long has ended. */
export const SESSION_IDLE_SECONDS = 14 * DAY_SECONDS;

const SESSION = 'heddle';

/** Names the user whose page sent the request. In another tab, somebody else may have signed in meanwhile. */
export const PAGE_USER_HEADER = 'heddle-user';

/**
 * With https, the browser guards the name: `__Host-` cookies are set only by this very host over TLS, so that no
 * neighbour under the same domain can plant one.
 */
export function cookieName(publicUrl: string, name = SESSION): string {
  return isSecure(publicUrl) ? `__Host-${name}` : name;
}

export function readCookie({ headers: { cookie } }: FastifyRequest, name: string): string | undefined {
  if (cookie === undefined) return undefined;
  for (const part of cookie.split(';')) {
    const equals = part.indexOf('=');
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim();
  }
  return undefined;
}

interface CookieOptions {
  publicUrl: string;
  /** Zero deletes the cookie. */
  seconds: number;
  name?: string;
}

/** The value of `Set-Cookie`. */
export function formatCookie(value: string, { publicUrl, seconds, name }: CookieOptions): string {
  const secure = isSecure(publicUrl) ? '; Secure' : '';
  return `${cookieName(publicUrl, name)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}
