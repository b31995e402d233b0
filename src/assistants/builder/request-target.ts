/** Determines where a request of a definition goes, as far as that is known without running it. */
import { isObject } from '../../platform/is-object.ts';
import { objectsIn } from './draft.ts';

/** Equal targets go to the same host. Different literal URLs may still have the same host. */
export type RequestTarget = { kind: 'literal'; url: URL } | { kind: 'computed'; from: string };

/**
 * A URL that is written out up to its path has a known host. The host of any other URL depends on its text and on all
 * steps before it: it is known to stay the same only while none of these changes.
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
  // A change to a secure connection keeps the target, but not the reverse.
  const isSecured = one.url.protocol === 'http:' && other.url.protocol === 'https:';
  return isSecured && one.url.port === '' && other.url.port === '' && one.url.hostname === other.url.hostname;
}

function literalUrl(text: string): URL | undefined {
  const start = text.search(/\{[{%#]/);
  // Nothing after the slash, not even a template, can change the host.
  const literal = start < 0 ? text : (/^[^?#]*:\/\/[^/\\?#]+[/\\?#]/.exec(cleaned(text.slice(0, start)))?.[0] ?? '');
  const url = URL.parse(literal);
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

/** Removes what a URL parser ignores. */
function cleaned(text: string): string {
  return text.replaceAll(/[\t\n\r]/g, '').trimStart();
}

function nodesBefore(definition: unknown, id: unknown): Record<string, unknown>[] {
  const edges = objectsIn(definition, 'edges');
  const found = new Set<unknown>([id]);
  for (const target of found) for (const edge of edges) if (edge.target === target) found.add(edge.source);
  found.delete(id);
  return objectsIn(definition, 'nodes').filter(node => found.has(node.id));
}

function byId([one]: readonly unknown[], [other]: readonly unknown[]): number {
  return String(one) < String(other) ? -1 : 1;
}
