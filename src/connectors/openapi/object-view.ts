/** The properties of an object schema with the parts that it is made of, for forms and for the search of pages. */
import { isObject } from '../../platform/is-object.ts';
import { apiDocumentLimits } from './api-document-limits.ts';
import { isReference, type ObjectView, type References } from './references.ts';

/** Returns undefined for what is no object. References and `allOf` are followed, and so is each choice of `anyOf`. */
export function viewObject(schema: unknown, references: References): ObjectView | undefined {
  const target = peek(schema, references);
  if (!isObject(target)) return undefined;
  // Many operations share one form.
  const known = references.views.get(target);
  if (known) return known.view;
  const view = makeView(target, references);
  references.views.set(target, { view });
  return view;
}

function makeView(schema: unknown, references: References): ObjectView | undefined {
  const view = { properties: new Map<string, unknown>(), required: new Set<string>() };
  const waiting: { schema: unknown; isChoice: boolean }[] = [{ schema, isChoice: false }];
  const seen = new Set<unknown>();
  let isAnObject = false;
  for (const each of waiting) {
    const part = peek(each.schema, references);
    if (!isObject(part) || seen.has(part) || seen.size >= 100) continue;
    seen.add(part);
    isAnObject ||= part.type === 'object' || isObject(part.properties);
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

function addProperties(
  view: { properties: Map<string, unknown>; required: Set<string> },
  part: Record<string, unknown>,
  isChoice: boolean,
): void {
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
