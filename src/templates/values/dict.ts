import type { Budget } from '../budget.ts';
import { TemplateError } from '../template-error.ts';
import {
  type DataDict,
  describeKind,
  Float,
  fromData,
  isDataDict,
  isDataList,
  LanguageObject,
  List,
  Markup,
  Tuple,
  Undefined,
  type Value,
} from './values.ts';

/** Represents a key in a `Map`. Keys that are equal in Python (`1`, `1.0`, `True`) have the same hash key. */
type HashKey = null | number | bigint | string | LanguageObject;

/** A dictionary that the template created. It has keys of every hashable type, in the order of insertion. */
export class Dict extends LanguageObject {
  readonly typeName = 'dict';
  readonly #entries = new Map<HashKey, [key: Value, value: Value]>();

  get size(): number {
    return this.#entries.size;
  }

  get(key: Value): Value | undefined {
    return this.#entries.get(hashKey(key))?.[1];
  }

  set(key: Value, value: Value): void {
    const hash = hashKey(key);
    const entry = this.#entries.get(hash);
    if (entry) entry[1] = value;
    else this.#entries.set(hash, [key, value]);
  }

  delete(key: Value): boolean {
    return this.#entries.delete(hashKey(key));
  }

  clear(): void {
    this.#entries.clear();
  }

  entries(): IterableIterator<readonly [key: Value, value: Value]> {
    return this.#entries.values();
  }
}

/** A set of values with the same equality. */
export class ValueSet {
  readonly #keys = new Set<HashKey>();

  /** Returns false when the set already has an equal value. */
  add(value: Value): boolean {
    const hash = hashKey(value);
    if (this.#keys.has(hash)) return false;
    this.#keys.add(hash);
    return true;
  }
}

export type Mapping = Dict | DataDict;

export function isMapping(value: Value): value is Mapping {
  return value instanceof Dict || isDataDict(value);
}

/** Reads own properties of data only. Neither `constructor` nor `__proto__` exists unless the data has such a key. */
export function lookUp(mapping: Mapping, key: Value): Value | undefined {
  if (mapping instanceof Dict) return mapping.get(key);
  const name = key instanceof Markup ? key.text : key;
  if (typeof name !== 'string') {
    hashKey(name);
    return undefined;
  }
  if (!Object.hasOwn(mapping, name)) return undefined;
  const value = mapping[name];
  return value === undefined ? undefined : fromData(value);
}

export function mappingSize(mapping: Mapping, budget: Budget): number {
  if (mapping instanceof Dict) return mapping.size;
  const { length } = Object.keys(mapping);
  budget.scan(length << 4);
  return length;
}

export function* mappingEntries(mapping: Mapping, budget: Budget): Generator<readonly [Value, Value]> {
  if (mapping instanceof Dict) {
    const { size } = mapping;
    for (const entry of mapping.entries()) {
      budget.spend(1);
      yield entry;
      if (mapping.size !== size) throw new TemplateError('dictionary changed size during iteration');
    }
    return;
  }
  const keys = Object.keys(mapping);
  budget.scan(keys.length << 4);
  for (const key of keys) {
    budget.spend(1);
    const value = mapping[key];
    if (value !== undefined) yield [key, fromData(value)];
  }
}

export function dictFromEntries(entries: Iterable<readonly [Value, Value]>): Dict {
  const dict = new Dict();
  for (const [key, value] of entries) dict.set(key, value);
  return dict;
}

/** The result of `keys()`, `values()` and `items()` of a dictionary. */
export class DictView extends LanguageObject {
  readonly typeName: 'dict_keys' | 'dict_values' | 'dict_items';
  readonly mapping: Mapping;

  constructor(kind: 'keys' | 'values' | 'items', mapping: Mapping) {
    super();
    this.typeName = `dict_${kind}`;
    this.mapping = mapping;
  }

  *values(budget: Budget): Generator<Value> {
    for (const [key, value] of mappingEntries(this.mapping, budget))
      yield this.typeName === 'dict_keys' ? key : this.typeName === 'dict_values' ? value : new Tuple([key, value]);
  }
}

export function checkHashable(value: Value): void {
  hashKey(value);
}

function hashKey(value: Value): HashKey {
  if (value === null || typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string') return textKey(value);
  if (value instanceof Markup) return textKey(value.text);
  if (value instanceof Float) return value.value;
  if (value instanceof Tuple) return `\0(${value.items.map(item => describeKey(hashKey(item))).join(',')})`;
  if (value instanceof Undefined) throw value.error();
  if (isDataList(value) || isDataDict(value) || value instanceof List || value instanceof Dict)
    throw new TemplateError(`${describeKind(value)} can not be a key`);
  return value;
}

/** A text is its own hash key, unless it starts with NUL, which marks tuples. */
function textKey(text: string): string {
  return text.startsWith('\0') ? `\0${JSON.stringify(text)}` : text;
}

function describeKey(key: HashKey): string {
  if (key instanceof LanguageObject) throw new TemplateError(`a tuple with a ${key.typeName} in it cannot be a key`);
  return typeof key === 'string' ? JSON.stringify(key) : String(key);
}
