import type { Budget } from '../budget.ts';
import { Dict, isMapping, type Mapping, mappingEntries } from './dict.ts';
import { quote, toRepresentation } from './printing.ts';
import { asArray } from './sequences.ts';
import { splitLines } from './splitting.ts';
import { compareText, textLength } from './text.ts';
import { List, Tuple, typeName, type Value } from './values.ts';

const WIDTH = 80;

/** Python's `pprint.pformat`: like `repr`, but with sorted keys, and with line breaks where it is wider than 80. */
export function prettyPrint(value: Value, budget: Budget): string {
  return new PrettyPrinter(budget).format(withSortedKeys(value, budget), 0, 0, 0);
}

/** Returns the same data with the keys of every dict sorted. */
function withSortedKeys(value: Value, budget: Budget): Value {
  budget.spend(1);
  const items = asArray(value, budget);
  if (!items && !isMapping(value)) return value;
  budget.enter();
  let copy: Value;
  if (isMapping(value)) {
    const entries = [...mappingEntries(value, budget)].map(entry => ({ order: keyOrder(entry[0], budget), entry }));
    entries.sort((left, right) => compareText(left.order, right.order, budget));
    const dict = new Dict();
    for (const { entry } of entries) dict.set(entry[0], withSortedKeys(entry[1], budget));
    copy = dict;
  } else {
    const copies = (items ?? []).map(item => withSortedKeys(item, budget));
    copy = value instanceof Tuple ? new Tuple(copies) : new List(copies);
  }
  budget.leave();
  return copy;
}

function keyOrder(key: Value, budget: Budget): string {
  return typeof key === 'string' ? `str ${key}` : `${typeName(key)} ${toRepresentation(key, budget)}`;
}

class PrettyPrinter {
  readonly #budget: Budget;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** `allowance` is the number of characters that must still fit after the value on the same line. */
  format(value: Value, indent: number, allowance: number, level: number): string {
    const plain = toRepresentation(value, this.#budget);
    if (textLength(plain, this.#budget) <= WIDTH - indent - allowance) return plain;
    if (typeof value === 'string') return this.#string(value, indent, allowance, level + 1);
    const items = asArray(value, this.#budget);
    if (items?.length === 0) return plain;
    this.#budget.enter();
    let text = plain;
    if (isMapping(value)) text = this.#dict(value, indent, allowance, level + 1);
    else if (items) text = this.#items(value, items, indent, allowance, level + 1);
    this.#budget.leave();
    return text;
  }

  #dict(value: Mapping, indent: number, allowance: number, level: number): string {
    const entries = [...mappingEntries(value, this.#budget)];
    const lines = entries.map(([key, each], index) => {
      const name = toRepresentation(key, this.#budget);
      const behind = index === entries.length - 1 ? allowance + 1 : 1;
      return `${name}: ${this.format(each, indent + 1 + textLength(name, this.#budget) + 2, behind, level)}`;
    });
    return `{${this.#lines(lines, ',', indent + 1)}}`;
  }

  #items(value: Value, items: readonly Value[], indent: number, allowance: number, level: number): string {
    const [open, close] = value instanceof Tuple ? ['(', items.length === 1 ? ',)' : ')'] : ['[', ']'];
    const lines = items.map((item, index) =>
      this.format(item, indent + 1, index === items.length - 1 ? allowance + close.length : 1, level),
    );
    return `${open}${this.#lines(lines, ',', indent + 1)}${close}`;
  }

  /** Splits a long text into several literals, one per line. */
  #string(value: string, indent: number, allowance: number, level: number): string {
    const margin = level === 1 ? indent + 1 : indent;
    const behind = level === 1 ? allowance + 1 : allowance;
    const chunks: string[] = [];
    const lines = splitLines(value, true, this.#budget);
    for (const [index, line] of lines.entries()) {
      const isLast = index === lines.length - 1;
      const whole = quote(line, this.#budget);
      if (textLength(whole, this.#budget) <= WIDTH - margin - (isLast ? behind : 0)) chunks.push(whole);
      else chunks.push(...this.#pieces(line, WIDTH - margin, isLast ? behind : 0));
    }
    if (chunks.length === 1) return chunks[0] ?? '';
    const text = this.#lines(chunks, '', margin);
    return level === 1 ? `(${text})` : text;
  }

  #pieces(line: string, width: number, behind: number): string[] {
    const parts = line.match(/\S*\s*/g)?.filter(part => part !== '') ?? [];
    const chunks: string[] = [];
    let current = '';
    for (const [index, part] of parts.entries()) {
      const room = index === parts.length - 1 ? width - behind : width;
      if (textLength(quote(current + part, this.#budget), this.#budget) > room) {
        if (current !== '') chunks.push(quote(current, this.#budget));
        current = part;
      } else current += part;
    }
    if (current !== '') chunks.push(quote(current, this.#budget));
    return chunks;
  }

  #lines(lines: readonly string[], separator: string, indent: number): string {
    const margin = `${separator}\n${' '.repeat(indent)}`;
    this.#budget.allocate(lines.length * margin.length);
    return lines.join(margin);
  }
}
