import type { Budget } from '../budget.ts';
import { NAMED_ENTITIES } from './html-entities.ts';
import { toText } from './printing.ts';
import { splitWords } from './splitting.ts';
import { Markup, type Value } from './values.ts';

/** Returns any value as HTML-safe text. A value that is marked as HTML stays as it is. */
export function escapeHtml(value: Value, budget: Budget): string {
  return value instanceof Markup ? value.text : escapeText(toText(value, budget), budget);
}

export function escapeText(text: string, budget: Budget): string {
  budget.scan(text.length);
  if (!/[&<>'"]/.test(text)) return text;
  budget.allocate(text.length);
  const escaped = text
    .replaceAll('&', '&amp;')
    .replaceAll('>', '&gt;')
    .replaceAll('<', '&lt;')
    .replaceAll("'", '&#39;')
    .replaceAll('"', '&#34;');
  budget.allocate(escaped.length);
  return escaped;
}

/** Removes comments and tags, collapses white space and decodes entities. */
export function stripTags(text: string, budget: Budget): string {
  const withoutComments = removeBetween(text, '<!--', '-->', budget);
  const withoutTags = removeBetween(withoutComments, '<', '>', budget);
  return unescapeHtml(splitWords(withoutTags, -1, budget).join(' '), budget);
}

/** Decodes `&amp;`, `&#39;`, `&#x27;` and the named entities of HTML 4. */
export function unescapeHtml(text: string, budget: Budget): string {
  budget.allocate(text.length);
  budget.spend(text.length >> 4);
  if (!text.includes('&')) return text;
  return text.replaceAll(
    /&(?:#(\d{1,7});?|#[xX]([0-9a-fA-F]{1,6});?|([a-zA-Z][a-zA-Z0-9]{1,10});?)/g,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return NAMED_ENTITIES.get(name) ?? whole;
      return decodeCharacter(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal));
    },
  );
}

function decodeCharacter(code: number): string {
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return '\ufffd';
  return String.fromCodePoint(code);
}

function removeBetween(text: string, start: string, end: string, budget: Budget): string {
  budget.allocate(text.length);
  let result = '';
  let from = 0;
  while (true) {
    const open = text.indexOf(start, from);
    const close = open < 0 ? -1 : text.indexOf(end, open);
    if (close < 0) return result + text.slice(from);
    budget.spend(1);
    result += text.slice(from, open);
    from = close + end.length;
  }
}
