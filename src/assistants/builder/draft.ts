/** Reads the lists of a draft, which may be any JSON. */
import { isObject } from '../../platform/is-object.ts';

export function listIn(draft: unknown, name: 'nodes' | 'edges'): unknown[] {
  const list = isObject(draft) ? draft[name] : undefined;
  return Array.isArray(list) ? list : [];
}

/** Leaves out entries that are not objects. */
export function objectsIn(draft: unknown, name: 'nodes' | 'edges'): Record<string, unknown>[] {
  return listIn(draft, name).filter(isObject);
}
