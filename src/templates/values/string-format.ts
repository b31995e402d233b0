import type { Budget } from '../budget.ts';
import { TemplateError } from '../template-error.ts';
import type { CallArguments, Runtime } from './callable.ts';
import { lookUp, type Mapping } from './dict.ts';
import { formatValue } from './format-specification.ts';
import { escapeHtml, escapeText } from './html.ts';
import { toRepresentation, toText } from './printing.ts';
import { Markup, plainText, type Value } from './values.ts';

/** How deep specifications nest (`{:{width}}`): the limit of Python's `string.Formatter`. */
const MAX_NESTING = 2;

/** Evaluates `'{} and {name}'.format(...)`. Fields access parts of the values only in the ways of a template. */
export function formatFields(
  format: string | Markup,
  args: CallArguments,
  map: Mapping | undefined,
  runtime: Runtime,
): Value {
  const formatter = new FieldFormatter(args, map, format instanceof Markup, runtime);
  const text = formatter.format(plainText(format), MAX_NESTING);
  return format instanceof Markup ? new Markup(text) : text;
}

class FieldFormatter {
  readonly #args: CallArguments;
  readonly #map: Mapping | undefined;
  readonly #escapes: boolean;
  readonly #runtime: Runtime;
  readonly #budget: Budget;
  #automatic = 0;
  #numbering: 'automatic' | 'manual' | undefined;

  constructor(args: CallArguments, map: Mapping | undefined, escapes: boolean, runtime: Runtime) {
    this.#args = args;
    this.#map = map;
    this.#escapes = escapes;
    this.#runtime = runtime;
    this.#budget = runtime.budget;
  }

  format(format: string, nesting: number): string {
    if (nesting < 0) throw new TemplateError('Max string recursion exceeded');
    let text = '';
    let position = 0;
    while (position < format.length) {
      const brace = nextBrace(format, position);
      text += format.slice(position, brace);
      this.#budget.allocate(brace - position);
      if (brace >= format.length) break;
      if (format.charAt(brace) === format.charAt(brace + 1)) {
        text += format.charAt(brace);
        position = brace + 2;
        continue;
      }
      if (format.charAt(brace) === '}') throw new TemplateError("Single '}' encountered in format string");
      const end = closingBrace(format, brace);
      const part = this.#field(format.slice(brace + 1, end), nesting);
      this.#budget.allocate(part.length);
      text += part;
      position = end + 1;
    }
    return text;
  }

  #field(field: string, nesting: number): string {
    const { name, conversion, specification } = splitField(field);
    const value = this.#convert(this.#value(name), conversion);
    const spec = this.format(specification, nesting - 1);
    if (!this.#escapes) return formatValue(value, spec, this.#budget);
    if (value instanceof Markup) {
      if (spec !== '') throw new TemplateError('Unsupported format specification for Markup.');
      return value.text;
    }
    return spec === ''
      ? escapeHtml(value, this.#budget)
      : escapeText(formatValue(value, spec, this.#budget), this.#budget);
  }

  #convert(value: Value, conversion: string | undefined): Value {
    if (conversion === undefined) return value;
    if (conversion === 's') return toText(value, this.#budget);
    if (conversion === 'r' || conversion === 'a') return toRepresentation(value, this.#budget);
    throw new TemplateError(`Unknown conversion specifier ${conversion}`);
  }

  #value(name: string): Value {
    const first = /^[^.[]*/.exec(name)?.[0] ?? '';
    let value = this.#argument(first);
    let at = first.length;
    while (at < name.length) {
      const step = /^(?:\.([^.[]+)|\[([^\]]+)\])/.exec(name.slice(at));
      if (!step) throw new TemplateError('Empty attribute in format string');
      const index = step[2];
      if (step[1] !== undefined) value = this.#runtime.attribute(value, step[1]);
      else if (index !== undefined) value = this.#runtime.item(value, /^\d{1,15}$/.test(index) ? Number(index) : index);
      at += step[0].length;
    }
    return value;
  }

  #argument(name: string): Value {
    if (name !== '' && !/^\d{1,15}$/.test(name)) {
      const value = this.#map ? lookUp(this.#map, name) : this.#args.keywords.get(name);
      if (value === undefined) throw new TemplateError(`the format needs a value for '${name}'`);
      return value;
    }
    const numbering = name === '' ? 'automatic' : 'manual';
    if (this.#numbering !== undefined && this.#numbering !== numbering)
      throw new TemplateError('cannot switch between manual field specification and automatic field numbering');
    this.#numbering = numbering;
    const index = name === '' ? this.#automatic++ : Number(name);
    const value = this.#args.positional[index];
    if (value === undefined)
      throw new TemplateError(`Replacement index ${index} out of range for positional args tuple`);
    return value;
  }
}

function nextBrace(format: string, from: number): number {
  for (let at = from; at < format.length; at++) {
    const char = format.charCodeAt(at);
    if (char === 0x7b || char === 0x7d) return at;
  }
  return format.length;
}

/** Finds the brace that ends a field. It skips the braces of fields inside the specification. */
function closingBrace(format: string, open: number): number {
  let depth = 0;
  for (let at = open; at < format.length; at++) {
    const char = format.charAt(at);
    if (char === '{') depth++;
    else if (char === '}' && --depth === 0) return at;
  }
  throw new TemplateError("expected '}' before end of string");
}

function splitField(field: string): { name: string; conversion: string | undefined; specification: string } {
  let inBrackets = false;
  let end = 0;
  for (; end < field.length; end++) {
    const char = field.charAt(end);
    if (char === '[') inBrackets = true;
    else if (char === ']') inBrackets = false;
    else if (!inBrackets && (char === ':' || char === '!')) break;
  }
  const name = field.slice(0, end);
  if (name.includes('{')) throw new TemplateError("unexpected '{' in field name");
  if (field.charAt(end) !== '!') return { name, conversion: undefined, specification: field.slice(end + 1) };
  const conversion = field.charAt(end + 1);
  const after = field.charAt(end + 2);
  if (conversion === '' || (after !== '' && after !== ':'))
    throw new TemplateError("expected ':' after conversion specifier");
  return { name, conversion, specification: field.slice(end + 3) };
}
