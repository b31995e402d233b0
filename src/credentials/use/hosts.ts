/**
 * The hosts that a credential may be sent to.
 *
 *   api.example.org         this name over https, at port 443
 *   api.example.org:8443    another port
 *   *.example.org           all names below, however deep, but not the name itself
 *   http://localhost:3000   without encryption, which only local and private hosts may have
 */
import { isIP } from 'node:net';
import { isOfManyOwners } from './public-suffixes.ts';

export interface AllowedHost {
  scheme: 'http' | 'https';
  /** Whether it stands for all names below. */
  wildcard: boolean;
  /** In lower case, without a dot at the end; an IPv6 address is in brackets. */
  name: string;
  port: number;
}

/** The message is a sentence about the entry. */
export class HostError extends Error {
  override readonly name = 'HostError';
}

const DEFAULT_PORTS = { http: 80, https: 443 } as const;

export function parseHost(text: string): AllowedHost {
  const trimmed = text.trim();
  const [, schemeText, star, rest = ''] = /^(?:(https?):\/\/)?(\*\.)?(.*)$/is.exec(trimmed) ?? [];
  const scheme = schemeText?.toLowerCase() === 'http' ? 'http' : 'https';
  const wildcard = star !== undefined;
  const { name, port } = parseNameAndPort(rest, trimmed, scheme);
  if (wildcard) checkWildcard(name, trimmed);
  if (scheme === 'http' && (wildcard || !isLocal(name))) {
    throw new HostError(`'${trimmed}': credentials are sent only over https, except to local and private hosts`);
  }
  return { scheme, wildcard, name, port };
}

/** The URL parser knows the rules: letters of all languages, other ways to write addresses, forbidden characters. */
function parseNameAndPort(text: string, entry: string, scheme: 'http' | 'https'): { name: string; port: number } {
  const notAHost = () => new HostError(`'${entry}' is not a host`);
  if (!/^[^\s/\\?#@%]+$/.test(text.replace(/\/$/, ''))) throw notAHost();
  const url = URL.parse(`${scheme}://${text}`);
  if (url?.pathname !== '/' || url.search !== '' || url.username !== '') throw notAHost();
  const name = normalizeName(url.hostname);
  if (name === '' || name.includes('*') || name.split('.').includes('')) throw notAHost();
  return { name, port: url.port === '' ? DEFAULT_PORTS[scheme] : Number(url.port) };
}

function checkWildcard(name: string, entry: string): void {
  if (isAddress(name)) throw new HostError(`'${entry}': an address has no names below it`);
  if (name.split('.').length < 2 || isOfManyOwners(name)) {
    throw new HostError(`'${entry}' would include hosts of other owners: name more of the host`);
  }
}

/** A dot at the end names the same host. */
function normalizeName(hostname: string): string {
  return hostname.toLowerCase().replace(/\.$/, '');
}

function isAddress(name: string): boolean {
  return isIP(name.replace(/^\[|\]$/g, '')) !== 0;
}

const LOCAL_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa|test)$/;
/** Loopback, private and link-local addresses, and the unique local ones of IPv6. */
const LOCAL_ADDRESS =
  /^(127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|\[::1\]$|\[f[cd][0-9a-f]{2}:|\[fe[89ab][0-9a-f]:)/;

/** A name of one label belongs to the local network: there are no public ones. */
function isLocal(name: string): boolean {
  if (isAddress(name)) return LOCAL_ADDRESS.test(name);
  return LOCAL_NAME.test(name) || !name.includes('.');
}

export function formatHost({ scheme, wildcard, name, port }: AllowedHost): string {
  const start = scheme === 'http' ? 'http://' : '';
  const end = port === DEFAULT_PORTS[scheme] ? '' : `:${port}`;
  return `${start}${wildcard ? '*.' : ''}${name}${end}`;
}

/** Returns the entries as they are stored, each once. Throws a HostError. */
export function normalizeHosts(entries: readonly string[]): string[] {
  return [...new Set(entries.map(entry => formatHost(parseHost(entry))))];
}

export function isHostAllowed(hosts: readonly string[], url: URL): boolean {
  const scheme = url.protocol === 'https:' ? 'https' : 'http';
  const port = url.port === '' ? DEFAULT_PORTS[scheme] : Number(url.port);
  const target: AllowedHost = { scheme, wildcard: false, name: normalizeName(url.hostname), port };
  return hosts.some(host => covers(parseHost(host), target));
}

/** Whether the first list allows everything that the second one allows. */
export function coversHosts(allowed: readonly string[], wanted: readonly string[]): boolean {
  const parsed = allowed.map(parseHost);
  return wanted.map(parseHost).every(each => parsed.some(host => covers(host, each)));
}

function covers(allowed: AllowedHost, wanted: AllowedHost): boolean {
  if (allowed.scheme !== wanted.scheme || allowed.port !== wanted.port) return false;
  if (allowed.name === wanted.name && allowed.wildcard === wanted.wildcard) return true;
  return allowed.wildcard && !isAddress(wanted.name) && wanted.name.endsWith(`.${allowed.name}`);
}
