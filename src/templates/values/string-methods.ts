import type { Budget } from '../budget.ts';
import { TemplateError } from '../template-error.ts';
import {
  type BoundArguments,
  bind,
  type CallArguments,
  type Operation,
  type Operations,
  type Runtime,
} from './callable.ts';
import { isMapping } from './dict.ts';
import { escapeHtml, stripTags, unescapeHtml } from './html.ts';
import * as letterCase from './letter-case.ts';
import { asIndex } from './numbers.ts';
import { isTrue } from './operators.ts';
import { iterate } from './sequences.ts';
import { splitLines, splitText, splitTextFromRight, splitWords, splitWordsFromRight } from './splitting.ts';
import { formatFields } from './string-format.ts';
import { textLength, textSlice } from './text.ts';
import { expandTabs, padText, replaceText, strip, textArgument, zeroFill } from './text-changes.ts';
import {
  describeKind,
  isText,
  List,
  Markup,
  plainText,
  Tuple,
  Undefined,
  type Value,
  withSameMarkup,
} from './values.ts';

/** Defines a method that returns a text. The result is marked as HTML when the text itself is. */
function textMethod(
  parameters: readonly string[],
  run: (text: string, args: BoundArguments, budget: Budget, self: Value) => string,
): Operation {
  return {
    parameters,
    run: (self, args, { budget }) => {
      const text = selfText(self);
      budget.scan(text.length);
      return withSameMarkup(self, run(text, args, budget, self));
    },
  };
}

/** Defines a method that returns a list of texts. */
function textListMethod(
  parameters: readonly string[],
  run: (text: string, args: BoundArguments, budget: Budget) => string[],
): Operation {
  return {
    parameters,
    run: (self, args, { budget }) =>
      new List(run(selfText(self), args, budget).map(part => withSameMarkup(self, part))),
  };
}

/** Defines a method that returns whether the whole text has some property. */
function predicate(holds: (text: string) => boolean): Operation {
  return {
    parameters: [],
    run: (self, _, { budget }) => {
      const text = selfText(self);
      budget.spend(1 + (text.length >> 4));
      return holds(text);
    },
  };
}

const FIND_PARAMETERS = ['sub', 'start?', 'end?'];

