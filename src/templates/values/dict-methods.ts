import type { Budget } from '../budget.ts';
import { TemplateError } from '../template-error.ts';
import type { CallArguments, Operation, Operations } from './callable.ts';
import { Dict, DictView, dictFromEntries, isMapping, lookUp, type Mapping, mappingEntries } from './dict.ts';
import { describeValue } from './printing.ts';
import { iterate, toArray } from './sequences.ts';
import { Tuple, type Value } from './values.ts';

export const DICT_METHODS: Operations = new Map<string, Operation>([
  ['keys', { parameters: [], run: self => new DictView('keys', asMapping(self)) }],
  ['values', { parameters: [], run: self => new DictView('values', asMapping(self)) }],
  ['items', { parameters: [], run: self => new DictView('items', asMapping(self)) }],
  [
    'get',
    {
      parameters: ['key', 'default?'],
      run: (self, [key = null, otherwise = null]) => {
        const value = lookUp(asMapping(self), key);
        return value === undefined ? otherwise : value;
      },
    },
  ],
  [
    'copy',
    {
      parameters: [],
      run: (self, _, { budget }) => {
        const copy = dictFromEntries(mappingEntries(asMapping(self), budget));
        budget.allocate(copy.size);
        return copy;
      },
    },
  ],
  [
    'pop',
    {
      parameters: ['key', 'default?'],
      run: (self, [key = null, otherwise], { budget }) => {
        const dict = mutableDict(self);
        const found = dict.get(key);
        const value = found === undefined ? otherwise : found;
        if (value === undefined) throw new TemplateError(`the key ${describeValue(key, budget)} is not in the dict`);
        dict.delete(key);
        return value;
      },
    },
  ],
  [
    'popitem',
    {
      parameters: [],
      run: (self, _, { budget }) => {
        const dict = mutableDict(self);
        let last: readonly [Value, Value] | undefined;
        for (const entry of mappingEntries(dict, budget)) last = entry;
        if (!last) throw new TemplateError('popitem(): dictionary is empty');
        dict.delete(last[0]);
        return new Tuple(last);
      },
    },
  ],
  [
    'setdefault',
    {
      parameters: ['key', 'default?'],
      run: (self, [key = null, otherwise = null], { budget }) => {
        const dict = mutableDict(self);
        const found = dict.get(key);
        if (found !== undefined) return found;
        budget.allocate(1);
        dict.set(key, otherwise);
        return otherwise;
      },
    },
  ],
  [
    'update',
    {
      parameters: 'any',
      run: (self, _, { budget }, all) => {
        const dict = mutableDict(self);
        for (const [key, value] of createDict('update', all, budget).entries()) dict.set(key, value);
        return null;
      },
    },
  ],
  [
    'clear',
    {
      parameters: [],
      run: self => {
        mutableDict(self).clear();
        return null;
      },
    },
  ],
  [
    'fromkeys',
    {
      parameters: ['keys', 'value?'],
      run: (_, [keys = null, value = null], { budget }) => {
        const dict = new Dict();
        for (const key of iterate(keys, budget)) {
          budget.allocate(1);
          dict.set(key, value);
        }
        return dict;
      },
    },
  ],
]);

/** Implements Python's `dict(mapping or pairs, name=value, ...)`. */
export function createDict(name: string, args: CallArguments, budget: Budget): Dict {
  const [source] = args.positional;
  if (args.positional.length > 1)
    throw new TemplateError(`${name} expected at most 1 argument, got ${args.positional.length}`);
  const dict = new Dict();
  if (source !== undefined && isMapping(source))
    for (const [key, value] of mappingEntries(source, budget)) dict.set(key, value);
  else if (source !== undefined)
    for (const pair of iterate(source, budget)) {
      const items = toArray(pair, budget);
      const [key, value] = items;
      if (key === undefined || value === undefined || items.length !== 2)
        throw new TemplateError(`dictionary update sequence element has length ${items.length}; 2 is required`);
      dict.set(key, value);
    }
  for (const [key, value] of args.keywords) dict.set(key, value);
  budget.allocate(dict.size);
  return dict;
}

function asMapping(self: Value): Mapping {
  if (isMapping(self)) return self;
  throw new TemplateError('not a dict');
}

/** A template may change only its own values, because the caller shares the data. */
function mutableDict(self: Value): Dict {
  if (self instanceof Dict) return self;
  throw new TemplateError('a dict of the data cannot be changed: change a copy of it, for example from dict(...)');
}
