import type { Budget } from '../budget.ts';
import { FILTERS } from '../filters/filters.ts';
import { TESTS } from '../filters/type-tests.ts';
import type { Arguments, Comparison, ComparisonOperator, Conditional, Expression } from '../syntax/syntax.ts';
import { TemplateError } from '../template-error.ts';
import { getAttribute, getItem } from '../values/access.ts';
import { type CallArguments, Callable, NO_ARGUMENTS, perform, type Runtime } from '../values/callable.ts';
import { compareWith, equals } from '../values/comparison.ts';
import { Dict, isMapping, mappingEntries } from '../values/dict.ts';
import { applySign, binary, contains, isTrue } from '../values/operators.ts';
import { toText } from '../values/printing.ts';
import { slice, toArray } from '../values/sequences.ts';
import { describeKind, fromData, isText, List, plainText, Tuple, Undefined, type Value } from '../values/values.ts';
import { GLOBALS } from './globals.ts';
import type { Scope } from './scope.ts';

/** Evaluates expressions. It holds all state of one evaluation, and nothing outlives it. */
export class ExpressionEvaluator implements Runtime {
  readonly budget: Budget;
  readonly #context: Readonly<Record<string, unknown>>;

  constructor(context: Readonly<Record<string, unknown>>, budget: Budget) {
    this.#context = context;
    this.budget = budget;
  }

  attribute(value: Value, name: string): Value {
    return getAttribute(value, name, this.budget);
  }

  item(value: Value, index: Value): Value {
    return getItem(value, index, this.budget);
  }

  evaluate(node: Expression, scope: Scope): Value {
    this.budget.spend(1);
    switch (node.kind) {
      case 'constant':
        return node.value as Value;
      case 'name':
        return this.lookUp(node.name, scope);
      case 'attribute': {
        const target = this.evaluate(node.target, scope);
        return nameOwner(this.attribute(target, node.name), target, node.target);
      }
      case 'item': {
        const target = this.evaluate(node.target, scope);
        return nameOwner(this.item(target, this.evaluate(node.index, scope)), target, node.target);
      }
      case 'slice': {
        const target = this.evaluate(node.target, scope);
        const part = (bound: Expression | undefined): Value => (bound ? this.evaluate(bound, scope) : null);
        return slice(target, part(node.start), part(node.stop), part(node.step), this.budget);
      }
      case 'filter': {
        if (!node.target) throw new TemplateError('a filter without a value');
        const value = this.evaluate(node.target, scope);
        return this.filter(node.name, value, this.arguments(node.arguments, scope));
      }
      case 'test':
        return this.test(node.name, this.evaluate(node.target, scope), this.arguments(node.arguments, scope));
      case 'call':
        return this.call(this.evaluate(node.callee, scope), this.arguments(node.arguments, scope));
      case 'binary':
        return binary(node.operator, this.evaluate(node.left, scope), this.evaluate(node.right, scope), this.budget);
      case 'unary': {
        const operand = this.evaluate(node.operand, scope);
        return node.operator === 'not' ? !isTrue(operand, this.budget) : applySign(node.operator, operand);
      }
      case 'logical': {
        const left = this.evaluate(node.left, scope);
        return isTrue(left, this.budget) === (node.operator === 'or') ? left : this.evaluate(node.right, scope);
      }
      case 'comparison':
        return this.#comparison(node, scope);
      case 'concatenation':
        return this.#concatenation(node.items, scope);
      case 'conditional':
        return this.#conditional(node, scope);
      case 'list':
        return new List(this.#items(node.items, scope));
      case 'tuple':
        return new Tuple(this.#items(node.items, scope));
      case 'dict':
        return this.#dict(node.entries, scope);
    }
  }

  /**
   * Looks for a name in the scopes of the template, then in the variables, then among the functions of the language.
   */
  lookUp(name: string, scope: Scope): Value {
    const bound = scope.get(name);
    if (bound !== undefined) return bound;
    if (Object.hasOwn(this.#context, name)) {
      const value = this.#context[name];
      if (value !== undefined) return fromData(value);
    }
    const global = GLOBALS.get(name);
    return global === undefined ? new Undefined(() => `'${name}' is undefined`) : global;
  }

  call(callee: Value, args: CallArguments): Value {
    if (callee instanceof Callable && callee.isCallable) return callee.call(args, this);
    if (callee instanceof Undefined) throw callee.error();
    throw new TemplateError(`${describeKind(callee)} can not be called`);
  }

  filter(name: string, value: Value, args: CallArguments): Value {
    const filter = FILTERS.get(name);
    if (!filter) throw new TemplateError(`No filter named '${name}'`);
    return perform(name, filter, value, args, this);
  }

  test(name: string, value: Value, args: CallArguments): boolean {
    const test = TESTS.get(name);
    if (!test) throw new TemplateError(`No test named '${name}'`);
    return perform(name, test, value, args, this);
  }

  arguments(args: Arguments, scope: Scope): CallArguments {
    if (args.positional.length === 0 && args.keywords.length === 0 && !args.spread && !args.spreadKeywords)
      return NO_ARGUMENTS;
    const positional = args.positional.map(argument => this.evaluate(argument, scope));
    if (args.spread)
      for (const value of toArray(this.evaluate(args.spread, scope), this.budget)) positional.push(value);
    const keywords = new Map<string, Value>();
    for (const { name, value } of args.keywords) keywords.set(name, this.evaluate(value, scope));
    if (args.spreadKeywords) this.#spreadKeywords(this.evaluate(args.spreadKeywords, scope), keywords);
    return { positional, keywords };
  }

  #spreadKeywords(value: Value, keywords: Map<string, Value>): void {
    if (value instanceof Undefined) throw value.error();
    if (!isMapping(value)) throw new TemplateError(`an object must stand after **, not ${describeKind(value)}`);
    for (const [key, each] of mappingEntries(value, this.budget)) {
      if (!isText(key)) throw new TemplateError('keywords must be strings');
      if (keywords.has(plainText(key)))
        throw new TemplateError(`got multiple values for keyword argument '${plainText(key)}'`);
      this.budget.allocate(1);
      keywords.set(plainText(key), each);
    }
  }

  /** `1 < x < 5` evaluates every operand once, and none after the first comparison that fails. */
  #comparison(node: Comparison, scope: Scope): Value {
    let left = this.evaluate(node.first, scope);
    for (const { operator, operand } of node.rest) {
      const right = this.evaluate(operand, scope);
      if (!this.#compare(operator, left, right)) return false;
      left = right;
    }
    return true;
  }

  #compare(operator: ComparisonOperator, left: Value, right: Value): boolean {
    switch (operator) {
      case '==':
        return equals(left, right, this.budget);
      case '!=':
        return !equals(left, right, this.budget);
      case 'in':
        return contains(right, left, this.budget);
      case 'not in':
        return !contains(right, left, this.budget);
      default:
        return compareWith(operator, left, right, this.budget);
    }
  }

  #concatenation(items: readonly Expression[], scope: Scope): Value {
    let text = '';
    for (const item of items) {
      const part = toText(this.evaluate(item, scope), this.budget);
      this.budget.allocate(part.length);
      text += part;
    }
    return text;
  }

