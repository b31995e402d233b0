import { syntaxError } from '../template-error.ts';
import { describeToken, type Token } from './lexer.ts';
import { parseIntegerLiteral } from './literals.ts';
import type { Arguments, ArithmeticOperator, ComparisonOperator, Expression, Filter } from './syntax.ts';
import type { TokenStream } from './token-stream.ts';

/** How deep parentheses, operators and statements may nest. Recursion must end before the stack overflows. */
const MAX_NESTING = 100;

const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);
const TEST_ARGUMENT_STARTS: ReadonlySet<string> = new Set(['name', 'string', 'integer', 'float', '[', '{']);

/** What the parser must know about the language. An unknown filter or test is an error before anything runs. */
export interface Language {
  readonly filters: { has(name: string): boolean };
  readonly tests: { has(name: string): boolean };
  /** Returns the value of a float literal. */
  createFloat(value: number): unknown;
}

/**
 * Jinja's expression grammar with Jinja's precedence: `**` is left-associative, and a filter binds tighter than a sign.
 */
export class ExpressionParser {
  readonly stream: TokenStream;
  readonly #language: Language;
  /** How often the source has used the names that are special inside macros so far. */
  readonly mentions = { caller: 0, varargs: 0, kwargs: 0 };
  #nesting = 0;

  constructor(stream: TokenStream, language: Language) {
    this.stream = stream;
    this.#language = language;
  }

  nested<Result>(parse: () => Result): Result {
    if (++this.#nesting > MAX_NESTING) throw syntaxError('the template is nested too deeply', this.stream.current.line);
    const result = parse();
    this.#nesting--;
    return result;
  }

  expression(withConditional = true): Expression {
    return this.nested(() => (withConditional ? this.#conditional() : this.#or()));
  }

  /** Parses one expression, or several with commas between them, which make a tuple. */
  tuple(options: { withConditional?: boolean; parenthesized?: boolean; endName?: string } = {}): Expression {
    const line = this.stream.current.line;
    const items: Expression[] = [];
    let isTuple = false;
    while (true) {
      if (items.length > 0) this.stream.expect(',');
      if (this.#atTupleEnd(options.endName)) break;
      items.push(this.expression(options.withConditional));
      if (!this.stream.at(',')) break;
      isTuple = true;
    }
    const first = items[0];
    if (!isTuple && first !== undefined) return first;
    if (!isTuple && !options.parenthesized)
      throw syntaxError(
        `Expected an expression, got '${describeToken(this.stream.current)}'`,
        this.stream.current.line,
      );
    return { kind: 'tuple', line, items };
  }

  /** Parses `| name(...) | name ...` after a target. With `inline`, the first `|` is missing. */
  filterChain(target: Expression | undefined, inline: boolean): Filter | undefined {
    let filter: Filter | undefined;
    let startsInline = inline;
    while (startsInline || this.stream.at('|')) {
      if (!startsInline) this.stream.next();
      startsInline = false;
      filter = this.#filter(filter ?? target);
    }
    return filter;
  }

  #atTupleEnd(endName: string | undefined): boolean {
    const { type } = this.stream.current;
    if (type === 'variable_end' || type === 'block_end' || type === ')' || type === 'eof') return true;
    return endName !== undefined && this.stream.atName(endName);
  }

  #conditional(): Expression {
    let then = this.#or();
    while (this.stream.atName('if')) {
      const { line } = this.stream.next();
      const test = this.#or();
      const otherwise = this.stream.skipIfName('else') ? this.expression() : undefined;
      then = { kind: 'conditional', line, test, then, otherwise };
    }
    return then;
  }

  #or(): Expression {
    let left = this.#and();
    while (this.stream.atName('or')) {
      const { line } = this.stream.next();
      left = { kind: 'logical', line, operator: 'or', left, right: this.#and() };
    }
    return left;
  }

  #and(): Expression {
    let left = this.#not();
    while (this.stream.atName('and')) {
      const { line } = this.stream.next();
      left = { kind: 'logical', line, operator: 'and', left, right: this.#not() };
    }
    return left;
  }

  #not(): Expression {
    if (!this.stream.atName('not')) return this.#comparison();
    const { line } = this.stream.next();
    return { kind: 'unary', line, operator: 'not', operand: this.nested(() => this.#not()) };
  }

  #comparison(): Expression {
    const line = this.stream.current.line;
    const first = this.#sum();
    const rest: { operator: ComparisonOperator; operand: Expression }[] = [];
    for (let operator = this.#comparisonOperator(); operator; operator = this.#comparisonOperator())
      rest.push({ operator, operand: this.#sum() });
    return rest.length === 0 ? first : { kind: 'comparison', line, first, rest };
  }

  #comparisonOperator(): ComparisonOperator | undefined {
    const { type } = this.stream.current;
    if (COMPARISONS.has(type)) {
      this.stream.next();
      return type as ComparisonOperator;
    }
    if (this.stream.skipIfName('in')) return 'in';
    const { following } = this.stream;
    if (this.stream.atName('not') && following.type === 'name' && following.value === 'in') {
      this.stream.skip(2);
      return 'not in';
    }
    return undefined;
  }

  #sum(): Expression {
    return this.#leftAssociative(['+', '-'], () => this.#concatenation());
  }

  #concatenation(): Expression {
    const line = this.stream.current.line;
    const first = this.#product();
    if (!this.stream.at('~')) return first;
    const items = [first];
    while (this.stream.skipIf('~')) items.push(this.#product());
    return { kind: 'concatenation', line, items };
  }

  #product(): Expression {
    return this.#leftAssociative(['*', '/', '//', '%'], () => this.#power());
  }

  #power(): Expression {
    return this.#leftAssociative(['**'], () => this.#unary(true));
  }

  #leftAssociative(operators: readonly ArithmeticOperator[], operand: () => Expression): Expression {
    let left = operand();
    while (true) {
      const operator = operators.find(candidate => this.stream.at(candidate));
      if (operator === undefined) return left;
      const { line } = this.stream.next();
      left = { kind: 'binary', line, operator, left, right: operand() };
    }
  }

