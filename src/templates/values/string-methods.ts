import type { Budget } from '../budget.ts';
import { isTrue } from '../evaluate/operators.ts';
import { stripTags, unescapeHtml } from '../filters/html.ts';
import { TemplateError } from '../template-error.ts';
import { bind, type CallArguments, type Operation, type Operations, type Runtime } from './callable.ts';
import { isMapping } from './dict.ts';
import * as letterCase from './letter-case.ts';
import { escapeHtml } from './markup.ts';
import { asIndex } from './numbers.ts';
import { iterate } from './sequences.ts';
import { splitLines, splitText, splitTextFromRight, splitWords, splitWordsFromRight } from './splitting.ts';
import { formatFields } from './string-format.ts';
import { textLength, textSlice } from './text.ts';
import { expandTabs, padText, replaceText, strip, textArgument, zeroFill } from './text-changes.ts';
import { isText, List, Markup, Tuple, textOf, typeName, Undefined, type Value } from './values.ts';

/** A method that gives a text: marked as HTML when the text it belongs to is. */
function toText(
  parameters: readonly string[],
  run: (text: string, args: readonly (Value | undefined)[], budget: Budget, self: Value) => string,
): Operation {
  return {
    parameters,
    run: (self, args, { budget }) => {
      const text = own(self);
      budget.scan(text.length);
      return like(self, run(text, args, budget, self));
    },
  };
}

/** A method that gives several texts. */
function toTexts(
  parameters: readonly string[],
  run: (text: string, args: readonly (Value | undefined)[], budget: Budget) => string[],
): Operation {
  return {
    parameters,
    run: (self, args, { budget }) => new List(run(own(self), args, budget).map(part => like(self, part))),
  };
}

/** A question about the text as a whole. */
function question(holds: (text: string) => boolean): Operation {
  return {
    parameters: [],
    run: (self, _, { budget }) => {
      const text = own(self);
      budget.spend(1 + (text.length >> 4));
      return holds(text);
    },
  };
}

const FIND_PARAMETERS = ['sub', 'start?', 'end?'];

