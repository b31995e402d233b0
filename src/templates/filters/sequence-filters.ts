import type { Budget } from '../budget.ts';
import { TemplateError } from '../template-error.ts';
import { typeAttribute } from '../values/access.ts';
import type { CallArguments, Operation, Operations, Runtime } from '../values/callable.ts';
import { compare } from '../values/comparison.ts';
import { DictView, isMapping, mappingEntries, ValueSet } from '../values/dict.ts';
import { binary, isTrue } from '../values/operators.ts';
import { toText } from '../values/printing.ts';
import { elementAt, getLength, iterate, knownLength, slice, toArray } from '../values/sequences.ts';
import {
  describeKind,
  isText,
  LazySequence,
  List,
  plainText,
  Tuple,
  typeName,
  Undefined,
  type Value,
} from '../values/values.ts';
import { createAttributeReader, ignoreCase } from './attribute-path.ts';

const length: Operation = { parameters: [], run: (value, _, { budget }) => getLength(value, budget) };

const defaultFilter: Operation = {
  parameters: ['default_value?', 'boolean?'],
  run: (value, [otherwise = '', boolean = false], { budget }) =>
    value instanceof Undefined || (isTrue(boolean, budget) && !isTrue(value, budget)) ? otherwise : value,
};

/** Filters on the elements of a value, and `default`. */
export const SEQUENCE_FILTERS: Operations = new Map<string, Operation>([
  ['length', length],
  ['count', length],
  ['default', defaultFilter],
  ['d', defaultFilter],
  ['list', { parameters: [], run: (value, _, { budget }) => new List(toArray(value, budget)) }],
  ['first', { parameters: [], run: (value, _, { budget }) => first(value, budget) }],
  ['last', { parameters: [], run: (value, _, { budget }) => last(value, budget) }],
  ['random', { parameters: [], run: (value, _, { budget }) => random(value, budget) }],
  ['reverse', { parameters: [], run: (value, _, { budget }) => reverse(value, budget) }],
  [
    'join',
    {
      parameters: ['d?', 'attribute?'],
      run: (value, [by = '', attribute = null], { budget }) => join(value, by, attribute, budget),
    },
  ],
  [
    'sum',
    {
      parameters: ['attribute?', 'start?'],
      run: (value, [attribute = null, start = 0], { budget }) => sum(value, attribute, start, budget),
    },
  ],
  ['min', extremum(order => order < 0)],
  ['max', extremum(order => order > 0)],
  ['items', { parameters: [], run: (value, _, { budget }) => new LazySequence(items(value, budget)) }],
  [
    'unique',
    {
      parameters: ['case_sensitive?', 'attribute?'],
      run: (value, [sensitive = false, attribute = null], { budget }) =>
        new LazySequence(unique(value, isTrue(sensitive, budget), attribute, budget)),
    },
  ],
  ['map', { parameters: 'any', run: (value, _, runtime, all) => new LazySequence(map(value, all, runtime)) }],
  ['select', selection(false, true)],
  ['reject', selection(false, false)],
  ['selectattr', selection(true, true)],
  ['rejectattr', selection(true, false)],
  ['attr', { parameters: ['name'], run: (value, [name = null], { budget }) => attr(value, name, budget) }],
]);

function first(value: Value, budget: Budget): Value {
  for (const element of iterate(value, budget)) return element;
  return new Undefined(() => 'No first item, sequence was empty.');
}

function last(value: Value, budget: Budget): Value {
  const found = elementAt(value, -1, budget);
  if (found !== undefined) return found;
  if (isMapping(value) || value instanceof DictView) {
    let element: Value | undefined;
    for (const each of iterate(value, budget)) element = each;
    if (element !== undefined) return element;
  } else if (knownLength(value, budget) === undefined)
    throw new TemplateError(`${describeKind(value)} has no last element`);
  return new Undefined(() => 'No last item, sequence was empty.');
}

function random(value: Value, budget: Budget): Value {
  const count = getLength(value, budget);
  if (count === 0) return new Undefined(() => 'No random item, sequence was empty.');
  const found = elementAt(value, Math.floor(budget.random() * count), budget);
  if (found === undefined) throw new TemplateError(`${describeKind(value)} has no order to choose from`);
  return found;
}

function reverse(value: Value, budget: Budget): Value {
  if (isText(value)) return slice(value, null, null, -1, budget);
  if (value instanceof Undefined) throw value.error();
  const isReversible = knownLength(value, budget) !== undefined;
  if (!isReversible && !(value instanceof LazySequence)) throw new TemplateError('argument must be iterable');
  const elements = toArray(value, budget).reverse();
  return isReversible ? new LazySequence(elements.values(), `${typeName(value)}_reverseiterator`) : new List(elements);
}

