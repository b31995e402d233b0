import type { Budget } from '../budget.ts';
import type { Block, Body, CallBlock, Expression, Filter, For, Statement, Target } from '../syntax/syntax.ts';
import { TemplateError } from '../template-error.ts';
import { BuiltIn, type CallArguments, type Callable } from '../values/callable.ts';
import { LoopContext } from '../values/loop-context.ts';
import { Namespace } from '../values/objects.ts';
import { isTrue } from '../values/operators.ts';
import { toText } from '../values/printing.ts';
import { iterate, knownLength, toArray } from '../values/sequences.ts';
import { LazySequence, Undefined, type Value } from '../values/values.ts';
import { ExpressionEvaluator } from './expressions.ts';
import { MacroValue, TemplateReference } from './macro.ts';
import { Scope } from './scope.ts';

/** How a body ended. `break` and `continue` travel up to their loop. */
type Ending = 'break' | 'continue' | undefined;

/** Executes statements and collects their text. */
export class Renderer {
  readonly #evaluator: ExpressionEvaluator;
  readonly #budget: Budget;
  readonly #top = new Scope();
  readonly #blocks: ReadonlyMap<string, Callable>;
  #text = '';
  /** The number of active captures: bodies whose text becomes a value and is not output yet. */
  #captures = 0;
  #line = 1;

  constructor(body: Body, context: Readonly<Record<string, unknown>>, budget: Budget) {
    this.#evaluator = new ExpressionEvaluator(context, budget);
    this.#budget = budget;
    this.#blocks = this.#collectBlocks(body);
    this.#top.set('self', new TemplateReference(this.#blocks));
  }

  /** The line of the current statement, for errors. */
  get line(): number {
    return this.#line;
  }

  render(body: Body): string {
    this.#run(body, this.#top);
    return this.#text;
  }

  evaluate(node: Expression, scope: Scope): Value {
    return this.#evaluator.evaluate(node, scope);
  }

  /** Renders a body to a text that does not go to the output. */
  capture(body: Body, scope: Scope): string {
    const before = this.#text;
    this.#text = '';
    this.#captures++;
    this.#run(body, scope);
    const captured = this.#text;
    this.#text = before;
    this.#captures--;
    return captured;
  }

  #write(text: string): void {
    if (this.#captures > 0) this.#budget.allocate(text.length);
    else this.#budget.output(text.length);
    this.#text += text;
  }

