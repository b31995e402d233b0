/** The names of the input's properties. Models accept letters, digits, dots, dashes and underscores, at most 64. */
import { apiDocumentLimits } from './api-document-limits.ts';
import type { PlannedParam } from './contract.ts';

/** In which order params get the name that they want. It does not depend on the order in the document. */
const ORDER: readonly PlannedParam['in'][] = ['path', 'query', 'header', 'cookie'];

/**
 * Returns a property for each param, in the same order. Of several params that want the same one, the first keeps it
 * and the others get the name of their place as a suffix.
 */
export function nameProperties(
  params: readonly Pick<PlannedParam, 'name' | 'in'>[],
  taken: Iterable<string>,
): string[] {
  // Every object inherits some names, which a check would mistake for params.
  const used = new Set([...taken, ...Object.getOwnPropertyNames(Object.prototype)]);
  const properties = new Map<object, string>();
  const sorted = params.toSorted((a, b) => ORDER.indexOf(a.in) - ORDER.indexOf(b.in) || compareNames(a.name, b.name));
  for (const param of sorted) {
    const wanted = toProperty(param.name, param.in);
    let property = used.has(wanted) ? withSuffix(wanted, param.in) : wanted;
    for (let count = 2; used.has(property); count++) property = withSuffix(wanted, String(count));
    used.add(property);
    properties.set(param, property);
  }
  return params.map(param => properties.get(param) ?? '');
}

function toProperty(name: string, fallback: string): string {
  const plain = name.replaceAll(/[^A-Za-z0-9_.-]+/g, '_');
  // `filter[name]` and `$.filter` leave signs at their ends.
  const trimmed = plain === name ? name : plain.replaceAll(/^[_.-]+|[_.-]+$/g, '');
  return trimmed.slice(0, apiDocumentLimits.propertyCharacters) || fallback;
}

function withSuffix(property: string, suffix: string): string {
  return `${property.slice(0, apiDocumentLimits.propertyCharacters - suffix.length - 1)}_${suffix}`;
}

export function compareNames(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
