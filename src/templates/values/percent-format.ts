import type { Budget } from '../budget.ts';
import { TemplateError } from '../template-error.ts';
import { isMapping, lookUp } from './dict.ts';
import { escapeHtml, escapeText } from './html.ts';
import { type FloatStyle, formatMagnitude } from './number-format.ts';
import { asIndex, isNumber, numeric, printInteger, toFloat, truncate } from './numbers.ts';
import { toRepresentation, toText } from './printing.ts';
import { textLength, textSlice } from './text.ts';
import {
  describeKind,
  isDataList,
  isInteger,
  isText,
  List,
  Markup,
  plainText,
  Tuple,
  Undefined,
  type Value,
} from './values.ts';

/** Python's old formatting: `'%s is %d' % values`. A format that is marked as HTML escapes the values. */
export function formatPercent(format: string | Markup, values: Value, budget: Budget): Value {
  const text = new PercentFormatter(plainText(format), values, format instanceof Markup, budget).run();
  return format instanceof Markup ? new Markup(text) : text;
}

interface Specification {
  readonly flags: string;
  readonly width: number;
  readonly precision: number | undefined;
  readonly conversion: string;
}

class PercentFormatter {
  readonly #format: string;
  readonly #values: Value;
  readonly #positional: readonly Value[];
  readonly #escapes: boolean;
  readonly #budget: Budget;
  #position = 0;
  #used = 0;

  constructor(format: string, values: Value, escapes: boolean, budget: Budget) {
    this.#format = format;
    this.#values = values;
    this.#positional = values instanceof Tuple ? values.items : [values];
    this.#escapes = escapes;
    this.#budget = budget;
  }

  run(): string {
    let text = '';
    while (true) {
      const percent = this.#format.indexOf('%', this.#position);
      const plain = this.#format.slice(this.#position, percent < 0 ? undefined : percent);
      this.#budget.allocate(plain.length);
      text += plain;
      if (percent < 0) break;
      this.#position = percent + 1;
      const part = this.#conversion();
      this.#budget.allocate(part.length);
      text += part;
    }
    const isSubscriptable = isMapping(this.#values) || this.#values instanceof List || isDataList(this.#values);
    if (this.#used < this.#positional.length && !isSubscriptable)
      throw new TemplateError('not all arguments converted during string formatting');
    return text;
  }

  #conversion(): string {
    const key = this.#key();
    const flags = this.#readWhile('-+ #0');
    const width = this.#number() ?? 0;
    const precision = this.#format.charAt(this.#position) === '.' ? this.#precision() : undefined;
    this.#readWhile('hlL');
    const conversion = this.#format.charAt(this.#position++);
    if (conversion === '') throw new TemplateError('incomplete format');
    if (conversion === '%') return '%';
    if (!'diouxXeEfFgGcrsa'.includes(conversion))
      throw new TemplateError(`unsupported format character '${conversion}'`);
    const value = key === undefined ? this.#next() : this.#named(key);
    const isLeft = width < 0 || flags.includes('-');
    return this.#convert(value, { flags: isLeft ? `${flags}-` : flags, width: Math.abs(width), precision, conversion });
  }

  #key(): string | undefined {
    if (this.#format.charAt(this.#position) !== '(') return undefined;
    let depth = 1;
    let end = this.#position + 1;
    for (; end < this.#format.length && depth > 0; end++) {
      const char = this.#format.charAt(end);
      if (char === '(') depth++;
      else if (char === ')') depth--;
    }
    if (depth > 0) throw new TemplateError('incomplete format key');
    const key = this.#format.slice(this.#position + 1, end - 1);
    this.#position = end;
    return key;
  }

  #readWhile(chars: string): string {
    const start = this.#position;
    while (this.#position < this.#format.length && chars.includes(this.#format.charAt(this.#position)))
      this.#position++;
    return this.#format.slice(start, this.#position);
  }

  #precision(): number {
    this.#position++;
    return Math.max(0, this.#number() ?? 0);
  }

  #number(): number | undefined {
    if (this.#format.charAt(this.#position) === '*') {
      this.#position++;
      const value = this.#next();
      if (!isInteger(value)) throw new TemplateError('* wants int');
      return asIndex(value);
    }
    const digits = this.#readWhile('0123456789');
    return digits === '' ? undefined : Number(digits);
  }