export const STRING_METHODS: Operations = new Map<string, Operation>([
  ['upper', textMethod([], text => text.toUpperCase())],
  ['lower', textMethod([], text => text.toLowerCase())],
  ['casefold', textMethod([], (text, _, budget) => letterCase.foldCase(chargeSlowScan(text, budget)))],
  ['capitalize', textMethod([], text => letterCase.capitalize(text))],
  ['title', textMethod([], (text, _, budget) => letterCase.capitalizeWords(chargeSlowScan(text, budget)))],
  ['swapcase', textMethod([], (text, _, budget) => letterCase.swapCase(chargeSlowScan(text, budget)))],
  ['strip', textMethod(['chars?'], (text, [chars = null]) => strip(text, chars, true, true))],
  ['lstrip', textMethod(['chars?'], (text, [chars = null]) => strip(text, chars, true, false))],
  ['rstrip', textMethod(['chars?'], (text, [chars = null]) => strip(text, chars, false, true))],
  [
    'center',
    textMethod(['width', 'fillchar?'], (text, [width = 0, fill = ' '], budget) =>
      padText(text, width, fill, 'center', budget),
    ),
  ],
  [
    'ljust',
    textMethod(['width', 'fillchar?'], (text, [width = 0, fill = ' '], budget) =>
      padText(text, width, fill, 'left', budget),
    ),
  ],
  [
    'rjust',
    textMethod(['width', 'fillchar?'], (text, [width = 0, fill = ' '], budget) =>
      padText(text, width, fill, 'right', budget),
    ),
  ],
  ['zfill', textMethod(['width'], (text, [width = 0], budget) => zeroFill(text, width, budget))],
  ['expandtabs', textMethod(['tabsize?'], (text, [size = 8], budget) => expandTabs(text, asIndex(size), budget))],
  [
    'replace',
    textMethod(['old', 'new', 'count?'], (text, [old = '', replacement = '', count = -1], budget, self) =>
      replaceText(
        text,
        textArgument(old),
        self instanceof Markup ? escapeHtml(replacement, budget) : textArgument(replacement),
        asIndex(count),
        budget,
      ),
    ),
  ],
  [
    'removeprefix',
    textMethod(['prefix'], (text, [prefix = '']) =>
      text.startsWith(textArgument(prefix)) ? text.slice(textArgument(prefix).length) : text,
    ),
  ],
  [
    'removesuffix',
    textMethod(['suffix'], (text, [suffix = '']) => {
      const end = textArgument(suffix);
      return end !== '' && text.endsWith(end) ? text.slice(0, -end.length) : text;
    }),
  ],
  [
    'split',
    textListMethod(['sep?', 'maxsplit?'], (text, [separator = null, limit = -1], budget) =>
      split(text, separator, asIndex(limit), budget),
    ),
  ],
  [
    'rsplit',
    textListMethod(['sep?', 'maxsplit?'], (text, [separator = null, limit = -1], budget) =>
      splitFromRight(text, separator, asIndex(limit), budget),
    ),
  ],
  [
    'splitlines',
    textListMethod(['keepends?'], (text, [keepEnds = false], budget) =>
      splitLines(text, isTrue(keepEnds, budget), budget),
    ),
  ],
  [
    'partition',
    { parameters: ['sep'], run: (self, [separator = ''], { budget }) => partition(self, separator, false, budget) },
  ],
  [
    'rpartition',
    { parameters: ['sep'], run: (self, [separator = ''], { budget }) => partition(self, separator, true, budget) },
  ],
  ['join', { parameters: ['iterable'], run: (self, [values = null], { budget }) => join(self, values, budget) }],
  [
    'startswith',
    {
      parameters: ['prefix', 'start?', 'end?'],
      run: (self, args, { budget }) => hasAffix(self, args, 'startsWith', budget),
    },
  ],
  [
    'endswith',
    {
      parameters: ['suffix', 'start?', 'end?'],
      run: (self, args, { budget }) => hasAffix(self, args, 'endsWith', budget),
    },
  ],
  ['find', { parameters: FIND_PARAMETERS, run: (self, args, { budget }) => find(self, args, 'indexOf', budget) }],
  ['rfind', { parameters: FIND_PARAMETERS, run: (self, args, { budget }) => find(self, args, 'lastIndexOf', budget) }],
  [
    'index',
    { parameters: FIND_PARAMETERS, run: (self, args, { budget }) => requireFound(find(self, args, 'indexOf', budget)) },
  ],
  [
    'rindex',
    {
      parameters: FIND_PARAMETERS,
      run: (self, args, { budget }) => requireFound(find(self, args, 'lastIndexOf', budget)),
    },
  ],
  ['count', { parameters: FIND_PARAMETERS, run: (self, args, { budget }) => countOccurrences(self, args, budget) }],
  [
    'format',
    { parameters: 'any', run: (self, _, runtime, all) => formatFields(asText(self), all, undefined, runtime) },
  ],
  ['format_map', { parameters: 'any', run: (self, _, runtime, all) => formatMap(self, all, runtime) }],
  ['isalpha', predicate(text => /^\p{L}+$/u.test(text))],
  ['isalnum', predicate(text => /^[\p{L}\p{N}]+$/u.test(text))],
  ['isdecimal', predicate(text => /^\p{Nd}+$/u.test(text))],
  [
    'isdigit',
    predicate(text => /^[\p{Nd}\u00b2\u00b3\u00b9\u2070\u2074-\u2079\u2080-\u2089\u2460-\u2468]+$/u.test(text)),
  ],
  ['isnumeric', predicate(text => /^\p{N}+$/u.test(text))],
  ['isascii', predicate(text => !/[\u0080-\uffff]/.test(text))],
  ['islower', predicate(letterCase.isLower)],
  ['isupper', predicate(letterCase.isUpper)],
  ['istitle', predicate(letterCase.isTitle)],
  ['isspace', predicate(text => text !== '' && strip(text, null, true, false) === '')],
  ['isprintable', predicate(text => !/[\p{C}\p{Z}]/u.test(text.replaceAll(' ', '')))],
  ['isidentifier', predicate(text => /^[\p{ID_Start}_]\p{ID_Continue}*$/u.test(text))],
  ['striptags', markupOnly((text, budget) => stripTags(text, budget))],
  ['unescape', markupOnly((text, budget) => unescapeHtml(text, budget))],
]);

function selfText(self: Value): string {
  return plainText(asText(self));
}

function asText(self: Value): string | Markup {
  if (isText(self)) return self;
  throw new TemplateError('not a str');
}

function chargeSlowScan(text: string, budget: Budget): string {
  budget.spend(text.length >> 1);
  return text;
}

