import type { Budget } from '../budget.ts';
import { Callable, type Operation, type Operations } from '../values/callable.ts';
import { compareWith, equals } from '../values/comparison.ts';
import { checkHashable, isMapping } from '../values/dict.ts';
import { isLower, isUpper } from '../values/letter-case.ts';
import { isNumber } from '../values/numbers.ts';
import { binary, contains } from '../values/operators.ts';
import { toText } from '../values/printing.ts';
import { isIterable } from '../values/sequences.ts';
import {
  Float,
  isDataList,
  isFloat,
  isInteger,
  isText,
  List,
  Markup,
  plainText,
  Range,
  Tuple,
  Undefined,
  type Value,
} from '../values/values.ts';
import { FILTERS } from './filters.ts';

type Test = Operation<boolean>;

/** The tests for `is`, by name. */
export const TESTS: Operations<boolean> = new Map<string, Test>([
  ['defined', simple(value => !(value instanceof Undefined))],
  ['undefined', simple(value => value instanceof Undefined)],
  ['none', simple(value => value === null)],
  ['boolean', simple(value => typeof value === 'boolean')],
  ['true', simple(value => value === true)],
  ['false', simple(value => value === false)],
  ['integer', simple(value => isInteger(value) && typeof value !== 'boolean')],
  ['float', simple(isFloat)],
  ['number', simple(isNumber)],
  ['string', simple(isText)],
  ['mapping', simple(isMapping)],
  ['sequence', simple(isSequence)],
  ['iterable', simple(isIterable)],
  ['callable', simple(value => (value instanceof Callable && value.isCallable) || value instanceof Undefined)],
  ['escaped', simple(value => value instanceof Markup)],
  ['odd', { parameters: [], run: (value, _, { budget }) => equals(binary('%', value, 2, budget), 1, budget) }],
  ['even', { parameters: [], run: (value, _, { budget }) => equals(binary('%', value, 2, budget), 0, budget) }],
  [
    'divisibleby',
    { parameters: ['num'], run: (value, [by = 0], { budget }) => equals(binary('%', value, by, budget), 0, budget) },
  ],
  ['lower', { parameters: [], run: (value, _, { budget }) => isLower(chargeScan(toText(value, budget), budget)) }],
  ['upper', { parameters: [], run: (value, _, { budget }) => isUpper(chargeScan(toText(value, budget), budget)) }],
  ['in', { parameters: ['seq'], run: (value, [container = null], { budget }) => contains(container, value, budget) }],
  ['sameas', { parameters: ['other'], run: (value, [other = null]) => isSame(value, other) }],
  ['filter', simple(value => isNameIn(FILTERS, value))],
  ['test', simple(value => isNameIn(TESTS, value))],
  ...aliases(['==', 'eq', 'equalto'], (value, other, budget) => equals(value, other, budget)),
  ...aliases(['!=', 'ne'], (value, other, budget) => !equals(value, other, budget)),
  ...aliases(['<', 'lt', 'lessthan'], (value, other, budget) => compareWith('<', value, other, budget)),
  ...aliases(['<=', 'le'], (value, other, budget) => compareWith('<=', value, other, budget)),
  ...aliases(['>', 'gt', 'greaterthan'], (value, other, budget) => compareWith('>', value, other, budget)),
  ...aliases(['>=', 'ge'], (value, other, budget) => compareWith('>=', value, other, budget)),
]);

function simple(holds: (value: Value) => boolean): Test {
  return { parameters: [], run: value => holds(value) };
}

type Comparison = (value: Value, other: Value, budget: Budget) => boolean;

function aliases(names: readonly string[], holds: Comparison): [string, Test][] {
  const test: Test = { parameters: ['other'], run: (value, [other = null], { budget }) => holds(value, other, budget) };
  return names.map(name => [name, test]);
}

function isNameIn(names: ReadonlyMap<string, unknown>, value: Value): boolean {
  if (isText(value)) return names.has(plainText(value));
  checkHashable(value);
  return false;
}

function isSequence(value: Value): boolean {
  return (
    isText(value) ||
    isDataList(value) ||
    isMapping(value) ||
    value instanceof List ||
    value instanceof Tuple ||
    value instanceof Range ||
    (value instanceof Undefined && !value.isStrict)
  );
}

/** Compares identity. Numbers and texts have none here, so they are the same when type and value are equal. */
function isSame(value: Value, other: Value): boolean {
  if (value instanceof Float && other instanceof Float) return Object.is(value.value, other.value);
  return value === other;
}

function chargeScan(text: string, budget: Budget): string {
  budget.spend(text.length >> 4);
  return text;
}