  #next(): Value {
    const value = this.#positional[this.#used];
    if (value === undefined) throw new TemplateError('not enough arguments for format string');
    this.#used++;
    return value;
  }

  #named(key: string): Value {
    if (!isMapping(this.#values)) throw new TemplateError('format requires a mapping');
    const value = lookUp(this.#values, key);
    if (value === undefined) throw new TemplateError(`the format needs a value for '${key}'`);
    this.#used = this.#positional.length;
    return value;
  }

  #convert(value: Value, spec: Specification): string {
    if (value instanceof Undefined && spec.conversion !== 's') throw value.error();
    if ('rsa'.includes(spec.conversion)) return this.#pad(this.#text(value, spec), '', spec, false);
    if (spec.conversion === 'c') return this.#pad(character(value, this.#budget), '', spec, false);
    if ('eEfFgG'.includes(spec.conversion)) return this.#float(value, spec);
    return this.#integer(value, spec);
  }

  #text(value: Value, spec: Specification): string {
    const budget = this.#budget;
    let text: string;
    if (spec.conversion === 's') text = this.#escapes ? escapeHtml(value, budget) : toText(value, budget);
    else {
      text = toRepresentation(value, budget);
      if (spec.conversion === 'a') text = text.replaceAll(/[^\0-\x7f]/gu, asciiEscape);
      if (this.#escapes) text = escapeText(text, budget);
    }
    return spec.precision === undefined ? text : textSlice(text, 0, spec.precision, budget);
  }

  #float(value: Value, spec: Specification): string {
    if (!isNumber(value)) throw new TemplateError(`a number is needed, not ${describeKind(value)}`);
    const float = toFloat(value);
    const style = spec.conversion.toLowerCase() as FloatStyle;
    const magnitude = formatMagnitude(float, style, spec.precision ?? 6, spec.flags.includes('#'), this.#budget);
    const isNegative = float < 0 || Object.is(float, -0);
    const text = spec.conversion === spec.conversion.toUpperCase() ? magnitude.toUpperCase() : magnitude;
    return this.#pad(text, signPrefix(isNegative, spec.flags), spec, Number.isFinite(float));
  }

  #integer(value: Value, spec: Specification): string {
    const whole = integerFor(value, spec.conversion);
    const isNegative = whole < 0;
    const size = isNegative ? -whole : whole;
    const { digits, prefix } = inBase(size, spec);
    this.#budget.allocate(spec.precision ?? 0);
    const padded = spec.precision === undefined ? digits : digits.padStart(spec.precision, '0');
    return this.#pad(padded, signPrefix(isNegative, spec.flags) + prefix, spec, true);
  }

  #pad(text: string, sign: string, spec: Specification, isNumber: boolean): string {
    const missing = spec.width - textLength(text, this.#budget) - sign.length;
    if (missing <= 0) return sign + text;
    this.#budget.allocate(missing);
    if (spec.flags.includes('-')) return sign + text + ' '.repeat(missing);
    return isNumber && spec.flags.includes('0') ? sign + '0'.repeat(missing) + text : ' '.repeat(missing) + sign + text;
  }
}

function integerFor(value: Value, conversion: string): number | bigint {
  if (isInteger(value)) return numeric(value);
  if ('diu'.includes(conversion)) {
    if (isNumber(value)) return truncate(toFloat(value));
    throw new TemplateError(`%${conversion} needs a number, not ${describeKind(value)}`);
  }
  throw new TemplateError(`%${conversion} needs a whole number, not ${describeKind(value)}`);
}

function inBase(size: number | bigint, spec: Specification): { digits: string; prefix: string } {
  const prefix = spec.flags.includes('#') ? `0${spec.conversion}` : '';
  if (spec.conversion === 'x') return { digits: size.toString(16), prefix };
  if (spec.conversion === 'X') return { digits: size.toString(16).toUpperCase(), prefix };
  if (spec.conversion === 'o') return { digits: size.toString(8), prefix };
  return { digits: printInteger(size), prefix: '' };
}

function signPrefix(isNegative: boolean, flags: string): string {
  if (isNegative) return '-';
  return flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
}

function character(value: Value, budget: Budget): string {
  if (isText(value) && textLength(plainText(value), budget) === 1) return plainText(value);
  if (!isInteger(value)) throw new TemplateError('%c requires int or char');
  return characterFromCode(asIndex(value));
}

export function characterFromCode(code: number): string {
  if (code < 0 || code > 0x10ffff) throw new TemplateError('%c arg not in range(0x110000)');
  return String.fromCodePoint(code);
}

function asciiEscape(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code <= 0xff) return `\\x${code.toString(16)}`;
  return code <= 0xffff ? `\\u${code.toString(16).padStart(4, '0')}` : `\\U${code.toString(16).padStart(8, '0')}`;
}
