import type { Budget } from '../budget.ts';
import { TemplateError } from '../template-error.ts';
import type { CallArguments } from './callable.ts';
import { Dict, isMapping, mappingEntries } from './dict.ts';
import { iterate, toArray } from './sequences.ts';

/** Python's `dict(mapping or pairs, name=value, ...)`. */
export function dictFrom(name: string, args: CallArguments, budget: Budget): Dict {
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
