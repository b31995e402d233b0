import type { Budget } from '../budget.ts';
import { TemplateError, TemplateTimeout } from '../template-error.ts';
import { Callable } from './callable.ts';
import { DictView, isMapping, type Mapping, mappingEntries } from './dict.ts';
import { printFloat, printInteger } from './numbers.ts';
import { Namespace } from './objects.ts';
import { iterate, toArray } from './sequences.ts';
import {
  Float,
  isDataList,
  type LanguageObject,
  LazySequence,
  List,
  Markup,
  Range,
  Tuple,
  Undefined,
  type Value,
} from './values.ts';

/** Python's `str`: the form of a value inside text. */
export function toText(value: Value, budget: Budget): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : printFloat(value);
  if (value instanceof Markup) return value.text;
  if (value instanceof Undefined) {
    if (value.isStrict) throw value.error();
    return '';
  }
  return new Printer(budget).print(value);
}

/** Python's `repr`: the form of a value inside a list, with quotes around texts. */
export function toRepresentation(value: Value, budget: Budget): string {
  return new Printer(budget).print(value);
}

/** Puts a text into Python's quotes: single ones, unless the text has single quotes and no double quotes. */
export function quote(text: string, budget: Budget): string {
  budget.scan(text.length);
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  if (/^[ !#-&(-[\]-~]*$/.test(text)) return mark + text + mark;
  budget.spend(text.length >> 3);
  const escaped = text.replaceAll(/[\\'"]|[^ -~]/gu, char => escapeCharacter(char, mark));
  return mark + escaped + mark;
}

function escapeCharacter(char: string, mark: string): string {
  if (char === '\\' || char === mark) return `\\${char}`;
  if (char === "'" || char === '"') return char;
  if (char === '\n') return '\\n';
  if (char === '\r') return '\\r';
  if (char === '\t') return '\\t';
  if (!/[\p{C}\p{Z}]/u.test(char)) return char;
  const code = char.codePointAt(0) ?? 0;
  if (code <= 0xff) return `\\x${code.toString(16).padStart(2, '0')}`;
  return code <= 0xffff ? `\\u${code.toString(16).padStart(4, '0')}` : `\\U${code.toString(16).padStart(8, '0')}`;
}

class Printer {
  readonly #budget: Budget;
  /** The containers that are being printed, outermost first. A list inside itself prints as `[...]`. */
  readonly #containers: Value[] = [];

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  print(value: Value): string {
    const text = this.#text(value);
    this.#budget.allocate(text.length);
    return text;
  }

  #text(value: Value): string {
    if (value === null) return 'None';
    if (value === true) return 'True';
    if (value === false) return 'False';
    if (typeof value === 'string') return quote(value, this.#budget);
    if (typeof value === 'number') return Number.isInteger(value) ? String(value) : printFloat(value);
    if (typeof value === 'bigint') return printInteger(value);
    if (isDataList(value)) return this.#within(value, '[...]', () => `[${this.#items(toArray(value, this.#budget))}]`);
    if (isMapping(value)) return this.#within(value, '{...}', () => `{${this.#entries(value)}}`);
    return this.#object(value);
  }

  #object(value: LanguageObject): string {
    if (value instanceof Float) return printFloat(value.value);
    if (value instanceof Markup) return `Markup(${quote(value.text, this.#budget)})`;
    if (value instanceof List) return this.#within(value, '[...]', () => `[${this.#items(value.items)}]`);
    if (value instanceof Tuple)
      return this.#within(value, '(...)', () => `(${this.#items(value.items)}${value.items.length === 1 ? ',' : ''})`);
    if (value instanceof Range) return printRange(value);
    if (value instanceof DictView) return `${value.typeName}([${this.#items([...value.values(this.#budget)])}])`;
    // Python prints only an address here, but the author wants to see the elements.
    if (value instanceof LazySequence)
      return this.#within(value, '[...]', () => `[${this.#items([...iterate(value, this.#budget)])}]`);
    if (value instanceof Undefined) throw value.error();
    if (value instanceof Namespace)
      return this.#within(value, '<Namespace ...>', () => `<Namespace {${this.#entries(value.attributes)}}>`);
    if (value instanceof Callable) return value.describe();
    return `<${value.typeName} object>`;
  }

  #within(value: Value, repeated: string, print: () => string): string {
    if (this.#containers.includes(value)) return repeated;
    this.#budget.enter();
    this.#containers.push(value);
    const text = print();
    this.#containers.pop();
    this.#budget.leave();
    return text;
  }

  #items(items: readonly Value[]): string {
    let text = '';
    for (const item of items) text += this.#joined(text, this.print(item));
    return text;
  }

  #entries(mapping: Mapping): string {
    let text = '';
    for (const [key, value] of mappingEntries(mapping, this.#budget))
      text += this.#joined(text, `${this.print(key)}: ${this.print(value)}`);
    return text;
  }

  #joined(before: string, part: string): string {
    this.#budget.spend(1);
    return before === '' ? part : `, ${part}`;
  }
}

function printRange(range: Range): string {
  const bounds = `${range.start}, ${range.stop}`;
  return range.step === 1 ? `range(${bounds})` : `range(${bounds}, ${range.step})`;
}

/** Describes a value in an error message. It must not fail itself. */
export function describeValue(value: Value, budget: Budget): string {
  try {
    const text = toRepresentation(value, budget);
    return text.length > 80 ? `${text.slice(0, 80)}...` : text;
  } catch (error) {
    if (error instanceof TemplateError && !(error instanceof TemplateTimeout)) return '...';
    throw error;
  }
}
