import type { Budget } from '../budget.ts';
import { TemplateError } from '../template-error.ts';
import type { Operation, Operations } from './callable.ts';
import { equals, sortValues } from './comparison.ts';
import { asIndex } from './numbers.ts';
import { isTrue } from './operators.ts';
import { getLength, iterate, toArray } from './sequences.ts';
import { List, type Value } from './values.ts';

const count: Operation = {
  parameters: ['value'],
  run: (self, [value = null], { budget }) => {
    let found = 0;
    for (const item of iterate(self, budget)) if (item === value || equals(item, value, budget)) found++;
    return found;
  },
};

const index: Operation = {
  parameters: ['value', 'start?', 'stop?'],
  run: (self, [value = null, start = 0, stop = null], { budget }) => {
    const length = getLength(self, budget);
    const from = boundary(start, length);
    const to = stop === null ? length : boundary(stop, length);
    let at = 0;
    for (const item of iterate(self, budget)) {
      if (at >= from && at < to && (item === value || equals(item, value, budget))) return at;
      at++;
    }
    throw new TemplateError('the value is not in the list');
  },
};

export const TUPLE_METHODS: Operations = new Map([
  ['count', count],
  ['index', index],
]);

export const RANGE_METHODS: Operations = TUPLE_METHODS;

export const LIST_METHODS: Operations = new Map<string, Operation>([
  ['count', count],
  ['index', index],
  ['copy', { parameters: [], run: (self, _, { budget }) => new List(toArray(self, budget)) }],
  [
    'append',
    {
      parameters: ['value'],
      run: (self, [value = null], { budget }) => {
        const items = mutableItems(self);
        budget.allocate(1);
        items.push(value);
        return null;
      },
    },
  ],
  [
    'extend',
    {
      parameters: ['values'],
      run: (self, [values = null], { budget }) => {
        const items = mutableItems(self);
        for (const value of toArray(values, budget)) items.push(value);
        return null;
      },
    },
  ],
  [
    'insert',
    {
      parameters: ['index', 'value'],
      run: (self, [at = 0, value = null], { budget }) => {
        const items = mutableItems(self);
        chargeShift(items, budget);
        budget.allocate(1);
        items.splice(boundary(at, items.length), 0, value);
        return null;
      },
    },
  ],
  [
    'pop',
    {
      parameters: ['index?'],
      run: (self, [at = -1], { budget }) => {
        const items = mutableItems(self);
        chargeShift(items, budget);
        const position = asIndex(at) < 0 ? asIndex(at) + items.length : asIndex(at);
        const [value] = position < 0 ? [] : items.splice(position, 1);
        if (value === undefined)
          throw new TemplateError(items.length === 0 ? 'pop from empty list' : 'pop index out of range');
        return value;
      },
    },
  ],
  [
    'remove',
    {
      parameters: ['value'],
      run: (self, [value = null], { budget }) => {
        const items = mutableItems(self);
        const at = items.findIndex(item => item === value || equals(item, value, budget));
        if (at < 0) throw new TemplateError('list.remove(x): x not in list');
        chargeShift(items, budget);
        items.splice(at, 1);
        return null;
      },
    },
  ],
  [
    'reverse',
    {
      parameters: [],
      run: (self, _, { budget }) => {
        const items = mutableItems(self);
        chargeShift(items, budget);
        items.reverse();
        return null;
      },
    },
  ],
  [
    'sort',
    {
      parameters: ['reverse?'],
      run: (self, [reverse = false], { budget }) => {
        const items = mutableItems(self);
        const sorted = sortValues(items.slice(), item => item, isTrue(reverse, budget), budget);
        items.splice(0, items.length);
        for (const item of sorted) items.push(item);
        return null;
      },
    },
  ],
  [
    'clear',
    {
      parameters: [],
      run: self => {
        const items = mutableItems(self);
        items.splice(0, items.length);
        return null;
      },
    },
  ],
]);

/** A template may change only its own values, because the caller shares the data. */
function mutableItems(self: Value): Value[] {
  if (self instanceof List) return self.items;
  throw new TemplateError(
    'a list of the data cannot be changed: change a copy of it, for example from the filter list',
  );
}

/** Charges for the elements that move when one is inserted or removed. */
function chargeShift(items: readonly Value[], budget: Budget): void {
  budget.spend(items.length >> 6);
}

function boundary(value: Value, length: number): number {
  const at = asIndex(value);
  return Math.min(length, Math.max(0, at < 0 ? at + length : at));
}
