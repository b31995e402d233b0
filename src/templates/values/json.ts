import type { Budget } from '../budget.ts';
import { TemplateError } from '../template-error.ts';
import { isMapping, type Mapping, mappingEntries } from './dict.ts';
import { numeric, printFloat, printInteger } from './numbers.ts';
import { asArray } from './sequences.ts';
import { describeKind, isFloat, isInteger, isText, plainText, Undefined, type Value } from './values.ts';

/**
 * Writes JSON as Jinja's `tojson` does: ASCII only, with spaces after `,` and `:`, and safe inside HTML. The keys keep
 * their order. With `indent`, every element is on a line of its own.
 */
export function toJson(value: Value, indent: string | undefined, budget: Budget): string {
  return new JsonWriter(indent, budget).write(value, 0);
}

class JsonWriter {
  readonly #indent: string | undefined;
  readonly #budget: Budget;

  constructor(indent: string | undefined, budget: Budget) {
    this.#indent = indent;
    this.#budget = budget;
  }

  write(value: Value, level: number): string {
    this.#budget.spend(1);
    const text = this.#text(value, level);
    this.#budget.allocate(text.length);
    return text;
  }

  #text(value: Value, level: number): string {
    if (value === null) return 'null';
    if (typeof value === 'boolean') return value ? 'true' : 'false';
    if (isText(value)) return this.#string(plainText(value));
    if (isInteger(value)) return printInteger(numeric(value));
    if (isFloat(value)) return jsonFloat(Number(numeric(value)));
    if (isMapping(value)) return this.#object(value, level);
    const items = asArray(value, this.#budget);
    if (items) return this.#container('[', ']', items, level, (item: Value) => this.write(item, level + 1));
    if (value instanceof Undefined) throw value.error();
    throw new TemplateError(`${describeKind(value)} can not be written as JSON`);
  }

  #object(mapping: Mapping, level: number): string {
    const entries = mappingEntries(mapping, this.#budget);
    return this.#container('{', '}', entries, level, ([key, value]) => {
      return `${this.#string(jsonKey(key))}: ${this.write(value, level + 1)}`;
    });
  }

  #container<Part>(
    open: string,
    close: string,
    parts: Iterable<Part>,
    level: number,
    write: (part: Part) => string,
  ): string {
    this.#budget.enter();
    let text = '';
    for (const part of parts) {
      if (text !== '') text += this.#indent === undefined ? ', ' : ',';
      text += this.#newLine(level + 1) + write(part);
    }
    this.#budget.leave();
    return text === '' ? open + close : open + text + this.#newLine(level) + close;
  }

  #newLine(level: number): string {
    if (this.#indent === undefined) return '';
    this.#budget.allocate(this.#indent.length * level + 1);
    return `\n${this.#indent.repeat(level)}`;
  }

  #string(text: string): string {
    this.#budget.scan(text.length);
    this.#budget.spend(text.length >> 3);
    return JSON.stringify(text).replaceAll(/[^ -~]|[<>&']/g, unicodeEscape);
  }
}

function jsonFloat(value: number): string {
  if (!Number.isFinite(value)) throw new TemplateError(`${printFloat(value)} is not JSON`);
  return printFloat(value);
}

/** Converts other keys to texts, as Python's `json` does. */
export function jsonKey(key: Value): string {
  if (isText(key)) return plainText(key);
  if (key === null) return 'null';
  if (typeof key === 'boolean') return key ? 'true' : 'false';
  if (isInteger(key)) return printInteger(numeric(key));
  if (isFloat(key)) return jsonFloat(Number(numeric(key)));
  throw new TemplateError(`a key must be a text, a number, true, false or null, not ${describeKind(key)}`);
}

function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
