import { isObject } from '../../platform/is-object.ts';
/** Where a request of a definition goes, as far as that can be known without running it. Pure. */

/** Two equal ones go to the same host. A literal one may also be reached by another text of the same host. */
export type RequestTarget = { kind: 'literal'; url: URL } | { kind: 'computed'; from: string };

/**
 * The host of a URL that is written out up to its path. The host of any other depends on its text, and on all steps
 * that come before: only while none of them changes it is known to be the same.
 */
export function findTarget(definition: unknown, node: Record<string, unknown>): RequestTarget {
  const url = isObject(node.params) ? node.params.url : undefined;
  const literal = typeof url === 'string' ? literalUrl(url) : undefined;
  if (literal) return { kind: 'literal', url: literal };
  const before = nodesBefore(definition, node.id).map(({ id, type, params }) => [id, type, params]);
  return { kind: 'computed', from: JSON.stringify([url, before.sort(byId)]) };
}

export function isSameTarget(one: RequestTarget, other: RequestTarget): boolean {
  if (one.kind === 'computed' || other.kind === 'computed') {
    return one.kind === 'computed' && other.kind === 'computed' && one.from === other.from;
  }
  if (one.url.protocol === other.url.protocol) return one.url.host === other.url.host;
  // To a secure connection, never back.
  const isSecured = one.url.protocol === 'http:' && other.url.protocol === 'https:';
  return isSecured && one.url.port === '' && other.url.port === '' && one.url.hostname === other.url.hostname;
}

function literalUrl(text: string): URL | undefined {
  const start = text.search(/\{[{%#]/);
  // What comes behind the slash, a template or not, can not change the host any more.
  const literal = start < 0 ? text : (/^[^?#]*:\/\/[^/\\?#]+[/\\?#]/.exec(cleaned(text.slice(0, start)))?.[0] ?? '');
  const url = URL.parse(literal);
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

/** As a parser of URLs reads it. */
function cleaned(text: string): string {
  return text.replaceAll(/[\t\n\r]/g, '').trimStart();
}

function nodesBefore(definition: unknown, id: unknown): Record<string, unknown>[] {
  const edges = listOf(definition, 'edges');
  const found = new Set<unknown>([id]);
  for (const target of found) for (const edge of edges) if (edge.target === target) found.add(edge.source);
  found.delete(id);
  return listOf(definition, 'nodes').filter(node => found.has(node.id));
}

function byId([one]: readonly unknown[], [other]: readonly unknown[]): number {
  return String(one) < String(other) ? -1 : 1;
}

export function listOf(definition: unknown, name: 'nodes' | 'edges'): Record<string, unknown>[] {
  const list = isObject(definition) ? definition[name] : undefined;
  return Array.isArray(list) ? list.filter(isObject) : [];
}
