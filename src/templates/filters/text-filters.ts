import type { Budget } from '../budget.ts';
import { isSpace } from '../syntax/white-space.ts';
import { TemplateError } from '../template-error.ts';
import type { Operation, Operations } from '../values/callable.ts';
import { dictFromEntries, isMapping, mappingEntries } from '../values/dict.ts';
import { capitalize } from '../values/letter-case.ts';
import { asIndex } from '../values/numbers.ts';
import { add, isTrue } from '../values/operators.ts';
import { formatPercent } from '../values/percent-format.ts';
import { toText } from '../values/printing.ts';
import { getLength, isIterable, slice, toArray } from '../values/sequences.ts';
import { splitLines, splitTextFromRight } from '../values/splitting.ts';
import { padText, replaceText, strip, textArgument } from '../values/text-changes.ts';
import {
  describeKind,
  isText,
  type Markup,
  plainText,
  Tuple,
  Undefined,
  type Value,
  withSameMarkup,
} from '../values/values.ts';
import { wrapWords } from './word-wrap.ts';

/** Filters on text. Their results stay marked as HTML where Jinja does the same. */
export const TEXT_FILTERS: Operations = new Map<string, Operation>([
  ['string', { parameters: [], run: (value, _, { budget }) => toMarkedText(value, budget) }],
  ['upper', textFilter((text, budget) => chargeAllocation(text, budget).toUpperCase())],
  ['lower', textFilter((text, budget) => chargeAllocation(text, budget).toLowerCase())],
  ['capitalize', textFilter((text, budget) => capitalize(chargeAllocation(text, budget)))],
  ['title', { parameters: [], run: (value, _, { budget }) => title(toText(value, budget), budget) }],
  [
    'trim',
    {
      parameters: ['chars?'],
      run: (value, [chars = null], { budget }) => {
        const text = toMarkedText(value, budget);
        return withSameMarkup(text, strip(chargeAllocation(plainText(text), budget), chars, true, true));
      },
    },
  ],
  [
    'center',
    {
      parameters: ['width?'],
      run: (value, [width = 80], { budget }) => {
        const text = toMarkedText(value, budget);
        return withSameMarkup(text, padText(plainText(text), width, ' ', 'center', budget));
      },
    },
  ],
  [
    'replace',
    {
      parameters: ['old', 'new', 'count?'],
      run: (value, [old = '', replacement = '', count = null], { budget }) =>
        replaceText(
          toText(value, budget),
          toText(old, budget),
          toText(replacement, budget),
          count === null ? -1 : asIndex(count),
          budget,
        ),
    },
  ],
  [
    'format',
    {
      parameters: 'any',
      run: (value, _, { budget }, { positional, keywords }) => {
        if (positional.length > 0 && keywords.size > 0)
          throw new TemplateError("can't handle positional and keyword arguments at the same time");
        return formatPercent(
          toMarkedText(value, budget),
          keywords.size > 0 ? dictFromEntries(keywords) : new Tuple(positional),
          budget,
        );
      },
    },
  ],
  [
    'truncate',
    {
      parameters: ['length?', 'killwords?', 'end?', 'leeway?'],
      run: (value, [length = 255, killWords = false, end = '...', leeway = null], { budget }) =>
        truncate(value, asIndex(length), isTrue(killWords, budget), end, leeway === null ? 5 : asIndex(leeway), budget),
    },
  ],
  [
    'indent',
    {
      parameters: ['width?', 'first?', 'blank?'],
      run: (value, [width = 4, first = false, blank = false], { budget }) =>
        indent(value, width, isTrue(first, budget), isTrue(blank, budget), budget),
    },
  ],
  [
    'wordwrap',
    {
      parameters: ['width?', 'break_long_words?', 'wrapstring?', 'break_on_hyphens?'],
      run: (value, [width = 79, breakLong = true, separator = null, breakHyphens = true], { budget }) => {
        const join = separator === null ? '\n' : textArgument(separator);
        const options = {
          width: asIndex(width),
          breakLongWords: isTrue(breakLong, budget),
          breakOnHyphens: isTrue(breakHyphens, budget),
        };
        const lines = splitLines(textArgument(value), false, budget).map(line =>
          wrapWords(line, options, budget).join(join),
        );
        budget.allocate(lines.length * join.length);
        return lines.join(join);
      },
    },
  ],
  [
    'wordcount',
    {
      parameters: [],
      run: (value, _, { budget }) => {
        const text = toText(value, budget);
        budget.allocate(text.length >> 1);
        budget.spend(text.length >> 3);
        return text.match(/[\p{L}\p{N}_]+/gu)?.length ?? 0;
      },
    },
  ],
  ['urlencode', { parameters: [], run: (value, _, { budget }) => urlEncode(value, budget) }],
]);

