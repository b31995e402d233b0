import { TemplateError } from '../template-error.ts';
import { BuiltIn, bind, type CallArguments } from '../values/callable.ts';
import { createDict } from '../values/dict-methods.ts';
import { asIndex } from '../values/numbers.ts';
import { Cycler, Joiner, Namespace } from '../values/objects.ts';
import { Range, type Value } from '../values/values.ts';

/** The limit of Jinja's sandbox. */
const MAX_RANGE = 100_000;

/** The functions that every template can use. A variable of the same name hides them. */
export const GLOBALS: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['range', new BuiltIn('range', range)],
  ['dict', new BuiltIn('dict', (args, { budget }) => createDict('dict', args, budget))],
  ['namespace', new BuiltIn('namespace', (args, { budget }) => new Namespace(createDict('namespace', args, budget)))],
  ['cycler', new BuiltIn('cycler', cycler)],
  ['joiner', new BuiltIn('joiner', joiner)],
]);

function range(args: CallArguments): Value {
  const bound = bind({ name: 'range', parameters: ['start', 'stop?', 'step?'] }, args);
  if (args.keywords.size > 0) throw new TemplateError('range() takes no keyword arguments');
  const [first = 0, second, third = 1] = bound.map(value => (value === undefined ? undefined : asIndex(value)));
  if (third === 0) throw new TemplateError('range() arg 3 must not be zero');
  const result = second === undefined ? new Range(0, first, 1) : new Range(first, second, third);
  if (result.length > MAX_RANGE)
    throw new TemplateError(`Range too big. The sandbox blocks ranges larger than MAX_RANGE (${MAX_RANGE}).`);
  return result;
}

function cycler(args: CallArguments): Value {
  if (args.keywords.size > 0) throw new TemplateError('cycler() takes no keyword arguments');
  return new Cycler(args.positional);
}

function joiner(args: CallArguments): Value {
  const [separator = ', '] = bind({ name: 'joiner', parameters: ['sep?'] }, args);
  return new Joiner(separator);
}
