/** Where a value changed, so that only changes of one field that follow each other are undone together. PURE. */
import { isObject } from '../../graph/definition.ts';

/** Returns the path to the innermost value that holds all that differs, such as `params/headers/accept`. */
export function changedPath(before: unknown, after: unknown): string {
  if (!isObject(before) || !isObject(after)) return '';
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...names].filter(name => before[name] !== after[name]);
  const [only, ...others] = changed;
  if (only === undefined || others.length > 0) return '';
  return `/${only}${changedPath(before[only], after[only])}`;
}
