/** The properties of an object schema with the parts that it is made of, for forms and for the search of pages. */
import { isObject } from '../../platform/is-object.ts';
import { apiDocumentLimits } from './api-document-limits.ts';
import { isReference, type References } from './references.ts';

export interface ObjectView {
  properties: Map<string, unknown>;
  required: Set<string>;
  description: unknown;
}

/** Returns undefined for what is no object. References and `allOf` are followed, and so is each choice of `anyOf`. */
export function viewObject(schema: unknown, references: References): ObjectView | undefined {
  const view: ObjectView = { properties: new Map(), required: new Set(), description: undefined };
  const waiting: { schema: unknown; isChoice: boolean }[] = [{ schema, isChoice: false }];
  const seen = new Set<unknown>();
  let isAnObject = false;
  for (const each of waiting) {
    const part = peek(each.schema, references);
    if (!isObject(part) || seen.has(part) || seen.size >= 100) continue;
    seen.add(part);
    isAnObject ||= part.type === 'object' || isObject(part.properties);
    view.description ??= part.description;
    addProperties(view, part, each.isChoice);
    const add = (parts: unknown, isChoice: boolean) => {
      if (Array.isArray(parts)) waiting.push(...parts.slice(0, 100).map(next => ({ schema: next, isChoice })));
    };
    add(part.allOf, each.isChoice);
    add(part.anyOf, true);
    add(part.oneOf, true);
  }
  return isAnObject ? view : undefined;
}

function addProperties(view: ObjectView, part: Record<string, unknown>, isChoice: boolean): void {
  if (isObject(part.properties)) {
    for (const [name, property] of Object.entries(part.properties)) {
      if (view.properties.size >= apiDocumentLimits.properties) break;
      if (name !== '__proto__' && !view.properties.has(name)) view.properties.set(name, property);
    }
  }
  if (!isChoice && Array.isArray(part.required)) {
    for (const name of part.required.slice(0, apiDocumentLimits.properties)) {
      if (typeof name === 'string') view.required.add(name);
    }
  }
}

/** Returns what a reference names, or undefined where it leads nowhere. */
export function peek(schema: unknown, references: References): unknown {
  let current = schema;
  for (let hops = 0; isReference(current); hops++) {
    const pointer = references.toPointer(current.$ref);
    if (pointer === undefined || hops >= apiDocumentLimits.referenceHops) return undefined;
    current = references.find(pointer);
  }
  return current;
}
