import { syntaxError, type TemplateError } from '../template-error.ts';
import { describeToken, describeType, type Token } from './lexer.ts';

/** Reads tokens one after the other. The end is a token of its own, which the stream never passes. */
export class TokenStream {
  readonly #tokens: readonly Token[];
  readonly #end: Token;
  #position = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
    const last = tokens.at(-1);
    this.#end = { type: 'eof', value: '', line: last?.line ?? 1, start: last?.start ?? 0 };
  }

  get current(): Token {
    return this.#tokens[this.#position] ?? this.#end;
  }

  get following(): Token {
    return this.#tokens[this.#position + 1] ?? this.#end;
  }

  next(): Token {
    const token = this.current;
    this.#position++;
    return token;
  }

  skip(count: number): void {
    this.#position += count;
  }

  at(type: string): boolean {
    return this.current.type === type;
  }

  atName(name: string): boolean {
    const token = this.current;
    return token.type === 'name' && token.value === name;
  }

  skipIf(type: string): boolean {
    if (!this.at(type)) return false;
    this.#position++;
    return true;
  }

  skipIfName(name: string): boolean {
    if (!this.atName(name)) return false;
    this.#position++;
    return true;
  }

  expect(type: string): Token {
    if (!this.at(type)) throw this.unexpected(describeType(type));
    return this.next();
  }

  expectName(name: string): Token {
    if (!this.atName(name)) throw this.unexpected(name);
    return this.next();
  }

  unexpected(expected: string): TemplateError {
    const token = this.current;
    if (token.type === 'eof') return syntaxError(`unexpected end of template, expected '${expected}'`, token.line);
    return syntaxError(`expected '${expected}', got '${describeToken(token)}'`, token.line);
  }
}
