/** Commands that do again what the console shows, ready to paste into a shell. PURE. */
import { isCredentialHeader } from '../../../src/engine/credential-headers.ts';

/** Quotes a text for a POSIX shell. */
export function shellQuote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A call of our own API. The key is a variable of the shell, so that no command contains one. */
export function apiCurl(origin: string, path: string, body: unknown): string {
  return [
    `curl -sS ${shellQuote(`${origin}${path}`)}`,
    `-H "uni-api-key: $HEDDLE_KEY"`,
    `-d ${shellQuote(JSON.stringify(body))}`,
  ].join(' \\\n  ');
}

interface HttpStep {
  /** The params of an `http.request` step as they were rendered. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly idempotencyKey: string;
}

/** The request that an `http.request` step sent. Values of headers that hold credentials are left out. */
export function requestCurl({ params, idempotencyKey }: HttpStep): string {
  const { url, method = 'GET', headers, query, body } = params;
  const parts = [`curl -sS ${shellQuote(addQuery(String(url), query))}`];
  if (method !== 'GET') parts.push(`-X ${shellQuote(String(method))}`);
  const sent = readHeaders(headers);
  const names = new Set(sent.map(([name]) => name.toLowerCase()));
  if (!names.has('idempotency-key')) sent.push(['Idempotency-Key', idempotencyKey]);
  const hasBody = body !== undefined && body !== null && body !== '';
  if (hasBody && !names.has('content-type')) {
    sent.push(['Content-Type', typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json']);
  }
  for (const [name, value] of sent) {
    const isSecret = isCredentialHeader(name) && name.toLowerCase() !== 'idempotency-key';
    const shown = isSecret ? `<your ${name}>` : value;
    parts.push(`-H ${shellQuote(`${name}: ${shown}`)}`);
  }
  if (hasBody) parts.push(`--data-binary ${shellQuote(typeof body === 'string' ? body : JSON.stringify(body))}`);
  return parts.join(' \\\n  ');
}

function readHeaders(headers: unknown): [string, string][] {
  if (typeof headers !== 'object' || headers === null) return [];
  return Object.entries(headers).map(([name, value]) => [name, String(value)]);
}

function addQuery(url: string, query: unknown): string {
  if (typeof query !== 'object' || query === null) return url;
  const added = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value].flat()) if (each !== null) added.append(name, String(each));
  }
  const text = added.toString();
  if (text === '') return url;
  const [address = '', fragment] = url.split('#', 2);
  const joined = `${address}${address.includes('?') ? '&' : '?'}${text}`;
  return fragment === undefined ? joined : `${joined}#${fragment}`;
}