function textFilter(change: (text: string, budget: Budget) => string): Operation {
  return {
    parameters: [],
    run: (value, _, { budget }) => {
      const text = toMarkedText(value, budget);
      return withSameMarkup(text, change(plainText(text), budget));
    },
  };
}

/** Converts a value to text that stays marked as HTML. */
function toMarkedText(value: Value, budget: Budget): string | Markup {
  return isText(value) ? value : toText(value, budget);
}

function chargeAllocation(text: string, budget: Budget): string {
  budget.allocate(text.length);
  return text;
}

/** Capitalizes the first letter and those after white space, hyphens and opening brackets. */
function title(text: string, budget: Budget): string {
  budget.allocate(text.length);
  budget.spend(text.length >> 1);
  let result = '';
  let inWord = false;
  let rest = '';
  for (const char of text) {
    if ('-({[<'.includes(char) || isSpace(char.charCodeAt(0))) {
      result += rest.toLowerCase() + char;
      rest = '';
      inWord = false;
    } else if (inWord) rest += char;
    else {
      result += char.toUpperCase();
      inWord = true;
    }
  }
  return result + rest.toLowerCase();
}

function truncate(value: Value, length: number, killWords: boolean, end: Value, leeway: number, budget: Budget): Value {
  if (value instanceof Undefined) throw value.error();
  const endLength = getLength(end, budget);
  if (length < endLength) throw new TemplateError(`expected length >= ${endLength}, got ${length}`);
  if (leeway < 0) throw new TemplateError(`expected leeway >= 0, got ${leeway}`);
  if (getLength(value, budget) <= length + leeway) return value;
  if (!isText(value)) throw new TemplateError(`truncate needs a text, not ${describeKind(value)}`);
  const start = slice(value, null, length - endLength, null, budget);
  if (killWords || !isText(start)) return add(start, end, budget);
  const [words = ''] = splitTextFromRight(plainText(start), ' ', 1, budget);
  return add(withSameMarkup(start, words), end, budget);
}

function indent(value: Value, width: Value, first: boolean, blank: boolean, budget: Budget): Value {
  if (value instanceof Undefined) throw value.error();
  if (!isText(value)) throw new TemplateError(`indent needs a text, not ${describeKind(value)}`);
  const indention = isText(width) ? plainText(width) : spaces(asIndex(width), budget);
  const lines = splitLines(`${plainText(value)}\n`, false, budget);
  const indented = lines.map((line, index) => {
    const isIndented = index === 0 ? first : blank || line !== '';
    if (!isIndented) return line;
    budget.allocate(indention.length + line.length);
    return indention + line;
  });
  return withSameMarkup(value, indented.join('\n'));
}

function spaces(count: number, budget: Budget): string {
  budget.allocate(Math.max(0, count));
  return ' '.repeat(Math.max(0, count));
}

function urlEncode(value: Value, budget: Budget): string {
  if (value instanceof Undefined) throw value.error();
  const pairs = isText(value) ? undefined : toPairs(value, budget);
  if (!pairs) return quoteUrl(value, budget).replaceAll('%2F', '/');
  return pairs.map(pair => pair.map(part => quoteUrl(part, budget).replaceAll('%20', '+')).join('=')).join('&');
}

function toPairs(value: Value, budget: Budget): [Value, Value][] | undefined {
  if (isMapping(value)) return [...mappingEntries(value, budget)].map(([key, each]) => [key, each]);
  if (!isIterable(value)) return undefined;
  return toArray(value, budget).map(pair => {
    const [key, each, more] = toArray(pair, budget);
    if (key === undefined || each === undefined || more !== undefined)
      throw new TemplateError('urlencode needs text, a dict or a list of pairs');
    return [key, each];
  });
}

function quoteUrl(value: Value, budget: Budget): string {
  const text = toText(value, budget);
  budget.allocate(text.length * 3);
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
