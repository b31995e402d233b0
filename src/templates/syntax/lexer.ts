import { syntaxError } from '../template-error.ts';
import { unescapeLiteral } from './literals.ts';
import { isSpace, skipSpace, trimEnd } from './white-space.ts';

/**
 * `type` is one of the names below, or the text of an operator (`+`, `//`, `(`).
 * `value` is the text of a name, the value of a string, or the digits of a number without underscores.
 */
export interface Token {
  readonly type: string;
  readonly value: string;
  readonly line: number;
  /** Where the token begins in the source with normalized line breaks. */
  readonly start: number;
}

/** Returns the tokens of a whole template: text, and the code between `{{ }}` and `{% %}`. */
export function tokenizeTemplate(source: string): Token[] {
  const scanner = new Scanner(normalizeNewlines(source));
  scanner.template();
  return scanner.tokens;
}

/** Returns the tokens of an expression without braces. */
export function tokenizeExpression(source: string): Token[] {
  const scanner = new Scanner(normalizeNewlines(source));
  scanner.code('expression');
  return scanner.tokens;
}

/** Converts every kind of line break to `\n` and drops one at the very end, as Jinja does. */
export function normalizeNewlines(source: string): string {
  const text = source.includes('\r') ? source.replaceAll(/\r\n?/g, '\n') : source;
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}

export function describeToken(token: Token): string {
  return token.type === 'name' ? token.value : describeType(token.type);
}

export function describeType(type: string): string {
  return Object.hasOwn(TYPE_NAMES, type) ? (TYPE_NAMES[type] ?? type) : type;
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  block_begin: 'begin of statement block',
  block_end: 'end of statement block',
  variable_begin: 'begin of print statement',
  variable_end: 'end of print statement',
  data: 'template data / text',
  eof: 'end of template',
};

const OPERATORS = new Set('+ - / // * % ** ~ [ ] ( ) { } == != > >= < <= = . : | , ;'.split(' '));
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

const FLOAT = /(?:\d+_)*\d+(?:(?:\.(?:\d+_)*\d+)?e[+-]?(?:\d+_)*\d+|\.(?:\d+_)*\d+)/iy;
const INTEGER = /0b(?:_?[01])+|0o(?:_?[0-7])+|0x(?:_?[\da-f])+|[1-9](?:_?\d)*|0(?:_?0)*/iy;
const NAME = /[\p{ID_Continue}]+/uy;
const IDENTIFIER = /^[\p{ID_Start}_]\p{ID_Continue}*$/u;

type CodeKind = 'variable' | 'block' | 'expression';

class Scanner {
  readonly tokens: Token[] = [];
  readonly #source: string;
  #position = 0;
  #line = 1;

  constructor(source: string) {
    this.#source = source;
  }

  template(): void {
    while (this.#position < this.#source.length) {
      const tag = this.#findTag();
      if (tag < 0) {
        this.#data(this.#source.slice(this.#position), this.#source.length);
        return;
      }
      const sign = this.#source.charAt(tag + 2);
      const text = this.#source.slice(this.#position, tag);
      this.#data(sign === '-' ? trimEnd(text) : text, tag);
      this.#tag(this.#source.charAt(tag + 1), sign === '-' || sign === '+' ? 3 : 2);
    }
  }

  /** Scans up to the end of the tag, or up to the end of the source for a bare expression. */
  code(kind: CodeKind): void {
    const closers: string[] = [];
    while (true) {
      this.#advance(skipSpace(this.#source, this.#position));
      if (this.#position >= this.#source.length) return;
      if (closers.length === 0 && this.#endOfCode(kind)) return;
      this.#codeToken(closers);
    }
  }

  #findTag(): number {
    let at = this.#source.indexOf('{', this.#position);
    while (at >= 0) {
      const next = this.#source.charAt(at + 1);
      if (next === '{' || next === '%' || next === '#') return at;
      at = this.#source.indexOf('{', at + 1);
    }
    return -1;
  }

  #tag(kind: string, length: number): void {
    const start = this.#position;
    if (kind === '#') {
      this.#comment(start + length);
      return;
    }
    if (kind === '%') {
      const raw = this.#rawTag(start + length);
      if (raw >= 0) {
        this.#raw(raw);
        return;
      }
    }
    this.#add(kind === '%' ? 'block_begin' : 'variable_begin', this.#source.slice(start, start + length));
    this.#position = start + length;
    this.code(kind === '%' ? 'block' : 'variable');
  }