function join(value: Value, by: Value, attribute: Value, budget: Budget): Value {
  const separator = toText(by, budget);
  const read = createAttributeReader(attribute, budget);
  let text = '';
  let isFirst = true;
  for (const element of iterate(value, budget)) {
    const part = toText(read(element), budget);
    budget.allocate(part.length + separator.length);
    text += isFirst ? part : separator + part;
    isFirst = false;
  }
  return text;
}

function sum(value: Value, attribute: Value, start: Value, budget: Budget): Value {
  if (isText(start)) throw new TemplateError("sum() can't sum strings [use ''.join(seq) instead]");
  const read = createAttributeReader(attribute, budget);
  let total: Value = start;
  for (const element of iterate(value, budget)) total = binary('+', total, read(element), budget);
  return total;
}

function extremum(isBetter: (order: number) => boolean): Operation {
  return {
    parameters: ['case_sensitive?', 'attribute?'],
    run: (value, [sensitive = false, attribute = null], { budget }) => {
      const read = createAttributeReader(attribute, budget);
      const compareKey = isTrue(sensitive, budget) ? read : (element: Value) => ignoreCase(read(element));
      let best: { element: Value; key: Value } | undefined;
      for (const element of iterate(value, budget)) {
        const key = compareKey(element);
        if (!best || isBetter(compare(isBetter(1) ? '>' : '<', key, best.key, budget))) best = { element, key };
      }
      return best ? best.element : new Undefined(() => 'No aggregated item, sequence was empty.');
    },
  };
}

function* items(value: Value, budget: Budget): Generator<Value> {
  if (value instanceof Undefined) return;
  if (!isMapping(value)) throw new TemplateError('Can only get item pairs from a mapping.');
  for (const entry of mappingEntries(value, budget)) yield new Tuple(entry);
}

function* unique(value: Value, isSensitive: boolean, attribute: Value, budget: Budget): Generator<Value> {
  const read = createAttributeReader(attribute, budget);
  const seen = new ValueSet();
  for (const element of iterate(value, budget)) {
    const key = read(element);
    budget.allocate(1);
    if (seen.add(isSensitive ? key : ignoreCase(key))) yield element;
  }
}

function* map(value: Value, args: CallArguments, runtime: Runtime): Generator<Value> {
  if (!isTrue(value, runtime.budget)) return;
  const mapElement = createMapper(args, runtime);
  for (const element of iterate(value, runtime.budget)) yield mapElement(element);
}

function createMapper(args: CallArguments, runtime: Runtime): (element: Value) => Value {
  const [name, ...rest] = args.positional;
  const attribute = args.keywords.get('attribute');
  if (name === undefined && attribute !== undefined) {
    for (const keyword of args.keywords.keys())
      if (keyword !== 'attribute' && keyword !== 'default')
        throw new TemplateError(`Unexpected keyword argument '${keyword}'`);
    return createAttributeReader(attribute, runtime.budget, args.keywords.get('default') ?? null);
  }
  if (name === undefined) throw new TemplateError('map requires a filter argument');
  const filterName = nameArgument(name, 'filter');
  const filterArguments = { positional: rest, keywords: args.keywords };
  return element => runtime.filter(filterName, element, filterArguments);
}

function selection(byAttribute: boolean, keepsMatches: boolean): Operation {
  return {
    parameters: 'any',
    run: (value, _, runtime, all) => new LazySequence(select(value, all, byAttribute, keepsMatches, runtime)),
  };
}

function* select(
  value: Value,
  args: CallArguments,
  byAttribute: boolean,
  keepsMatches: boolean,
  runtime: Runtime,
): Generator<Value> {
  if (!isTrue(value, runtime.budget)) return;
  const [attribute] = args.positional;
  if (byAttribute && attribute === undefined) throw new TemplateError('Missing parameter for attribute name');
  const read = createAttributeReader(byAttribute ? (attribute ?? null) : null, runtime.budget);
  const [test, ...rest] = byAttribute ? args.positional.slice(1) : args.positional;
  const testName = test === undefined ? undefined : nameArgument(test, 'test');
  const testArguments = { positional: rest, keywords: args.keywords };
  for (const element of iterate(value, runtime.budget)) {
    const tested = read(element);
    const isMatch =
      testName === undefined ? isTrue(tested, runtime.budget) : runtime.test(testName, tested, testArguments);
    if (isMatch === keepsMatches) yield element;
  }
}

function nameArgument(value: Value, what: string): string {
  if (isText(value)) return plainText(value);
  if (value instanceof Undefined) throw value.error();
  throw new TemplateError(`the name of a ${what} must be a text, not ${describeKind(value)}`);
}

/** Reads only attributes of the type, never a key of the data, as in Jinja. */
function attr(value: Value, name: Value, budget: Budget): Value {
  if (value instanceof Undefined) throw value.error();
  return typeAttribute(value, nameArgument(name, 'attribute'), budget);
}
