/** The names of operations: snake case of ASCII letters, at most 48 characters, and each only once. */
import { apiDocumentLimits } from './api-document-limits.ts';
import { compareNames } from './input-names.ts';
import { listPathParams } from './parameters.ts';
import { toLine } from './texts.ts';

export interface NamedPlace {
  method: string;
  path: string;
  operationId: unknown;
}

/**
 * Names all operations. Where several want the same name, the one with the first path keeps it and the others get a
 * suffix that depends on their method and path alone, so that names survive a document in another order.
 */
export function nameOperations(places: readonly NamedPlace[]): string[] {
  const wanted = places.map(wantedName);
  const groups = Map.groupBy(places.keys(), index => wanted[index] ?? '');
  const used = new Set(groups.keys());
  const names: string[] = [...wanted];
  for (const [name, indices] of groups) {
    const sorted = indices.toSorted((a, b) => compareNames(keyOf(places[a]), keyOf(places[b])));
    for (const index of sorted.slice(1)) {
      const unique = withHash(name, keyOf(places[index]), used);
      used.add(unique);
      names[index] = unique;
    }
  }
  return names;
}

function wantedName(place: NamedPlace): string {
  const named = toSnakeCase(typeof place.operationId === 'string' ? place.operationId.slice(0, 500) : '');
  return cut(named === '' ? toSnakeCase(describePlace(place)) || 'operation' : named);
}

/** `GET /users/{id}/keys` is called `get users by id keys`. */
function describePlace({ method, path }: NamedPlace): string {
  const params = new Set(listPathParams(path));
  const words = path
    .split(/[/?#]/)
    .map(segment => segment.replaceAll(/\{([^{}/]+)\}/g, (_, name) => (params.has(name) ? ` by ${name} ` : ' ')));
  return [method.toLowerCase(), ...words].join(' ');
}

export function toSnakeCase(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '');
}

/** Cuts a name, between words where that costs little. */
function cut(name: string): string {
  const most = apiDocumentLimits.nameCharacters;
  if (name.length <= most) return name;
  const short = name.slice(0, most + 1);
  const end = short.lastIndexOf('_');
  return end > most / 2 ? short.slice(0, end) : short.slice(0, most);
}

function withHash(name: string, key: string, used: ReadonlySet<string>): string {
  for (let salt = 0; ; salt++) {
    const suffix = hash(`${salt} ${key}`);
    const unique = `${name.slice(0, apiDocumentLimits.nameCharacters - suffix.length - 1)}_${suffix}`;
    if (!used.has(unique)) return unique;
  }
}

/** FNV-1a, as five letters and digits. It only has to be the same each time. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return (value >>> 0).toString(36).padStart(5, '0').slice(-5);
}

function keyOf(place: NamedPlace | undefined): string {
  return place ? `${place.path} ${place.method}` : '';
}

/** A title for people: the summary, or the name in words. */
export function toTitle(summary: unknown, name: string): string {
  const title = toLine(summary, apiDocumentLimits.titleCharacters);
  if (title !== '') return title;
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
