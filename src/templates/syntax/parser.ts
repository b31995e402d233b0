import { syntaxError, type TemplateError } from '../template-error.ts';
import { ExpressionParser, type Language } from './expression-parser.ts';
import { describeToken, tokenizeExpression, tokenizeTemplate } from './lexer.ts';
import type { Block, Body, Expression, For, If, Parameter, SpecialNames, Statement, Target } from './syntax.ts';
import { TokenStream } from './token-stream.ts';
import { checkDepth } from './tree.ts';

export function parseTemplate(source: string, language: Language): Body {
  const body = new StatementParser(new TokenStream(tokenizeTemplate(source)), language).parse();
  checkDepth(body);
  return body;
}

/** Parses an expression that has no braces around it. */
export function parseExpression(source: string, language: Language): Expression {
  const stream = new TokenStream(tokenizeExpression(source));
  const expression = new ExpressionParser(stream, language).tuple();
  if (!stream.at('eof'))
    throw syntaxError(`unexpected '${describeToken(stream.current)}' after the expression`, stream.current.line);
  checkDepth([{ kind: 'print', line: expression.line, value: expression }]);
  return expression;
}

const UNSUPPORTED_TAGS = new Set(['include', 'import', 'from', 'extends']);

class StatementParser {
  readonly #stream: TokenStream;
  readonly #expressions: ExpressionParser;
  /** The open tags, outermost first, each with the tags that may end its body. */
  readonly #open: { tag: string; line: number; ends: readonly string[] }[] = [];
  readonly #blocks = new Set<string>();
  /** The number of surrounding loops that `break` and `continue` can reach. */
  #loops = 0;

  constructor(stream: TokenStream, language: Language) {
    this.#stream = stream;
    this.#expressions = new ExpressionParser(stream, language);
  }

  parse(): Body {
    return this.#statements([]);
  }