export const STRING_METHODS: Operations = new Map<string, Operation>([
  ['upper', toText([], text => text.toUpperCase())],
  ['lower', toText([], text => text.toLowerCase())],
  ['casefold', toText([], (text, _, budget) => letterCase.foldCase(slowly(text, budget)))],
  ['capitalize', toText([], text => letterCase.capitalize(text))],
  ['title', toText([], (text, _, budget) => letterCase.capitalizeWords(slowly(text, budget)))],
  ['swapcase', toText([], (text, _, budget) => letterCase.swapCase(slowly(text, budget)))],
  ['strip', toText(['chars?'], (text, [chars = null]) => strip(text, chars, true, true))],
  ['lstrip', toText(['chars?'], (text, [chars = null]) => strip(text, chars, true, false))],
  ['rstrip', toText(['chars?'], (text, [chars = null]) => strip(text, chars, false, true))],
  [
    'center',
    toText(['width', 'fillchar?'], (text, [width = 0, fill = ' '], budget) =>
      padText(text, width, fill, 'center', budget),
    ),
  ],
  [
    'ljust',
    toText(['width', 'fillchar?'], (text, [width = 0, fill = ' '], budget) =>
      padText(text, width, fill, 'left', budget),
    ),
  ],
  [
    'rjust',
    toText(['width', 'fillchar?'], (text, [width = 0, fill = ' '], budget) =>
      padText(text, width, fill, 'right', budget),
    ),
  ],
  ['zfill', toText(['width'], (text, [width = 0], budget) => zeroFill(text, width, budget))],
  ['expandtabs', toText(['tabsize?'], (text, [size = 8], budget) => expandTabs(text, asIndex(size), budget))],
  [
    'replace',
    toText(['old', 'new', 'count?'], (text, [old = '', replacement = '', count = -1], budget, self) =>
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
    toText(['prefix'], (text, [prefix = '']) =>
      text.startsWith(textArgument(prefix)) ? text.slice(textArgument(prefix).length) : text,
    ),
  ],
  [
    'removesuffix',
    toText(['suffix'], (text, [suffix = '']) => {
      const end = textArgument(suffix);
      return end !== '' && text.endsWith(end) ? text.slice(0, -end.length) : text;
    }),
  ],
  [
    'split',
    toTexts(['sep?', 'maxsplit?'], (text, [separator = null, limit = -1], budget) =>
      split(text, separator, asIndex(limit), budget),
    ),
  ],
  [
    'rsplit',
    toTexts(['sep?', 'maxsplit?'], (text, [separator = null, limit = -1], budget) =>
      splitFromRight(text, separator, asIndex(limit), budget),
    ),
  ],
  [
    'splitlines',
    toTexts(['keepends?'], (text, [keepEnds = false], budget) => splitLines(text, isTrue(keepEnds, budget), budget)),
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
    { parameters: FIND_PARAMETERS, run: (self, args, { budget }) => found(find(self, args, 'indexOf', budget)) },
  ],
  [
    'rindex',
    { parameters: FIND_PARAMETERS, run: (self, args, { budget }) => found(find(self, args, 'lastIndexOf', budget)) },
  ],
  ['count', { parameters: FIND_PARAMETERS, run: (self, args, { budget }) => countOf(self, args, budget) }],
  [
    'format',
    { parameters: 'any', run: (self, _, runtime, all) => formatFields(textual(self), all, undefined, runtime) },
  ],
  ['format_map', { parameters: 'any', run: (self, _, runtime, all) => formatMap(self, all, runtime) }],
  ['isalpha', question(text => /^\p{L}+$/u.test(text))],
  ['isalnum', question(text => /^[\p{L}\p{N}]+$/u.test(text))],
  ['isdecimal', question(text => /^\p{Nd}+$/u.test(text))],
  [
    'isdigit',
    question(text => /^[\p{Nd}\u00b2\u00b3\u00b9\u2070\u2074-\u2079\u2080-\u2089\u2460-\u2468]+$/u.test(text)),
  ],
  ['isnumeric', question(text => /^\p{N}+$/u.test(text))],
  ['isascii', question(text => !/[\u0080-\uffff]/.test(text))],
  ['islower', question(letterCase.isLower)],
  ['isupper', question(letterCase.isUpper)],
  ['istitle', question(letterCase.isTitle)],
  ['isspace', question(text => text !== '' && strip(text, null, true, false) === '')],
  ['isprintable', question(text => !/[\p{C}\p{Z}]/u.test(text.replaceAll(' ', '')))],
  ['isidentifier', question(text => /^[\p{ID_Start}_]\p{ID_Continue}*$/u.test(text))],
  ['striptags', markupOnly((text, budget) => stripTags(text, budget))],
  ['unescape', markupOnly((text, budget) => unescapeHtml(text, budget))],
]);

function own(self: Value): string {
  return textOf(textual(self));
}

function textual(self: Value): string | Markup {
  if (isText(self)) return self;
  throw new TemplateError('not a str');
}

function like(self: Value, text: string): Value {
  return self instanceof Markup ? new Markup(text) : text;
}

function slowly(text: string, budget: Budget): string {
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
  const text = own(self);
  const by = separatorArgument(separator);
  budget.allocate(text.length);
  const at = fromRight ? text.lastIndexOf(by) : text.indexOf(by);
  const parts =
    at < 0 ? (fromRight ? ['', '', text] : [text, '', '']) : [text.slice(0, at), by, text.slice(at + by.length)];
  return new Tuple(parts.map(part => like(self, part)));
}

function join(self: Value, values: Value, budget: Budget): Value {
  const separator = own(self);
  const isMarkup = self instanceof Markup;
  let result = '';
  let index = 0;
  for (const value of iterate(values, budget)) {
    if (!isMarkup && !isText(value)) {
      if (value instanceof Undefined) throw value.error();
      throw new TemplateError(`sequence item ${index}: expected str instance, ${typeName(value)} found`);
    }
    const part = (index > 0 ? separator : '') + (isMarkup ? escapeHtml(value, budget) : textArgument(value));
    budget.allocate(part.length);
    result += part;
    index++;
  }
  return like(self, result);
}

/** The part of the text that `start` and `end` leave, and where it begins; undefined when they leave nothing at all. */
function within(text: string, start: Value, end: Value, budget: Budget): { part: string; offset: number } | undefined {
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

type Search = readonly (Value | undefined)[];

function find(
  self: Value,
  [sought = null, start = null, end = null]: Search,
  how: 'indexOf' | 'lastIndexOf',
  budget: Budget,
): number {
  const needle = textArgument(sought);
  const place = within(own(self), start, end, budget);
  if (!place) return -1;
  budget.scan(place.part.length);
  const at = place.part[how](needle);
  return at < 0 ? -1 : place.offset + textLength(place.part.slice(0, at), budget);
}

function found(index: number): number {
  if (index < 0) throw new TemplateError('substring not found');
  return index;
}

function countOf(self: Value, [sought = null, start = null, end = null]: Search, budget: Budget): number {
  const needle = textArgument(sought);
  const place = within(own(self), start, end, budget);
  if (!place) return 0;
  if (needle === '') return textLength(place.part, budget) + 1;
  return splitText(place.part, needle, -1, budget).length - 1;
}

function hasAffix(
  self: Value,
  [affix = null, start = null, end = null]: Search,
  how: 'startsWith' | 'endsWith',
  budget: Budget,
): boolean {
  const place = within(own(self), start, end, budget);
  const affixes = affix instanceof Tuple ? affix.items : [affix];
  budget.spend(affixes.length);
  return affixes.map(textArgument).some(text => place?.part[how](text) ?? false);
}

function formatMap(self: Value, all: CallArguments, runtime: Runtime): Value {
  const [map = null] = bind({ name: 'format_map', parameters: ['mapping'] }, all);
  if (!isMapping(map)) throw new TemplateError(`format_map() needs a dict, not ${typeName(map)}`);
  return formatFields(textual(self), { positional: [], keywords: new Map() }, map, runtime);
}
