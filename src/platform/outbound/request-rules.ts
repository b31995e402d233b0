/** The rules of what may be sent, and of what a redirect keeps of a request. */
import { OutboundError } from './outbound-error.ts';
import type { OutboundBody } from './streamed-body.ts';

export interface Target {
  url: URL;
  method: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: OutboundBody | undefined;
}

/** The URL parser silently drops tabs and line breaks, so the original text is checked. */
export function parseTargetUrl(text: string, base?: URL): URL {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that must not pass
  if (/[\u0000-\u001f\u007f]/.test(text)) throw new OutboundError('url', 'The URL contains a control character');
  const url = URL.parse(text, base?.href);
  if (!url) throw new OutboundError('url', 'The URL is not valid');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new OutboundError('url', 'The URL must begin with http:// or https://');
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundError('url', 'The URL must not contain a user name or password');
  }
  return url;
}

export function checkMethod(text: string): string {
  const method = text.toUpperCase();
  // CONNECT requests a tunnel, and TRACE requests a copy of the request with its credentials.
  if (!token.test(method) || method === 'CONNECT' || method === 'TRACE') {
    throw new OutboundError('header', `The method '${printable(text)}' is not allowed`);
  }
  return method;
}

export function checkHeaders(headers: Record<string, string>): Target['headers'] {
  const entries = Object.entries(headers);
  for (const [name, value] of entries) {
    if (!token.test(name)) throw new OutboundError('header', `The header name '${printable(name)}' is not valid`);
    if (ownHeaders.has(name.toLowerCase())) throw new OutboundError('header', `The header '${name}' cannot be set`);
    if (!fieldValue.test(value)) {
      throw new OutboundError('header', `The header '${name}' contains a character that is not allowed`);
    }
  }
  return entries;
}

/** Note that a reply with one of these statuses but without a Location is an ordinary reply. */
export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

/** Builds the request that follows a redirect as browsers do (Fetch standard, HTTP-redirect fetch). */
export function buildRedirect(target: Target, status: number, location: string, credentialHeaders: string[]): Target {
  // Header bytes arrive as Latin-1 characters, but in practice an unescaped location is UTF-8.
  const url = parseTargetUrl(Buffer.from(location, 'latin1').toString('utf8'), target.url);
  const dropped = new Set<string>();
  // http and https of one host are two origins, so a credential never leaves TLS.
  if (url.origin !== target.url.origin) {
    for (const name of [...alwaysCredentials, ...credentialHeaders]) dropped.add(name.toLowerCase());
  }
  const becomesGet =
    (status === 303 && target.method !== 'GET' && target.method !== 'HEAD') ||
    ((status === 301 || status === 302) && target.method === 'POST');
  if (becomesGet) for (const name of bodyHeaders) dropped.add(name);
  return {
    url,
    method: becomesGet ? 'GET' : target.method,
    headers: target.headers.filter(([name]) => !dropped.has(name.toLowerCase())),
    body: becomesGet ? undefined : target.body,
  };
}

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const fieldValue = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;
const alwaysCredentials = ['authorization', 'cookie', 'proxy-authorization'];
const bodyHeaders = ['content-type', 'content-encoding', 'content-language', 'content-location'];

/**
 * Headers that only this client sets. `host` would name another site than the one whose address was checked, the length
 * and encoding headers would allow request smuggling in the body, and the others belong to the connection.
 */
const ownHeaders = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'http2-settings',
]);

function printable(text: string): string {
  return text.slice(0, 100).replace(/[^\u0020-\u007e]/g, '?');
}
