import type { Budget } from '../budget.ts';
import { splitWords } from '../values/splitting.ts';
import { NAMED_ENTITIES } from './html-entities.ts';

/** Without comments and tags, with white space run together, and entities turned into characters. */
export function stripTags(text: string, budget: Budget): string {
  const withoutComments = cutOut(text, '<!--', '-->', budget);
  const withoutTags = cutOut(withoutComments, '<', '>', budget);
  return unescapeHtml(splitWords(withoutTags, -1, budget).join(' '), budget);
}

/** `&amp;`, `&#39;`, `&#x27;` and the named entities of HTML 4. */
export function unescapeHtml(text: string, budget: Budget): string {
  budget.allocate(text.length);
  budget.spend(text.length >> 4);
  if (!text.includes('&')) return text;
  return text.replaceAll(
    /&(?:#(\d{1,7});?|#[xX]([0-9a-fA-F]{1,6});?|([a-zA-Z][a-zA-Z0-9]{1,10});?)/g,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return NAMED_ENTITIES.get(name) ?? whole;
      return characterOf(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal));
    },
  );
}

function characterOf(code: number): string {
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return '\ufffd';
  return String.fromCodePoint(code);
}

function cutOut(text: string, start: string, end: string, budget: Budget): string {
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
