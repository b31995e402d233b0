/** Guesses how the next page of a list is asked for, from the names of params and of the reply's properties. */
import { isObject } from '../../platform/is-object.ts';
import type { Paging, PlannedParam } from './contract.ts';
import { peek, viewObject } from './object-view.ts';
import type { MappedParam } from './parameters.ts';
import type { References } from './references.ts';
import type { Reply } from './replies.ts';

interface Candidate {
  property: string;
  /** The name without capitals and signs. */
  key: string;
  schema: MappedParam['schema'];
}

const CURSORS = [
  'cursor',
  'pagetoken',
  'nexttoken',
  'nextpagetoken',
  'continuationtoken',
  'continue',
  'startcursor',
  'pagecursor',
  'nextcursor',
  'after',
  'marker',
  'scrollid',
  'syncstatecursor',
];
const PAGES = ['page', 'pagenumber', 'pageno', 'pagenum', 'currentpage', 'pageindex'];
const OFFSETS = ['offset', 'skip', 'startat', 'startindex', 'startposition', 'start', 'from'];
/** Where replies have the next cursor. */
const NEXT = [
  'nextcursor',
  'nextpagetoken',
  'nexttoken',
  'nextpagecursor',
  'continuationtoken',
  'nextcontinuationtoken',
  'continue',
  'cursor',
  'nextmarker',
  'endcursor',
  'after',
];
/** Objects of replies in which it may stand. */
const AROUND = [
  'responsemetadata',
  'metadata',
  'meta',
  'pagination',
  'paging',
  'pageinfo',
  'page',
  'links',
  'cursors',
  'next',
  'nextpage',
];
const LISTS = ['data', 'items', 'results', 'records', 'values', 'entries', 'value', 'list', 'elements', 'objects'];

export function guessPaging(
  method: string,
  params: readonly (MappedParam & { property: string })[],
  reply: Reply,
  references: References,
): Paging | null {
  if (method !== 'GET' || (reply.kind !== 'json' && reply.kind !== 'unknown')) return null;
  if (reply.headers.includes('link')) return { kind: 'link' };
  const candidates = params
    .filter(({ plan }) => plan.in === 'query')
    .map(({ plan, property, schema }) => ({ property, key: toKey(plan.name), schema }));
  const list = findList(reply.schema, references);
  return guessCursor(candidates, reply.schema, references) ?? (list && guessPages(candidates, list.items));
}

/** Reads the rule that an overlay wrote into the document. Undefined: there is none. */
export function readPaging(rule: unknown, params: readonly PlannedParam[]): Paging | null | undefined {
  if (rule === null || rule === false) return null;
  if (!isObject(rule)) return undefined;
  if (rule.kind === 'link') return { kind: 'link' };
  const param = params.find(({ name }) => name === rule.param)?.property;
  if (param === undefined) return undefined;
  const items = typeof rule.items === 'string' ? rule.items.slice(0, 500) : null;
  if (rule.kind === 'cursor' && typeof rule.next === 'string') {
    return { kind: 'cursor', param, next: rule.next.slice(0, 500) };
  }
  if (rule.kind === 'page') return { kind: 'page', param, first: rule.first === 0 ? 0 : 1, items };
  return rule.kind === 'offset' ? { kind: 'offset', param, items } : undefined;
}

function guessCursor(candidates: readonly Candidate[], schema: unknown, references: References): Paging | null {
  const view = viewObject(schema, references);
  if (!view) return null;
  const last = candidates.find(({ key }) => key === 'startingafter');
  const more = [...view.properties.keys()].find(name => toKey(name) === 'hasmore');
  if (last && more !== undefined && view.properties.has('data')) {
    return { kind: 'cursor', param: last.property, next: `${quote(more)} && data[-1].id` };
  }
  const cursor = find(candidates, CURSORS);
  if (!cursor) return null;
  const next = findNext(view.properties, references, 3);
  return next === undefined ? null : { kind: 'cursor', param: cursor.property, next };
}

function guessPages(candidates: readonly Candidate[], items: string | null): Paging | null {
  const page = find(candidates, PAGES);
  if (page) return { kind: 'page', param: page.property, first: firstPage(page.schema), items };
  const offset = find(candidates, OFFSETS);
  // These two words also mean times and places.
  const isVague = offset?.key === 'start' || offset?.key === 'from';
  return offset && (!isVague || isNumber(offset.schema)) ? { kind: 'offset', param: offset.property, items } : null;
}

/** Looks for the next cursor in the reply, and in objects around it. */
function findNext(
  properties: ReadonlyMap<string, unknown>,
  references: References,
  levels: number,
): string | undefined {
  const names = [...properties.keys()];
  const isText = (name: string) => isScalar(peek(properties.get(name), references));
  const own = NEXT.map(key => names.find(name => toKey(name) === key && isText(name))).find(name => name !== undefined);
  if (own !== undefined) return quote(own);
  if (levels === 0) return undefined;
  for (const key of AROUND) {
    const name = names.find(each => toKey(each) === key);
    const view = name === undefined ? undefined : viewObject(properties.get(name), references);
    const next = view && findNext(view.properties, references, levels - 1);
    if (name !== undefined && next !== undefined) return `${quote(name)}.${next}`;
  }
  return undefined;
}

/** Returns where the list of a reply stands. Null: the reply is no list. */
function findList(schema: unknown, references: References): { items: string | null } | null {
  if (schema === undefined) return { items: null };
  const seen = peek(schema, references);
  if (isObject(seen) && seen.type === 'array') return { items: null };
  const view = viewObject(schema, references);
  if (!view) return isObject(seen) && Object.keys(seen).length === 0 ? { items: null } : null;
  const lists = [...view.properties].flatMap(([name, property]) => {
    const inner = peek(property, references);
    return isObject(inner) && inner.type === 'array' ? [name] : [];
  });
  const known = LISTS.map(key => lists.find(name => toKey(name) === key)).find(name => name !== undefined);
  const [first] = lists;
  const chosen = known ?? first;
  return chosen === undefined ? null : { items: quote(chosen) };
}

function find(candidates: readonly Candidate[], keys: readonly string[]): Candidate | undefined {
  return keys.map(key => candidates.find(each => each.key === key)).find(each => each !== undefined);
}

function firstPage(schema: MappedParam['schema']): number {
  if (typeof schema === 'boolean') return 1;
  return schema.minimum === 0 || schema.default === 0 ? 0 : 1;
}

function isNumber(schema: MappedParam['schema']): boolean {
  if (typeof schema === 'boolean') return true;
  const types = [schema.type].flat();
  return schema.type === undefined || types.includes('integer') || types.includes('number');
}

function isScalar(schema: unknown): boolean {
  return !isObject(schema) || (schema.type !== 'object' && schema.type !== 'array' && !isObject(schema.properties));
}

function toKey(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();
}

/** A name of JMESPath, in quotes where it is no identifier. */
function quote(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : JSON.stringify(name);
}