  /**
   * Parses statements up to the end of the source or up to one of the end tags, whose name is then the current token.
   */
  #statements(ends: readonly string[]): Body {
    const body: Statement[] = [];
    while (true) {
      const token = this.#stream.current;
      if (token.type === 'eof') return body;
      this.#stream.next();
      if (token.type === 'data') body.push({ kind: 'text', line: token.line, text: token.value });
      else if (token.type === 'variable_begin') {
        body.push({ kind: 'print', line: token.line, value: this.#expressions.tuple() });
        this.#stream.expect('variable_end');
      } else {
        if (ends.some(end => this.#stream.atName(end))) return body;
        body.push(...this.#expressions.nested(() => this.#statement()));
        this.#stream.expect('block_end');
      }
    }
  }

  /** Parses the body of a tag, from its `%}` to one of the tags that end it. */
  #body(tag: string, ends: readonly string[]): Body {
    this.#stream.skipIf(':');
    const { line } = this.#stream.expect('block_end');
    this.#open.push({ tag, line, ends });
    const body = this.#statements(ends);
    if (this.#stream.at('eof')) throw this.#misplacedTag(undefined);
    this.#open.pop();
    return body;
  }

  #statement(): Statement[] {
    const token = this.#stream.current;
    if (token.type !== 'name') throw syntaxError('tag name expected', token.line);
    const { value: tag, line } = token;
    if (UNSUPPORTED_TAGS.has(tag)) throw syntaxError(`{% ${tag} %} is not available: a template stands alone`, line);
    if (tag === 'autoescape') throw syntaxError('{% autoescape %} is not available: use the filter e', line);
    switch (tag) {
      case 'for':
        return [this.#for()];
      case 'if':
        return [this.#if()];
      case 'set':
        return [this.#set()];
      case 'with':
        return [this.#with()];
      case 'macro':
        return [this.#macro()];
      case 'call':
        return [this.#callBlock()];
      case 'filter':
        return [this.#filterBlock()];
      case 'block':
        return [this.#block()];
      case 'print':
        return this.#print();
      case 'do':
        this.#stream.next();
        return [{ kind: 'do', line, value: this.#expressions.tuple() }];
      case 'break':
      case 'continue':
        this.#stream.next();
        if (this.#loops === 0) throw syntaxError(`{% ${tag} %} outside a loop`, line);
        return [{ kind: tag, line }];
      default:
        throw this.#misplacedTag(tag);
    }
  }

  #for(): For {
    const { line } = this.#stream.next();
    const target = this.#target('in');
    this.#stream.expectName('in');
    const iterable = this.#expressions.tuple({ withConditional: false, endName: 'recursive' });
    const condition = this.#stream.skipIfName('if') ? this.#expressions.expression() : undefined;
    const recursive = this.#stream.skipIfName('recursive');
    if (bindsName(target, 'loop')) throw syntaxError("Can't assign to special loop variable in for-loop target", line);
    this.#loops++;
    const body = this.#body('for', ['endfor', 'else']);
    this.#loops--;
    const hasElse = this.#stream.next().value === 'else';
    const otherwise = hasElse ? this.#body('for', ['endfor']) : [];
    if (hasElse) this.#stream.next();
    return { kind: 'for', line, target, iterable, condition, recursive, body, otherwise };
  }

  #if(): If {
    const line = this.#stream.current.line;
    const branches: { test: Expression; body: Body }[] = [];
    let otherwise: Body = [];
    let tag = 'if';
    do {
      this.#stream.next();
      const test = this.#expressions.tuple({ withConditional: false });
      branches.push({ test, body: this.#body('if', ['elif', 'else', 'endif']) });
      tag = this.#stream.current.value;
    } while (tag === 'elif');
    this.#stream.next();
    if (tag === 'else') {
      otherwise = this.#body('if', ['endif']);
      this.#stream.next();
    }
    return { kind: 'if', line, branches, otherwise };
  }

  #set(): Statement {
    const { line } = this.#stream.next();
    const target = this.#target();
    if (this.#loops > 0 && bindsName(target, 'loop'))
      throw syntaxError("Can't assign to special loop variable in for-loop target", line);
    if (this.#stream.skipIf('=')) return { kind: 'set', line, target, value: this.#expressions.tuple() };
    const filter = this.#expressions.filterChain(undefined, false);
    return { kind: 'set-block', line, target, filter, body: this.#bodyUntilEndTag('set') };
  }

  #with(): Statement {
    const { line } = this.#stream.next();
    const bindings: { target: Target; value: Expression }[] = [];
    while (!this.#stream.at('block_end')) {
      if (bindings.length > 0) this.#stream.expect(',');
      const target = this.#target();
      if (target.kind === 'namespace') throw this.#stream.unexpected('=');
      this.#stream.expect('=');
      bindings.push({ target, value: this.#expressions.expression() });
    }
    return { kind: 'with', line, bindings, body: this.#bodyUntilEndTag('with') };
  }

  #macro(): Statement {
    const { line } = this.#stream.next();
    const name = this.#stream.expect('name').value;
    const parameters = this.#parameters();
    return { kind: 'macro', line, name, parameters, ...this.#macroBody('macro') };
  }

  #callBlock(): Statement {
    const { line } = this.#stream.next();
    const parameters = this.#stream.at('(') ? this.#parameters() : [];
    const call = this.#expressions.expression();
    if (call.kind !== 'call') throw syntaxError('expected call', line);
    return { kind: 'call-block', line, parameters, call, ...this.#macroBody('call') };
  }

  #filterBlock(): Statement {
    const { line } = this.#stream.next();
    const filter = this.#expressions.filterChain(undefined, true);
    if (filter === undefined) throw this.#stream.unexpected('name');
    return { kind: 'filter-block', line, filter, body: this.#bodyUntilEndTag('filter') };
  }

  #block(): Block {
    const { line } = this.#stream.next();
    const name = this.#stream.expect('name').value;
    if (this.#blocks.has(name)) throw syntaxError(`block '${name}' defined twice`, line);
    this.#blocks.add(name);
    const scoped = this.#stream.skipIfName('scoped');
    const body = this.#outsideLoops(() => this.#bodyUntilEndTag('block'));
    this.#stream.skipIfName(name);
    return { kind: 'block', line, name, scoped, body };
  }

  #print(): Statement[] {
    const { line } = this.#stream.next();
    const statements: Statement[] = [];
    while (!this.#stream.at('block_end')) {
      if (statements.length > 0) this.#stream.expect(',');
      statements.push({ kind: 'print', line, value: this.#expressions.expression() });
    }
    return statements;
  }

  #macroBody(tag: string): { mentions: SpecialNames; body: Body } {
    const before = { ...this.#expressions.mentions };
    const body = this.#outsideLoops(() => this.#bodyUntilEndTag(tag));
    const after = this.#expressions.mentions;
    const mentions = {
      caller: after.caller > before.caller,
      varargs: after.varargs > before.varargs,
      kwargs: after.kwargs > before.kwargs,
    };
    return { mentions, body };
  }

  #bodyUntilEndTag(tag: string): Body {
    const body = this.#body(tag, [`end${tag}`]);
    this.#stream.next();
    return body;
  }

  #outsideLoops(parse: () => Body): Body {
    const loops = this.#loops;
    this.#loops = 0;
    const body = parse();
    this.#loops = loops;
    return body;
  }

  #parameters(): Parameter[] {
    const parameters: Parameter[] = [];
    const names = new Set<string>();
    this.#stream.expect('(');
    while (!this.#stream.at(')')) {
      if (parameters.length > 0) this.#stream.expect(',');
      const { value: name, line } = this.#stream.expect('name');
      if (names.has(name)) throw syntaxError(`duplicate parameter '${name}'`, line);
      names.add(name);
      const defaultValue = this.#stream.skipIf('=') ? this.#expressions.expression() : undefined;
      if (defaultValue === undefined && parameters.at(-1)?.defaultValue !== undefined)
        throw syntaxError('non-default argument follows default argument', line);
      parameters.push({ name, defaultValue });
    }
    this.#stream.expect(')');
    return parameters;
  }

  /** Parses the left side of `=` or `in`: a name, `namespace.attribute`, or several of them separated by commas. */
  #target(endName?: string): Target {
    const line = this.#stream.current.line;
    const items: Target[] = [];
    let isTuple = false;
    while (true) {
      if (items.length > 0) this.#stream.expect(',');
      const atEnd = this.#stream.at('block_end') || this.#stream.at(')') || this.#stream.at('=');
      if (items.length > 0 && (atEnd || (endName !== undefined && this.#stream.atName(endName)))) break;
      items.push(this.#singleTarget(endName === undefined));
      if (!this.#stream.at(',')) break;
      isTuple = true;
    }
    const [first] = items;
    return !isTuple && first ? first : { kind: 'tuple', line, items };
  }

  #singleTarget(withNamespace: boolean): Target {
    const { line } = this.#stream.current;
    if (this.#stream.skipIf('(')) {
      const inner = this.#expressions.nested(() => this.#target());
      this.#stream.expect(')');
      return inner;
    }
    const { value: name, start } = this.#stream.expect('name');
    if (CONSTANT_NAMES.has(name)) throw syntaxError(`can't assign to '${name}'`, line);
    if (withNamespace && this.#stream.skipIf('.'))
      return { kind: 'namespace', line, start, name, attribute: this.#stream.expect('name').value };
    return { kind: 'name', line, name };
  }

  /** The error for an unknown tag, a tag in the wrong place, or (without a name) the end of the source inside a tag. */
  #misplacedTag(tag: string | undefined): TemplateError {
    const innermost = this.#open.at(-1);
    const expected = innermost?.ends.map(end => `'${end}'`).join(' or ');
    const parts = [tag === undefined ? 'Unexpected end of template.' : `Encountered unknown tag '${tag}'.`];
    if (tag !== undefined && this.#open.some(open => open.ends.includes(tag)))
      parts.push(`You probably made a nesting mistake: this tag is expected, but first ${expected}.`);
    else if (expected) parts.push(`Expected ${expected}.`);
    if (innermost)
      parts.push(`The innermost tag that needs to be closed is '${innermost.tag}' of line ${innermost.line}.`);
    return syntaxError(parts.join(' '), this.#stream.current.line);
  }
}

const CONSTANT_NAMES = new Set(['true', 'false', 'none', 'True', 'False', 'None']);

function bindsName(target: Target, name: string): boolean {
  if (target.kind === 'tuple') return target.items.some(item => bindsName(item, name));
  return target.kind === 'name' && target.name === name;
}
