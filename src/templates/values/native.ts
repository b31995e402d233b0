import type { Budget } from '../budget.ts';
import { TemplateError } from '../template-error.ts';
import { Dict, mappingEntries } from './dict.ts';
import { jsonKey } from './json.ts';
import { printFloat } from './numbers.ts';
import { isIterable, iterate } from './sequences.ts';
import { describeKind, Float, LanguageObject, Markup, Undefined, type Value } from './values.ts';

/**
 * Converts a value to plain JSON data. Values that come from the data stay as they are, tuples and lazy sequences
 * become arrays, and an integer outside the safe range becomes the nearest number.
 */
export function toNative(value: Value, budget: Budget): unknown {
  budget.spend(1);
  if (typeof value === 'bigint') return checkFinite(Number(value));
  if (typeof value === 'number') return checkFinite(value);
  if (!(value instanceof LanguageObject)) return value;
  if (value instanceof Float) return value.value;
  if (value instanceof Markup) return value.text;
  if (value instanceof Undefined) throw value.error();
  budget.enter();
  const native = value instanceof Dict ? toNativeObject(value, budget) : toNativeArray(value, budget);
  budget.leave();
  return native;
}

function toNativeArray(value: LanguageObject, budget: Budget): unknown[] {
  if (!isIterable(value)) throw new TemplateError(`${describeKind(value)} is not JSON`);
  const items: unknown[] = [];
  for (const item of iterate(value, budget)) {
    budget.allocate(1);
    items.push(toNative(item, budget));
  }
  return items;
}

/** `fromEntries` defines properties instead of assigning them, so a key `__proto__` is a key like any other. */
function toNativeObject(dict: Dict, budget: Budget): object {
  const entries: [string, unknown][] = [];
  for (const [key, value] of mappingEntries(dict, budget)) {
    budget.allocate(1);
    entries.push([jsonKey(key), toNative(value, budget)]);
  }
  return Object.fromEntries(entries);
}

function checkFinite(value: number): number {
  if (!Number.isFinite(value)) throw new TemplateError(`${printFloat(value)} is not JSON`);
  return value;
}