  #unary(withFilter: boolean): Expression {
    const { type, line } = this.stream.current;
    let node: Expression;
    if (type === '-' || type === '+') {
      this.stream.next();
      node = { kind: 'unary', line, operator: type, operand: this.nested(() => this.#unary(false)) };
    } else node = this.primary();
    node = this.#postfix(node);
    return withFilter ? this.#filtersAndTests(node) : node;
  }

  primary(): Expression {
    const token = this.stream.next();
    switch (token.type) {
      case 'name':
        if (token.value === 'caller' || token.value === 'varargs' || token.value === 'kwargs')
          this.mentions[token.value]++;
        return nameOrConstant(token);
      case 'string': {
        let value = token.value;
        while (this.stream.at('string')) value += this.stream.next().value;
        return { kind: 'constant', line: token.line, value };
      }
      case 'integer':
        return { kind: 'constant', line: token.line, value: parseIntegerLiteral(token.value, token.line) };
      case 'float':
        return { kind: 'constant', line: token.line, value: this.#language.createFloat(Number(token.value)) };
      case '(': {
        const inner = this.nested(() => this.tuple({ parenthesized: true }));
        this.stream.expect(')');
        return inner;
      }
      case '[':
        return this.#list(token);
      case '{':
        return this.#dict(token);
      default:
        throw syntaxError(`unexpected '${describeToken(token)}'`, token.line);
    }
  }

  #list(open: Token): Expression {
    const items: Expression[] = [];
    while (!this.stream.at(']')) {
      if (items.length > 0) this.stream.expect(',');
      if (this.stream.at(']')) break;
      items.push(this.expression());
    }
    this.stream.expect(']');
    return { kind: 'list', line: open.line, items };
  }

  #dict(open: Token): Expression {
    const entries: [Expression, Expression][] = [];
    while (!this.stream.at('}')) {
      if (entries.length > 0) this.stream.expect(',');
      if (this.stream.at('}')) break;
      const key = this.expression();
      this.stream.expect(':');
      entries.push([key, this.expression()]);
    }
    this.stream.expect('}');
    return { kind: 'dict', line: open.line, entries };
  }