  #run(body: Body, scope: Scope): Ending {
    for (const statement of body) {
      const ending = this.#statement(statement, scope);
      if (ending !== undefined) return ending;
    }
    return undefined;
  }

  #statement(node: Statement, scope: Scope): Ending {
    this.#budget.spend(1);
    this.#line = node.line;
    switch (node.kind) {
      case 'text':
        this.#write(node.text);
        return undefined;
      case 'print':
        this.#write(toText(this.evaluate(node.value, scope), this.#budget));
        return undefined;
      case 'do':
        this.evaluate(node.value, scope);
        return undefined;
      case 'if':
        for (const branch of node.branches)
          if (isTrue(this.evaluate(branch.test, scope), this.#budget)) return this.#run(branch.body, scope);
        return this.#run(node.otherwise, scope);
      case 'for':
        return this.#for(node, scope);
      case 'break':
      case 'continue':
        return node.kind;
      case 'set':
        this.#assign(node.target, this.evaluate(node.value, scope), scope);
        return undefined;
      case 'set-block': {
        const inner = new Scope(scope);
        const text = this.capture(node.body, inner);
        this.#assign(node.target, node.filter ? this.#applyFilters(node.filter, text, inner) : text, scope);
        return undefined;
      }
      case 'filter-block': {
        const inner = new Scope(scope);
        const text = this.capture(node.body, inner);
        this.#write(toText(this.#applyFilters(node.filter, text, inner), this.#budget));
        return undefined;
      }
      case 'with': {
        const inner = new Scope(scope);
        for (const { target, value } of node.bindings) this.#assign(target, this.evaluate(value, scope), inner);
        return this.#run(node.body, inner);
      }
      case 'macro':
        scope.set(node.name, new MacroValue(node, scope, this));
        return undefined;
      case 'call-block':
        this.#write(toText(this.#callBlock(node, scope), this.#budget));
        return undefined;
      case 'block':
        return this.#run(node.body, new Scope(node.scoped ? scope : this.#top));
    }
  }

  #for(node: For, scope: Scope): Ending {
    if (!node.recursive) {
      this.#loop(node, this.evaluate(node.iterable, scope), 0, scope);
      return undefined;
    }
    this.#write(this.#recursiveLoop(node, this.evaluate(node.iterable, scope), 0, scope));
    return undefined;
  }

  /** Renders a loop over `elements` to a text, also for calls of `loop(...)` inside it. */
  #recursiveLoop(node: For, elements: Value, depth: number, scope: Scope): string {
    this.#budget.enter();
    const before = this.#text;
    this.#text = '';
    this.#captures++;
    this.#loop(node, elements, depth, scope);
    const text = this.#text;
    this.#text = before;
    this.#captures--;
    this.#budget.leave();
    return text;
  }

  #loop(node: For, elements: Value, depth: number, scope: Scope): void {
    const { condition } = node;
    const source = condition
      ? this.#matching(node.target, condition, elements, scope)
      : iterate(elements, this.#budget);
    const length = condition ? undefined : loopLength(elements, this.#budget);
    const recurse = node.recursive
      ? (value: Value, level: number) => this.#recursiveLoop(node, value, level, scope)
      : undefined;
    const loop = new LoopContext(source, length, depth, this.#budget, recurse);
    let isEmpty = true;
    for (let element = loop.advance(); element !== undefined; element = loop.advance()) {
      isEmpty = false;
      const inner = new Scope(scope);
      inner.set('loop', loop);
      this.#assign(node.target, element, inner);
      if (this.#run(node.body, inner) === 'break') break;
    }
    if (isEmpty) this.#run(node.otherwise, new Scope(scope));
  }

  /** Yields the elements for which the `if` of the `for` is true. In that condition, `loop` is the surrounding loop. */
  *#matching(target: Target, condition: Expression, elements: Value, scope: Scope): Generator<Value> {
    for (const element of iterate(elements, this.#budget)) {
      const inner = new Scope(scope);
      this.#assign(target, element, inner);
      if (isTrue(this.evaluate(condition, inner), this.#budget)) yield element;
    }
  }

  #assign(target: Target, value: Value, scope: Scope): void {
    if (target.kind === 'name') {
      scope.set(target.name, value);
      return;
    }
    if (target.kind === 'namespace') {
      const namespace = this.#evaluator.lookUp(target.name, scope);
      if (!(namespace instanceof Namespace)) throw new TemplateError('cannot assign attribute on non-namespace object');
      this.#budget.allocate(1);
      namespace.attributes.set(target.attribute, value);
      return;
    }
    const expected = target.items.length;
    const values = toArray(value, this.#budget);
    if (values.length > expected) throw new TemplateError(`too many values to unpack (expected ${expected})`);
    if (values.length < expected)
      throw new TemplateError(`not enough values to unpack (expected ${expected}, got ${values.length})`);
    for (const [index, item] of target.items.entries()) this.#assign(item, values[index] ?? null, scope);
  }

  /** Applies a chain of filters to rendered text. */
  #applyFilters(filter: Filter, text: string, scope: Scope): Value {
    const value = filter.target?.kind === 'filter' ? this.#applyFilters(filter.target, text, scope) : text;
    return this.#evaluator.filter(filter.name, value, this.#evaluator.arguments(filter.arguments, scope));
  }

  #callBlock(node: CallBlock, scope: Scope): Value {
    const { parameters, mentions, body } = node;
    const caller = new MacroValue({ name: undefined, parameters, mentions, body }, scope, this);
    const callee = this.evaluate(node.call.callee, scope);
    const args: CallArguments = this.#evaluator.arguments(node.call.arguments, scope);
    const keywords = new Map(args.keywords).set('caller', caller);
    return this.#evaluator.call(callee, { positional: args.positional, keywords });
  }

  #collectBlocks(body: Body): Map<string, Callable> {
    const blocks = new Map<string, Callable>();
    for (const block of findBlocks(body))
      blocks.set(block.name, new BuiltIn(`block ${block.name}`, () => this.#renderBlock(block)));
    return blocks;
  }

  #renderBlock(block: Block): Value {
    this.#budget.enter();
    const text = this.capture(block.body, new Scope(this.#top));
    this.#budget.leave();
    return text;
  }
}

/** Returns the length if it is known without reading the elements. */
function loopLength(elements: Value, budget: Budget): number | undefined {
  return elements instanceof LazySequence || elements instanceof Undefined ? undefined : knownLength(elements, budget);
}

function* findBlocks(body: Body): Generator<Block> {
  for (const statement of body) {
    if (statement.kind === 'block') yield statement;
    if (statement.kind === 'if') for (const branch of statement.branches) yield* findBlocks(branch.body);
    if (statement.kind === 'if' || statement.kind === 'for') yield* findBlocks(statement.otherwise);
    if ('body' in statement) yield* findBlocks(statement.body);
  }
}
