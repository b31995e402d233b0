/** Credentials in the headers of `http.request` steps: an export empties them, and an import lists the missing ones. */
import { isCredentialHeader } from '../engine/credential-headers.ts';
import { isObject } from '../platform/is-object.ts';

/** Empties the values of credential headers, and returns their paths. */
export function emptyCredentials(definition: unknown): { definition: unknown; secretKeys: string[] } {
  const secretKeys: string[] = [];
  const emptied = mapHeaders(definition, path => {
    secretKeys.push(path);
    return '';
  });
  return { definition: emptied, secretKeys };
}

/** Returns the paths of credential headers that have no value. */
export function findMissingCredentials(definition: unknown): string[] {
  const missing: string[] = [];
  mapHeaders(definition, (path, value) => {
    if (value === '') missing.push(path);
    return value;
  });
  return missing;
}

/** Copies only the nodes with headers. All others stay the same objects. */
function mapHeaders(definition: unknown, map: (path: string, value: unknown) => unknown): unknown {
  if (!isObject(definition) || !Array.isArray(definition.nodes)) return definition;
  return { ...definition, nodes: definition.nodes.map(node => mapNode(node, map)) };
}

function mapNode(node: unknown, map: (path: string, value: unknown) => unknown): unknown {
  if (!isObject(node) || node.type !== 'http.request' || !isObject(node.params)) return node;
  const { headers } = node.params;
  if (!isObject(headers)) return node;
  const mapped = Object.entries(headers).map(([name, value]) => [
    name,
    isCredentialHeader(name) ? map(`${node.id}.headers.${name}`, value) : value,
  ]);
  return { ...node, params: { ...node.params, headers: Object.fromEntries(mapped) } };
}
