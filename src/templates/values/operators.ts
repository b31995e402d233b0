import type { Budget } from '../budget.ts';
import type { ArithmeticOperator } from '../syntax/syntax.ts';
import { TemplateError } from '../template-error.ts';
import { calculate, negate } from './arithmetic.ts';
import { equals } from './comparison.ts';
import { DictView, isMapping, lookUp } from './dict.ts';
import { escapeHtml } from './html.ts';
import { asIndex, isNumber, numeric } from './numbers.ts';
import { formatPercent } from './percent-format.ts';
import { isIterable, iterate, knownLength } from './sequences.ts';
import {
  describeKind,
  fromData,
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

/** Python's `bool`. */
export function isTrue(value: Value, budget: Budget): boolean {
  if (typeof value === 'boolean') return value;
  if (value === null) return false;
  if (typeof value === 'string') return value !== '';
  if (isNumber(value)) return numeric(value) !== 0;
  const length = isMapping(value) ? firstKey(value, budget) : knownLength(value, budget);
  return length === undefined || length > 0;
}

/** Returns 1 if an object has any key, without counting all of them. */
function firstKey(value: Value, budget: Budget): number {
  for (const _ of iterate(value, budget)) return 1;
  return 0;
}

export function binary(operator: ArithmeticOperator, left: Value, right: Value, budget: Budget): Value {
  if (isNumber(left) && isNumber(right)) return calculate(operator, left, right, budget);
  for (const side of [left, right]) if (side instanceof Undefined) throw side.error();
  if (operator === '+') return add(left, right, budget);
  if (operator === '*') {
    if (isInteger(left)) return repeat(right, left, left, right, budget);
    return repeat(left, right, left, right, budget);
  }
  if (operator === '%' && isText(left)) return formatPercent(left, right, budget);
  throw unsupported(operator, left, right);
}

export function applySign(operator: '-' | '+', value: Value): Value {
  if (isNumber(value)) {
    if (operator === '-') return negate(value);
    return typeof value === 'boolean' ? numeric(value) : value;
  }
  if (value instanceof Undefined) throw value.error();
  throw new TemplateError(`'${operator}' needs a number, not ${describeKind(value)}`);
}

/** Python's `in`. */
export function contains(container: Value, item: Value, budget: Budget): boolean {
  budget.spend(1);
  if (isText(container)) {
    if (item instanceof Undefined) throw item.error();
    if (!isText(item)) throw new TemplateError(`only a text can be in a text, not ${describeKind(item)}`);
    budget.scan(plainText(container).length);
    return plainText(container).includes(plainText(item));
  }
  if (isMapping(container)) return lookUp(container, item) !== undefined;
  if (container instanceof DictView && container.typeName === 'dict_keys')
    return lookUp(container.mapping, item) !== undefined;
  if (container instanceof Undefined) throw container.error();
  if (!isIterable(container))
    throw new TemplateError(`'in' needs a list, an object or a text, not ${describeKind(container)}`);
  for (const element of iterate(container, budget)) if (element === item || equals(element, item, budget)) return true;
  return false;
}

export function add(left: Value, right: Value, budget: Budget): Value {
  if (isText(left) && isText(right)) {
    const isMarkup = left instanceof Markup || right instanceof Markup;
    const start = isMarkup ? escapeHtml(left, budget) : plainText(left);
    const end = isMarkup ? escapeHtml(right, budget) : plainText(right);
    budget.allocate(start.length + end.length);
    return isMarkup ? new Markup(start + end) : start + end;
  }
  if (left instanceof Tuple && right instanceof Tuple) {
    budget.allocate(left.items.length + right.items.length);
    budget.spend((left.items.length + right.items.length) >> 3);
    return new Tuple([...left.items, ...right.items]);
  }
  const first = listItems(left, budget);
  const second = listItems(right, budget);
  if (first && second) return new List([...first, ...second]);
  throw unsupported('+', left, right);
}

function listItems(value: Value, budget: Budget): readonly Value[] | undefined {
  const items: readonly unknown[] | undefined =
    value instanceof List ? value.items : isDataList(value) ? value : undefined;
  if (items === undefined) return undefined;
  budget.allocate(items.length);
  budget.spend(items.length >> 3);
  return value instanceof List ? value.items : items.map(fromData);
}

function repeat(value: Value, count: Value, left: Value, right: Value, budget: Budget): Value {
  const items: readonly Value[] | undefined = value instanceof Tuple ? value.items : listItems(value, budget);
  if (!isInteger(count) || (!items && !isText(value))) {
    if ((items || isText(value)) && !isInteger(count))
      throw new TemplateError(`a text or a list can be repeated a whole number of times, not ${describeKind(count)}`);
    throw unsupported('*', left, right);
  }
  const times = Math.max(0, asIndex(count));
  if (items) {
    budget.allocate(items.length * times);
    const all: Value[] = [];
    for (let time = 0; time < times && items.length > 0; time++) {
      budget.spend(1 + (items.length >> 3));
      for (const item of items) all.push(item);
    }
    return value instanceof Tuple ? new Tuple(all) : new List(all);
  }
  if (!isText(value)) throw unsupported('*', left, right);
  const text = plainText(value);
  budget.allocate(text.length * times);
  const all = text === '' ? '' : text.repeat(times);
  return value instanceof Markup ? new Markup(all) : all;
}

function unsupported(operator: ArithmeticOperator, left: Value, right: Value): TemplateError {
  if (operator === '+' && isText(left))
    return new TemplateError(`'+' can not add ${describeKind(right)} to a text: use '~'`);
  return new TemplateError(`'${operator}' can not be used with ${describeKind(left)} and ${describeKind(right)}`);
}