  #postfix(start: Expression): Expression {
    let node = start;
    while (true) {
      if (this.stream.at('.')) node = this.#attribute(node);
      else if (this.stream.at('[')) node = this.#subscript(node);
      else if (this.stream.at('(')) node = this.#call(node);
      else return node;
    }
  }

  #filtersAndTests(start: Expression): Expression {
    let node = start;
    while (true) {
      if (this.stream.at('|')) node = this.filterChain(node, false) ?? node;
      else if (this.stream.atName('is')) node = this.#test(node);
      else if (this.stream.at('(')) node = this.#call(node);
      else return node;
    }
  }

  #attribute(target: Expression): Expression {
    const { line } = this.stream.expect('.');
    const token = this.stream.next();
    if (token.type === 'name') return { kind: 'attribute', line, target, name: token.value };
    if (token.type !== 'integer') throw syntaxError('expected name or number', token.line);
    const index: Expression = { kind: 'constant', line, value: parseIntegerLiteral(token.value, token.line) };
    return { kind: 'item', line, target, index };
  }

  #subscript(target: Expression): Expression {
    const { line } = this.stream.expect('[');
    const parts: Expression[] = [];
    while (!this.stream.at(']')) {
      if (parts.length > 0) this.stream.expect(',');
      const start = this.stream.at(':') ? undefined : this.expression();
      if (this.stream.at(':')) {
        if (parts.length > 0) throw syntaxError('a slice cannot be one of several subscripts', line);
        return this.#slice(target, start, line);
      }
      if (start !== undefined) parts.push(start);
    }
    this.stream.expect(']');
    const [first] = parts;
    const index: Expression = parts.length === 1 && first ? first : { kind: 'tuple', line, items: parts };
    return { kind: 'item', line, target, index };
  }

  #slice(target: Expression, start: Expression | undefined, line: number): Expression {
    this.stream.expect(':');
    const stop = this.stream.at(':') || this.stream.at(']') ? undefined : this.expression();
    const step = this.stream.skipIf(':') && !this.stream.at(']') ? this.expression() : undefined;
    this.stream.expect(']');
    return { kind: 'slice', line, target, start, stop, step };
  }

  #call(callee: Expression): Expression {
    const { line } = this.stream.current;
    return { kind: 'call', line, callee, arguments: this.#arguments() };
  }

  #filter(target: Expression | undefined): Filter {
    const { line } = this.stream.current;
    const name = this.#dottedName();
    if (!this.#language.filters.has(name)) throw syntaxError(`No filter named '${name}'`, line);
    const args = this.stream.at('(') ? this.#arguments() : NO_ARGUMENTS;
    return { kind: 'filter', line, target, name, arguments: args };
  }

  #test(target: Expression): Expression {
    const { line } = this.stream.expectName('is');
    const negated = this.stream.skipIfName('not');
    const name = this.#dottedName();
    if (!this.#language.tests.has(name)) throw syntaxError(`No test named '${name}'`, line);
    const test: Expression = { kind: 'test', line, target, name, arguments: this.#testArguments() };
    return negated ? { kind: 'unary', line, operator: 'not', operand: test } : test;
  }

  #testArguments(): Arguments {
    if (this.stream.at('(')) return this.#arguments();
    if (!TEST_ARGUMENT_STARTS.has(this.stream.current.type)) return NO_ARGUMENTS;
    if (['else', 'or', 'and'].some(word => this.stream.atName(word))) return NO_ARGUMENTS;
    if (this.stream.atName('is'))
      throw syntaxError('You cannot chain multiple tests with is', this.stream.current.line);
    return { ...NO_ARGUMENTS, positional: [this.#postfix(this.nested(() => this.primary()))] };
  }

  #dottedName(): string {
    let name = this.stream.expect('name').value;
    while (this.stream.skipIf('.')) name += `.${this.stream.expect('name').value}`;
    return name;
  }

  #arguments(): Arguments {
    const { line } = this.stream.expect('(');
    const positional: Expression[] = [];
    const keywords: { name: string; value: Expression }[] = [];
    const names = new Set<string>();
    let spread: Expression | undefined;
    let spreadKeywords: Expression | undefined;
    const ensure = (holds: boolean): void => {
      if (!holds) throw syntaxError('invalid syntax for function call expression', line);
    };
    for (let first = true; !this.stream.at(')'); first = false) {
      if (!first) this.stream.expect(',');
      if (this.stream.at(')')) break;
      if (this.stream.skipIf('*')) {
        ensure(spread === undefined && spreadKeywords === undefined);
        spread = this.expression();
      } else if (this.stream.skipIf('**')) {
        ensure(spreadKeywords === undefined);
        spreadKeywords = this.expression();
      } else if (this.stream.at('name') && this.stream.following.type === '=') {
        ensure(spreadKeywords === undefined);
        const name = this.stream.current.value;
        if (names.has(name)) throw syntaxError(`keyword argument repeated: ${name}`, line);
        names.add(name);
        this.stream.skip(2);
        keywords.push({ name, value: this.expression() });
      } else {
        ensure(spread === undefined && spreadKeywords === undefined && keywords.length === 0);
        positional.push(this.expression());
      }
    }
    this.stream.expect(')');
    return { positional, keywords, spread, spreadKeywords };
  }
}

const NO_ARGUMENTS: Arguments = { positional: [], keywords: [], spread: undefined, spreadKeywords: undefined };

function nameOrConstant(token: Token): Expression {
  const { line, start, value } = token;
  if (value === 'true' || value === 'True') return { kind: 'constant', line, value: true };
  if (value === 'false' || value === 'False') return { kind: 'constant', line, value: false };
  if (value === 'none' || value === 'None') return { kind: 'constant', line, value: null };
  return { kind: 'name', line, start, name: value };
}