  /** Adds text. What lies between it and `end` was stripped, but its line breaks still count. */
  #data(text: string, end: number): void {
    if (text !== '') this.#add('data', text);
    this.#advance(end);
  }

  #comment(from: number): void {
    const end = this.#source.indexOf('#}', from);
    if (end < 0) throw syntaxError('Missing end of comment tag', this.#line);
    const strips = end > from && this.#source.charAt(end - 1) === '-';
    this.#advance(strips ? skipSpace(this.#source, end + 2) : end + 2);
  }

  /** Returns where the content of `{% raw %}` starts, or -1 when this is another tag. */
  #rawTag(from: number): number {
    const word = skipSpace(this.#source, from);
    if (!this.#source.startsWith('raw', word)) return -1;
    const end = skipSpace(this.#source, word + 3);
    if (this.#source.startsWith('-%}', end)) return skipSpace(this.#source, end + 3);
    return this.#source.startsWith('%}', end) ? end + 2 : -1;
  }

  #raw(from: number): void {
    this.#advance(from);
    let at = this.#source.indexOf('{%', from);
    while (at >= 0) {
      const sign = this.#source.charAt(at + 2);
      const word = skipSpace(this.#source, at + (sign === '-' || sign === '+' ? 3 : 2));
      if (this.#source.startsWith('endraw', word)) {
        const end = this.#rawEnd(skipSpace(this.#source, word + 6));
        if (end >= 0) {
          const text = this.#source.slice(from, at);
          this.#data(sign === '-' ? trimEnd(text) : text, end);
          return;
        }
      }
      at = this.#source.indexOf('{%', at + 2);
    }
    throw syntaxError('Missing end of raw directive', this.#line);
  }

  #rawEnd(at: number): number {
    if (this.#source.startsWith('%}', at)) return at + 2;
    if (this.#source.startsWith('+%}', at)) return at + 3;
    return this.#source.startsWith('-%}', at) ? skipSpace(this.#source, at + 3) : -1;
  }

  #endOfCode(kind: CodeKind): boolean {
    if (kind === 'expression') return false;
    const close = kind === 'block' ? '%}' : '}}';
    const sign = this.#source.charAt(this.#position);
    const signed = sign === '-' || (sign === '+' && kind === 'block');
    const at = signed ? this.#position + 1 : this.#position;
    if (!this.#source.startsWith(close, at)) return false;
    this.#add(kind === 'block' ? 'block_end' : 'variable_end', close);
    this.#advance(sign === '-' ? skipSpace(this.#source, at + 2) : at + 2);
    return true;
  }

  #codeToken(closers: string[]): void {
    const char = this.#source.charAt(this.#position);
    if (char === "'" || char === '"') {
      this.#string(char);
      return;
    }
    if (this.#number()) return;
    const name = this.#match(NAME);
    if (name !== undefined) {
      if (!IDENTIFIER.test(name)) throw syntaxError(`Invalid character in identifier '${name}'`, this.#line);
      this.#add('name', name);
      this.#position += name.length;
      return;
    }
    this.#operator(char, closers);
  }

  #number(): boolean {
    const afterDot = this.#position > 0 && this.#source.charAt(this.#position - 1) === '.';
    const float = afterDot ? undefined : this.#match(FLOAT);
    const digits = float ?? this.#match(INTEGER);
    if (digits === undefined) return false;
    this.#add(float === undefined ? 'integer' : 'float', digits.replaceAll('_', ''));
    this.#position += digits.length;
    return true;
  }

  #string(quote: string): void {
    let end = this.#position + 1;
    while (end < this.#source.length && this.#source.charAt(end) !== quote)
      end += this.#source.charAt(end) === '\\' ? 2 : 1;
    if (end >= this.#source.length) throw syntaxError(`a string that starts with ${quote} has no end`, this.#line);
    this.#add('string', unescapeLiteral(this.#source.slice(this.#position + 1, end), this.#line));
    this.#advance(end + 1);
  }

  #operator(char: string, closers: string[]): void {
    const pair = this.#source.slice(this.#position, this.#position + 2);
    const operator = OPERATORS.has(pair) ? pair : char;
    if (!OPERATORS.has(operator))
      throw syntaxError(`unexpected character ${describeCharacter(this.#source, this.#position)}`, this.#line);
    const closer = CLOSING[operator];
    if (closer !== undefined) closers.push(closer);
    else if (operator === ')' || operator === ']' || operator === '}') {
      const expected = closers.pop();
      if (expected === undefined) throw syntaxError(`unexpected '${operator}'`, this.#line);
      if (expected !== operator) throw syntaxError(`unexpected '${operator}', expected '${expected}'`, this.#line);
    }
    this.#add(operator, operator);
    this.#position += operator.length;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#position;
    return pattern.exec(this.#source)?.[0];
  }

  #add(type: string, value: string): void {
    this.tokens.push({ type, value, line: this.#line, start: this.#position });
  }

  #advance(to: number): void {
    for (let at = this.#position; at < to; at++) if (this.#source.charCodeAt(at) === 10) this.#line++;
    this.#position = to;
  }
}

function describeCharacter(source: string, at: number): string {
  const code = source.codePointAt(at) ?? 0;
  return isSpace(code) || code < 32
    ? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
    : `'${String.fromCodePoint(code)}'`;
}
