import type { Budget } from '../budget.ts';
import { escapeHtml, escapeText } from '../values/html.ts';
import { textLength, textSlice } from '../values/text.ts';
import type { Value } from '../values/values.ts';

interface UrlizeOptions {
  readonly trimUrlLimit: number | undefined;
  readonly rel: string;
  readonly target: string;
  readonly extraSchemes: readonly string[];
}

const DOMAIN = '(?:[\\p{L}\\p{N}_%-]+\\.)+';
const URL_PATTERN = new RegExp(
  '^(?:' +
    `(?:https?:\\/\\/|www\\.)(?:${DOMAIN})?(?:[a-z]{2,63}|xn--[\\p{L}\\p{N}_%]{2,59})` +
    '|(?:[\\p{L}\\p{N}_%-]{2,63}\\.)+(?:com|net|int|edu|gov|org|info|mil)' +
    '|https?:\\/\\/(?:\\d{1,3}(?:\\.\\d{1,3}){3}|\\[(?:[\\da-f]{0,4}:){2}(?:[\\da-f]{0,4}:?){1,6}\\])' +
    ')(?::\\d{1,5})?(?:[/?#]\\S*)?$',
  'iu',
);
const EMAIL_PATTERN = /^[^\s@]+(?:@[^\s@]+)*@[\p{L}\p{N}_][\p{L}\p{N}_.-]*\.[\p{L}\p{N}_]+$/u;
const BRACKETS = [
  ['(', ')'],
  ['<', '>'],
  ['&lt;', '&gt;'],
] as const;

/** Longer words stay as they are. No address that a person would click is longer, and the patterns stay fast. */
const MAX_WORD_LENGTH = 2_000;

/** Converts text to HTML and turns its web and e-mail addresses into links. */
export function urlize(value: Value, options: UrlizeOptions, budget: Budget): string {
  const text = escapeHtml(value, budget);
  budget.allocate(text.length);
  budget.spend(text.length >> 2);
  let result = '';
  for (const word of text.split(/(\s+)/)) {
    budget.spend(1);
    const part = word.length > MAX_WORD_LENGTH ? word : linkWord(word, options, budget);
    budget.allocate(part.length);
    result += part;
  }
  return result;
}

function linkWord(word: string, options: UrlizeOptions, budget: Budget): string {
  const head = /^(?:[(<]|&lt;)+/.exec(word)?.[0] ?? '';
  const rest = word.slice(head.length);
  const tail = trailingPunctuation(rest);
  const balanced = balance(rest.slice(0, rest.length - tail.length), tail);
  return head + link(balanced.middle, options, budget) + balanced.tail;
}

function trailingPunctuation(text: string): string {
  let start = text.length;
  while (start > 0) {
    if (text.endsWith('&gt;', start)) start -= 4;
    else if (')>.,\n'.includes(text.charAt(start - 1))) start--;
    else break;
  }
  return text.slice(start);
}

/** A closing bracket at the end belongs to the address if the address contains the opening one. */
function balance(middle: string, tail: string): { middle: string; tail: string } {
  let start = middle;
  let end = tail;
  for (const [open, close] of BRACKETS) {
    const opened = start.split(open).length - 1;
    if (opened <= start.split(close).length - 1) continue;
    const moved = Math.min(opened, end.split(close).length - 1);
    for (let time = 0; time < moved; time++) {
      const to = end.indexOf(close) + close.length;
      start += end.slice(0, to);
      end = end.slice(to);
    }
  }
  return { middle: start, tail: end };
}

function link(text: string, options: UrlizeOptions, budget: Budget): string {
  const rel = options.rel === '' ? '' : ` rel="${escapeText(options.rel, budget)}"`;
  const target = options.target === '' ? '' : ` target="${escapeText(options.target, budget)}"`;
  if (URL_PATTERN.test(text)) {
    const address = text.startsWith('https://') || text.startsWith('http://') ? text : `https://${text}`;
    return `<a href="${address}"${rel}${target}>${trimUrl(text, options, budget)}</a>`;
  }
  if (text.startsWith('mailto:') && EMAIL_PATTERN.test(text.slice(7))) return `<a href="${text}">${text.slice(7)}</a>`;
  const mayBeEmail = text.includes('@') && !text.startsWith('www.') && !text.startsWith('@') && !text.includes(':');
  if (mayBeEmail && EMAIL_PATTERN.test(text)) return `<a href="mailto:${text}">${text}</a>`;
  const hasScheme = options.extraSchemes.some(scheme => text !== scheme && text.startsWith(scheme));
  return hasScheme ? `<a href="${text}"${rel}${target}>${text}</a>` : text;
}

function trimUrl(text: string, options: UrlizeOptions, budget: Budget): string {
  const limit = options.trimUrlLimit;
  if (limit === undefined || textLength(text, budget) <= limit) return text;
  return `${textSlice(text, 0, limit, budget)}...`;
}
