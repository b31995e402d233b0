import { TemplateError } from '../template-error.ts';

/**
 * The values of the language.
 *
 * Data from the caller stays as it is: plain arrays and objects, which a template reads one own property at a time and
 * never changes. Values that a template creates and JSON does not have are `LanguageObject`s. For numbers:
 *
 * - An integer is a `number` within the safe range and a `bigint` outside.
 * - A float is a `Float` if its value is an integer, and a `number` otherwise (infinities and NaN included).
 */
export type Value = null | boolean | number | bigint | string | LanguageObject | DataList | DataDict;
type DataList = readonly unknown[];
export interface DataDict {
  readonly [key: string]: unknown;
}

export abstract class LanguageObject {
  /** Python's name of the type, for messages. */
  abstract readonly typeName: string;
}

/** A float whose value is an integer, because `2.0` prints differently from `2`. */
export class Float extends LanguageObject {
  readonly typeName = 'float';
  readonly value: number;

  private constructor(value: number) {
    super();
    this.value = value;
  }

  static of(value: number): number | Float {
    return Number.isInteger(value) ? new Float(value) : value;
  }
}

/** Text that is marked as HTML. Escaping does not change it. */
export class Markup extends LanguageObject {
  readonly typeName = 'Markup';
  readonly text: string;

  constructor(text: string) {
    super();
    this.text = text;
  }
}

/** A list that the template created and may change. */
export class List extends LanguageObject {
  readonly typeName = 'list';
  readonly items: Value[];

  constructor(items: Value[]) {
    super();
    this.items = items;
  }
}

export class Tuple extends LanguageObject {
  readonly typeName = 'tuple';
  readonly items: readonly Value[];
  /** The field names of a named tuple (the groups of `groupby`). */
  readonly fields: readonly string[] | undefined;

  constructor(items: readonly Value[], fields?: readonly string[]) {
    super();
    this.items = items;
    this.fields = fields;
  }
}

export class Range extends LanguageObject {
  readonly typeName = 'range';
  readonly start: number;
  readonly stop: number;
  readonly step: number;
  readonly length: number;

  constructor(start: number, stop: number, step: number) {
    super();
    this.start = start;
    this.stop = stop;
    this.step = step;
    this.length = Math.max(0, Math.ceil((stop - start) / step));
  }
}

/** A sequence whose elements are computed while it is read. It can be read only once. */
export class LazySequence extends LanguageObject {
  readonly typeName: string;
  readonly #values: Iterator<Value>;
  #running = false;

  constructor(values: Iterator<Value>, typeName = 'generator') {
    super();
    this.#values = values;
    this.typeName = typeName;
  }

  next(): IteratorResult<Value> {
    if (this.#running) throw new TemplateError('generator already executing');
    this.#running = true;
    const result = this.#values.next();
    this.#running = false;
    return result;
  }
}

/**
 * Marks an object of the data. What is missing in it is undefined at every depth, so that `default` works there. The value
 * is a function that explains why something is missing, or returns undefined.
 */
export const UNDEFINED_BELOW = Symbol('undefined all the way down');

export type ExplainMissing = (name: string) => string | undefined;

export function explanationBelow(value: DataDict): ExplainMissing | undefined {
  return (value as { [UNDEFINED_BELOW]?: ExplainMissing })[UNDEFINED_BELOW];
}

/** The result of a failed lookup. Almost any use of it is an error that names what was missing. */
export class Undefined extends LanguageObject {
  readonly typeName: string;
  readonly #message: (place?: string) => string;
  /** False only for an inline `if` without `else`, which prints nothing and counts as false, as in Jinja. */
  readonly isStrict: boolean;
  /** Whether its attributes are undefined too, instead of an error. */
  readonly isDeep: boolean;

  constructor(message: (place?: string) => string, { isStrict = true, isDeep = false } = {}) {
    super();
    this.typeName = isStrict ? 'StrictUndefined' : 'Undefined';
    this.#message = message;
    this.isStrict = isStrict;
    this.isDeep = isDeep;
  }

  /** Lets the message name where something was looked for. */
  missingIn(place: () => string | undefined): Undefined {
    return new Undefined(() => this.#message(place()), { isStrict: this.isStrict, isDeep: this.isDeep });
  }

  error(): TemplateError {
    return new TemplateError(this.#message());
  }
}

/** Converts a value of the data to a value of the language. Refuses what JSON cannot hold. */
export function fromData(value: unknown): Value {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isInteger(value) ? integerFromData(value) : value;
    case 'bigint':
      return normalizeInteger(value);
    case 'undefined':
      return null;
    case 'object':
      return value === null || Array.isArray(value) ? value : (value as DataDict);
    default:
      throw new TemplateError(`the data holds a ${typeof value}, which is not JSON`);
  }
}

/**
 * A number that JSON prints with an exponent (from 1e21) is a float. Smaller numbers without a fraction are integers.
 */
function integerFromData(value: number): Value {
  if (Number.isSafeInteger(value)) return value === 0 ? 0 : value;
  return Math.abs(value) < 1e21 ? BigInt(value) : Float.of(value);
}

/** Returns an integer as a `number` if it is in the safe range. */
export function normalizeInteger(value: bigint): number | bigint {
  return value >= MIN_SAFE && value <= MAX_SAFE ? Number(value) : value;
}

const MIN_SAFE = BigInt(Number.MIN_SAFE_INTEGER);
const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

export function isDataList(value: Value): value is DataList {
  return Array.isArray(value);
}

export function isDataDict(value: Value): value is DataDict {
  return typeof value === 'object' && value !== null && !(value instanceof LanguageObject) && !Array.isArray(value);
}

export function isInteger(value: Value): value is number | bigint | boolean {
  return typeof value === 'number' ? Number.isInteger(value) : typeof value === 'bigint' || typeof value === 'boolean';
}

export function isFloat(value: Value): value is number | Float {
  return value instanceof Float || (typeof value === 'number' && !Number.isInteger(value));
}

export function isText(value: Value): value is string | Markup {
  return typeof value === 'string' || value instanceof Markup;
}

export function plainText(value: string | Markup): string {
  return typeof value === 'string' ? value : value.text;
}

/** Marks the text as HTML when the original is marked. */
export function withSameMarkup(original: Value, text: string): string | Markup {
  return original instanceof Markup ? new Markup(text) : text;
}

/** What the author of a template calls a value of this type. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['NoneType', 'null'],
  ['bool', 'true or false'],
  ['int', 'a number'],
  ['float', 'a number'],
  ['str', 'a text'],
  ['Markup', 'a text'],
  ['dict', 'an object'],
  ...['list', 'tuple', 'range', 'generator', 'dict_keys', 'dict_values', 'dict_items'].map((name): [string, string] => [
    name,
    'a list',
  ]),
]);

/** Names the kind of a value in messages: `a text`, `null`. */
export function describeKind(value: Value): string {
  const name = typeName(value);
  return KINDS.get(name) ?? `a value of the type '${name}'`;
}

/** The name that the type has in Python. */
export function typeName(value: Value): string {
  if (value === null) return 'NoneType';
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'number':
      return Number.isInteger(value) ? 'int' : 'float';
    case 'bigint':
      return 'int';
    case 'string':
      return 'str';
    default:
      if (value instanceof LanguageObject) return value.typeName;
      return Array.isArray(value) ? 'list' : 'dict';
  }
}
