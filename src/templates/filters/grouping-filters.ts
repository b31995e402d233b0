import type { Budget } from '../budget.ts';
import { TemplateError } from '../template-error.ts';
import type { Operation, Operations } from '../values/callable.ts';
import { equals, sortValues } from '../values/comparison.ts';
import { isMapping, mappingEntries } from '../values/dict.ts';
import { asIndex } from '../values/numbers.ts';
import { isTrue } from '../values/operators.ts';
import { iterate, toArray } from '../values/sequences.ts';
import { describeKind, isText, LazySequence, List, plainText, Tuple, Undefined, type Value } from '../values/values.ts';
import { createAttributeReader, ignoreCase } from './attribute-path.ts';

/** Filters that sort or group elements. */
export const GROUPING_FILTERS: Operations = new Map<string, Operation>([
  [
    'sort',
    {
      parameters: ['reverse?', 'case_sensitive?', 'attribute?'],
      run: (value, [reverse = false, sensitive = false, attribute = null], { budget }) => {
        const sortKey = createSortKey(attribute, isTrue(sensitive, budget), budget);
        return new List(sortValues(toArray(value, budget), sortKey, isTrue(reverse, budget), budget));
      },
    },
  ],
  [
    'dictsort',
    {
      parameters: ['case_sensitive?', 'by?', 'reverse?'],
      run: (value, [sensitive = false, by = 'key', reverse = false], { budget }) =>
        dictSort(value, isTrue(sensitive, budget), by, isTrue(reverse, budget), budget),
    },
  ],
  [
    'groupby',
    {
      parameters: ['attribute', 'default?', 'case_sensitive?'],
      run: (value, [attribute = null, otherwise = null, sensitive = false], { budget }) =>
        groupBy(value, attribute, otherwise, isTrue(sensitive, budget), budget),
    },
  ],
  [
    'batch',
    {
      parameters: ['linecount', 'fill_with?'],
      run: (value, [count = 0, fill = null], { budget }) => new LazySequence(batch(value, count, fill, budget)),
    },
  ],
  [
    'slice',
    {
      parameters: ['slices', 'fill_with?'],
      run: (value, [count = 0, fill = null], { budget }) => new LazySequence(slices(value, count, fill, budget)),
    },
  ],
]);

/** Returns the key for `attribute='a,b.c'`: elements are sorted by the first attribute, then by the second. */
function createSortKey(attribute: Value, isSensitive: boolean, budget: Budget): (element: Value) => Value {
  const names = isText(attribute) ? plainText(attribute).split(',') : [attribute];
  const readers = names.map(name => createAttributeReader(name, budget));
  const key = (element: Value, read: (element: Value) => Value): Value => {
    const value = read(element);
    return isSensitive ? value : ignoreCase(value);
  };
  // The key is a list even for one attribute, as in Jinja. Equal keys then need no order, so several `none` can be
  // sorted.
  return element => {
    budget.allocate(readers.length);
    return new List(readers.map(read => key(element, read)));
  };
}

function dictSort(value: Value, isSensitive: boolean, by: Value, reverse: boolean, budget: Budget): Value {
  if (value instanceof Undefined) throw value.error();
  if (!isMapping(value)) throw new TemplateError(`an object is needed, not ${describeKind(value)}`);
  if (by !== 'key' && by !== 'value') throw new TemplateError('You can only sort by either "key" or "value"');
  const entries: Value[] = [];
  for (const entry of mappingEntries(value, budget)) {
    budget.allocate(2);
    entries.push(new Tuple(entry));
  }
  const position = by === 'key' ? 0 : 1;
  const sortKey = (entry: Value): Value => {
    const key = entry instanceof Tuple ? (entry.items[position] ?? null) : null;
    return isSensitive ? key : ignoreCase(key);
  };
  return new List(sortValues(entries, sortKey, reverse, budget));
}

function groupBy(value: Value, attribute: Value, otherwise: Value, isSensitive: boolean, budget: Budget): Value {
  const read = createAttributeReader(attribute, budget, otherwise);
  const groupKey = isSensitive ? read : (element: Value) => ignoreCase(read(element));
  const groups: { key: Value; elements: Value[] }[] = [];
  for (const element of sortValues(toArray(value, budget), groupKey, false, budget)) {
    const key = groupKey(element);
    const group = groups.at(-1);
    if (group && equals(group.key, key, budget)) group.elements.push(element);
    else groups.push({ key, elements: [element] });
  }
  return new List(
    groups.map(({ key, elements }) => {
      const grouper = isSensitive ? key : read(elements[0] ?? null);
      return new Tuple([grouper, new List(elements)], ['grouper', 'list']);
    }),
  );
}

function* batch(value: Value, count: Value, fill: Value, budget: Budget): Generator<Value> {
  const size = asIndex(count);
  let row: Value[] = [];
  for (const element of iterate(value, budget)) {
    if (row.length === size) {
      yield new List(row);
      row = [];
    }
    budget.allocate(1);
    row.push(element);
  }
  if (row.length === 0) return;
  if (fill !== null && row.length < size) {
    budget.allocate(size - row.length);
    while (row.length < size) row.push(fill);
  }
  yield new List(row);
}

function* slices(value: Value, count: Value, fill: Value, budget: Budget): Generator<Value> {
  const elements = toArray(value, budget);
  const columns = asIndex(count);
  if (columns === 0) throw new TemplateError('integer division or modulo by zero');
  const size = Math.floor(elements.length / columns);
  const longer = elements.length % columns;
  let from = 0;
  for (let column = 0; column < columns; column++) {
    budget.allocate(size + 1);
    const columnSize = size + (column < longer ? 1 : 0);
    const part = elements.slice(from, from + columnSize);
    from += columnSize;
    if (fill !== null && column >= longer) part.push(fill);
    yield new List(part);
  }
}