  #conditional(node: Conditional, scope: Scope): Value {
    if (isTrue(this.evaluate(node.test, scope), this.budget)) return this.evaluate(node.then, scope);
    if (node.otherwise) return this.evaluate(node.otherwise, scope);
    const message = `the inline if-expression on line ${node.line} evaluated to false and no else section was defined.`;
    return new Undefined(() => message, { isStrict: false });
  }

  #items(items: readonly Expression[], scope: Scope): Value[] {
    this.budget.allocate(items.length);
    return items.map(item => this.evaluate(item, scope));
  }

  #dict(entries: readonly (readonly [Expression, Expression])[], scope: Scope): Value {
    const dict = new Dict();
    this.budget.allocate(entries.length);
    for (const [key, value] of entries) dict.set(this.evaluate(key, scope), this.evaluate(value, scope));
    return dict;
  }
}

/** What is missing is described with the path of the value in which it was looked for. */
function nameOwner(found: Value, target: Value, expression: Expression): Value {
  if (!(found instanceof Undefined) || target instanceof Undefined) return found;
  return found.missingIn(() => describePath(expression));
}

/** Returns the source of a path such as `steps.a.output[0]`. Undefined when it is something else. */
function describePath(expression: Expression): string | undefined {
  if (expression.kind === 'name') return expression.name;
  if (expression.kind !== 'attribute' && expression.kind !== 'item') return undefined;
  const owner = describePath(expression.target);
  if (owner === undefined) return undefined;
  if (expression.kind === 'attribute') return `${owner}.${expression.name}`;
  const { index } = expression;
  if (index.kind !== 'constant') return undefined;
  return typeof index.value === 'string' ? `${owner}.${index.value}` : `${owner}[${String(index.value)}]`;
}
