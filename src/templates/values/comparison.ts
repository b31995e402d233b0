import type { Budget } from '../budget.ts';
import { TemplateError } from '../template-error.ts';
import { DictView, isMapping, lookUp, type Mapping, mappingEntries, mappingSize } from './dict.ts';
import { isNumber, numbersEqual, numeric } from './numbers.ts';
import { compareText } from './text.ts';
import {
  describeKind,
  fromData,
  isDataList,
  isText,
  List,
  plainText,
  Range,
  Tuple,
  Undefined,
  type Value,
} from './values.ts';

/** Python's `==`. */
export function equals(left: Value, right: Value, budget: Budget): boolean {
  budget.spend(1);
  if (left instanceof Undefined || right instanceof Undefined) return undefinedsEqual(left, right);
  if (isNumber(left)) return isNumber(right) && numbersEqual(numeric(left), numeric(right));
  if (isText(left)) {
    if (!isText(right)) return false;
    budget.scan(plainText(left).length);
    return plainText(left) === plainText(right);
  }
  if (left === right) return true;
  if (isListLike(left)) return isListLike(right) && elementsEqual(left, right, budget);
  if (left instanceof Tuple) return right instanceof Tuple && elementsEqual(left, right, budget);
  if (isMapping(left)) return isMapping(right) && mappingsEqual(left, right, budget);
  if (left instanceof Range && right instanceof Range) return rangesEqual(left, right);
  if (left instanceof DictView && right instanceof DictView) return viewsEqual(left, right, budget);
  return false;
}

/** Returns a negative number, zero or a positive number. Throws where Python defines no order. */
export function compare(operator: string, left: Value, right: Value, budget: Budget): number {
  budget.spend(1);
  if (isNumber(left) && isNumber(right)) {
    const a = numeric(left);
    const b = numeric(right);
    return a < b ? -1 : a > b ? 1 : numbersEqual(a, b) ? 0 : Number.NaN;
  }
  if (isText(left) && isText(right)) return compareText(plainText(left), plainText(right), budget);
  if ((isListLike(left) && isListLike(right)) || (left instanceof Tuple && right instanceof Tuple))
    return compareElements(operator, left, right, budget);
  if (left instanceof Undefined) throw left.error();
  if (right instanceof Undefined) throw right.error();
  throw new TemplateError(`'${operator}' can not compare ${describeKind(left)} with ${describeKind(right)}`);
}

export function compareWith(operator: '<' | '<=' | '>' | '>=', left: Value, right: Value, budget: Budget): boolean {
  const order = compare(operator, left, right, budget);
  switch (operator) {
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
  }
}

/** Python's `sorted`: stable in both directions, and based only on `<` between the keys. */
export function sortValues(
  items: readonly Value[],
  sortKey: (item: Value) => Value,
  reverse: boolean,
  budget: Budget,
): Value[] {
  budget.allocate(items.length * 2);
  const keyed = items.map(item => ({ item, key: sortKey(item) }));
  if (keyed.length === 1) return [...items];
  keyed.sort((left, right) => {
    const order = compare('<', left.key, right.key, budget);
    return reverse ? -order : order;
  });
  return keyed.map(entry => entry.item);
}

type ListLike = List | readonly unknown[];

function isListLike(value: Value): value is ListLike {
  return value instanceof List || isDataList(value);
}

function listLength(value: ListLike | Tuple): number {
  return value instanceof List || value instanceof Tuple ? value.items.length : value.length;
}

function listElement(value: ListLike | Tuple, index: number): Value {
  if (value instanceof List || value instanceof Tuple) return value.items[index] ?? null;
  return fromData(value[index]);
}

function undefinedsEqual(left: Value, right: Value): boolean {
  for (const side of [left, right]) if (side instanceof Undefined && side.isStrict) throw side.error();
  return left instanceof Undefined && right instanceof Undefined;
}

/** Inside containers, an object is always equal to itself, as in Python. */
function isSameOrEqual(left: Value, right: Value, budget: Budget): boolean {
  budget.spend(1);
  return left === right || equals(left, right, budget);
}

function elementsEqual(left: ListLike | Tuple, right: ListLike | Tuple, budget: Budget): boolean {
  const length = listLength(left);
  if (length !== listLength(right)) return false;
  budget.enter();
  let isEqual = true;
  for (let index = 0; index < length && isEqual; index++)
    isEqual = isSameOrEqual(listElement(left, index), listElement(right, index), budget);
  budget.leave();
  return isEqual;
}

function compareElements(operator: string, left: ListLike | Tuple, right: ListLike | Tuple, budget: Budget): number {
  const shorter = Math.min(listLength(left), listLength(right));
  budget.enter();
  let order: number | undefined;
  for (let index = 0; index < shorter && order === undefined; index++) {
    const a = listElement(left, index);
    const b = listElement(right, index);
    if (!isSameOrEqual(a, b, budget)) order = compare(operator, a, b, budget);
  }
  budget.leave();
  return order ?? listLength(left) - listLength(right);
}

function mappingsEqual(left: Mapping, right: Mapping, budget: Budget): boolean {
  if (mappingSize(left, budget) !== mappingSize(right, budget)) return false;
  budget.enter();
  for (const [key, value] of mappingEntries(left, budget)) {
    const other = lookUp(right, key);
    if (other === undefined || !isSameOrEqual(value, other, budget)) {
      budget.leave();
      return false;
    }
  }
  budget.leave();
  return true;
}

function rangesEqual(left: Range, right: Range): boolean {
  if (left.length !== right.length) return false;
  if (left.length === 0) return true;
  return left.start === right.start && (left.length === 1 || left.step === right.step);
}

/** Views of keys and items compare like sets. A view of values is equal only to itself. */
function viewsEqual(left: DictView, right: DictView, budget: Budget): boolean {
  if (left.typeName === 'dict_values' || left.typeName !== right.typeName) return false;
  if (left.typeName === 'dict_items') return mappingsEqual(left.mapping, right.mapping, budget);
  if (mappingSize(left.mapping, budget) !== mappingSize(right.mapping, budget)) return false;
  for (const [key] of mappingEntries(left.mapping, budget)) if (lookUp(right.mapping, key) === undefined) return false;
  return true;
}
