/**
 * Which page sent a request. A browser adds the cookie to requests of any page under the same domain, and our API reads
 * any content type as JSON. So a request that relies on the cookie must come from our own pages, which browsers state
 * in the header `Origin`: they send it with every POST, and no page can change it.
 */
import type { FastifyRequest } from 'fastify';
import { notOurOrigin, originRequired } from '../errors.ts';

/** For requests that rely on the cookie. */
export function requireOwnOrigin(request: FastifyRequest, publicUrl: string): void {
  if (request.headers.origin === undefined) throw originRequired();
  refuseOtherOrigin(request, publicUrl);
}

/** For requests that rely on no cookie. Programs send no origin, and pages of others must not sign anybody in. */
export function refuseOtherOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin } = request.headers;
  if (origin !== undefined && !isOwnOrigin(origin, request.host, publicUrl)) throw notOurOrigin(publicUrl);
}

/**
 * People may open the console at another address than the public one, such as one of the local network. Such a page has
 * the host of the request. Where the public URL is https, a page that came without TLS is not ours.
 */
export function isOwnOrigin(origin: string, host: string, publicUrl: string): boolean {
  const own = new URL(publicUrl);
  if (origin === own.origin) return true;
  const given = URL.parse(origin);
  if (!given || given.origin !== origin || !/^https?:$/.test(given.protocol)) return false;
  if (own.protocol === 'https:' && given.protocol !== 'https:') return false;
  return given.host === host.toLowerCase();
}
