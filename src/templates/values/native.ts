import type { Budget } from '../budget.ts';
import { TemplateError } from '../template-error.ts';
import { Dict, mappingEntries } from './dict.ts';
import { jsonKey } from './json.ts';
import { printFloat } from './numbers.ts';
import { isIterable, iterate } from './sequences.ts';
import { Float, LanguageObject, Markup, typeName, Undefined, type Value } from './values.ts';

/**
 * The value as plain JSON data. What came from the data goes out as it is; tuples and lazy sequences become arrays;
 * an integer beyond the exact range of numbers becomes the nearest one.
 */
export function toNative(value: Value, budget: Budget): unknown {
  budget.spend(1);
  if (typeof value === 'bigint') return finite(Number(value));
  if (typeof value === 'number') return finite(value);
  if (!(value instanceof LanguageObject)) return value;
  if (value instanceof Float) return value.value;
  if (value instanceof Markup) return value.text;
  if (value instanceof Undefined) throw value.error();
  budget.enter();
  const native = value instanceof Dict ? nativeObject(value, budget) : nativeArray(value, budget);
  budget.leave();
  return native;
}

function nativeArray(value: LanguageObject, budget: Budget): unknown[] {
  if (!isIterable(value)) throw new TemplateError(`a value of type '${typeName(value)}' is not JSON`);
  const items: unknown[] = [];
  for (const item of iterate(value, budget)) {
    budget.allocate(1);
    items.push(toNative(item, budget));
  }
  return items;
}

/** `fromEntries` defines properties instead of assigning them, so that a key `__proto__` is a key like any other. */
function nativeObject(dict: Dict, budget: Budget): object {
  const entries: [string, unknown][] = [];
  for (const [key, value] of mappingEntries(dict, budget)) {
    budget.allocate(1);
    entries.push([jsonKey(key), toNative(value, budget)]);
  }
  return Object.fromEntries(entries);
}

function finite(value: number): number {
  if (!Number.isFinite(value)) throw new TemplateError(`${printFloat(value)} is not JSON`);
  return value;
}