function markupOnly(run: (text: string, budget: Budget) => string): Operation {
  return {
    parameters: [],
    run: (self, _, { budget }) => {
      if (!(self instanceof Markup))
        throw new TemplateError("'str object' has no such method: mark it with the filter safe");
      return run(self.text, budget);
    },
  };
}

function split(text: string, separator: Value, limit: number, budget: Budget): string[] {
  if (separator === null) return splitWords(text, limit, budget);
  return splitText(text, separatorArgument(separator), limit, budget);
}

function splitFromRight(text: string, separator: Value, limit: number, budget: Budget): string[] {
  if (separator === null) return splitWordsFromRight(text, limit, budget);
  return splitTextFromRight(text, separatorArgument(separator), limit, budget);
}

function separatorArgument(value: Value): string {
  const separator = textArgument(value);
  if (separator === '') throw new TemplateError('empty separator');
  return separator;
}

function partition(self: Value, separator: Value, fromRight: boolean, budget: Budget): Value {
  const text = selfText(self);
  const by = separatorArgument(separator);
  budget.allocate(text.length);
  const at = fromRight ? text.lastIndexOf(by) : text.indexOf(by);
  const parts =
    at < 0 ? (fromRight ? ['', '', text] : [text, '', '']) : [text.slice(0, at), by, text.slice(at + by.length)];
  return new Tuple(parts.map(part => withSameMarkup(self, part)));
}

function join(self: Value, values: Value, budget: Budget): Value {
  const separator = selfText(self);
  const isMarkup = self instanceof Markup;
  let result = '';
  let index = 0;
  for (const value of iterate(values, budget)) {
    if (!isMarkup && !isText(value)) {
      if (value instanceof Undefined) throw value.error();
      throw new TemplateError(`only texts can be joined, and item ${index} is ${describeKind(value)}`);
    }
    const part = (index > 0 ? separator : '') + (isMarkup ? escapeHtml(value, budget) : textArgument(value));
    budget.allocate(part.length);
    result += part;
    index++;
  }
  return withSameMarkup(self, result);
}

/**
 * Returns the part of the text between `start` and `end`, and where it begins. Undefined when `start` lies after `end`.
 */
function sliceBetween(
  text: string,
  start: Value,
  end: Value,
  budget: Budget,
): { part: string; offset: number } | undefined {
  if (start === null && end === null) return { part: text, offset: 0 };
  const length = textLength(text, budget);
  const bound = (value: Value, absent: number): number => {
    if (value === null) return absent;
    const at = asIndex(value);
    return Math.max(0, at < 0 ? at + length : at);
  };
  const from = bound(start, 0);
  const to = Math.min(length, bound(end, length));
  return from > to ? undefined : { part: textSlice(text, from, to, budget), offset: from };
}

function find(
  self: Value,
  [needle = null, start = null, end = null]: BoundArguments,
  how: 'indexOf' | 'lastIndexOf',
  budget: Budget,
): number {
  const sought = textArgument(needle);
  const slice = sliceBetween(selfText(self), start, end, budget);
  if (!slice) return -1;
  budget.scan(slice.part.length);
  const at = slice.part[how](sought);
  return at < 0 ? -1 : slice.offset + textLength(slice.part.slice(0, at), budget);
}

function requireFound(index: number): number {
  if (index < 0) throw new TemplateError('substring not found');
  return index;
}

function countOccurrences(
  self: Value,
  [needle = null, start = null, end = null]: BoundArguments,
  budget: Budget,
): number {
  const sought = textArgument(needle);
  const slice = sliceBetween(selfText(self), start, end, budget);
  if (!slice) return 0;
  if (sought === '') return textLength(slice.part, budget) + 1;
  return splitText(slice.part, sought, -1, budget).length - 1;
}

function hasAffix(
  self: Value,
  [affix = null, start = null, end = null]: BoundArguments,
  how: 'startsWith' | 'endsWith',
  budget: Budget,
): boolean {
  const slice = sliceBetween(selfText(self), start, end, budget);
  const affixes = affix instanceof Tuple ? affix.items : [affix];
  budget.spend(affixes.length);
  return affixes.map(textArgument).some(text => slice?.part[how](text) ?? false);
}

function formatMap(self: Value, all: CallArguments, runtime: Runtime): Value {
  const [map = null] = bind({ name: 'format_map', parameters: ['mapping'] }, all);
  if (!isMapping(map)) throw new TemplateError(`format_map() needs an object, not ${describeKind(map)}`);
  return formatFields(asText(self), { positional: [], keywords: new Map() }, map, runtime);
}
