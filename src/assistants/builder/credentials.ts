/**
 * Credentials in the headers of requests are not a model's business: it sees them empty, as an export has them, and
 * what it leaves empty is what it was. Pure.
 */
import { isObject } from '../../engine/definition.ts';
import { isCredentialHeader } from '../../nodes/credential-headers.ts';

/** The edited definition, with the credentials of the draft where the edit has empty ones. */
export function keepCredentials(before: unknown, after: Record<string, unknown>): Record<string, unknown> {
  const kept = new Map(nodesOf(before).map(node => [node.id, headersOf(node)]));
  if (!Array.isArray(after.nodes)) return after;
  return { ...after, nodes: after.nodes.map((node: unknown) => withCredentials(node, kept)) };
}

/** Credentials stay with their request: another node of the same id does not come by them. */
function withCredentials(node: unknown, kept: ReadonlyMap<unknown, Headers | undefined>): unknown {
  const headers = isObject(node) ? headersOf(node) : undefined;
  if (!isObject(node) || !isObject(node.params) || !headers) return node;
  const known = kept.get(node.id);
  if (!known) return node;
  const filled = Object.entries(headers).map(([name, value]) => {
    const isLeftEmpty = value === '' && isCredentialHeader(name) && Object.hasOwn(known, name);
    return [name, isLeftEmpty ? known[name] : value];
  });
  return { ...node, params: { ...node.params, headers: Object.fromEntries(filled) } };
}

type Headers = Record<string, unknown>;

function headersOf({ type, params }: Record<string, unknown>): Headers | undefined {
  return type === 'http.request' && isObject(params) && isObject(params.headers) ? params.headers : undefined;
}

function nodesOf(definition: unknown): Record<string, unknown>[] {
  return isObject(definition) && Array.isArray(definition.nodes) ? definition.nodes.filter(isObject) : [];
}
