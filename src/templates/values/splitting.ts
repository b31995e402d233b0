import type { Budget } from '../budget.ts';
import { isSpace, skipSpace, trimEnd } from '../syntax/white-space.ts';

/** Python's ways to split a text. A negative `limit` means no limit. */

export function splitText(text: string, separator: string, limit: number, budget: Budget): string[] {
  budget.allocate(text.length);
  if (limit < 0) return chargeParts(text.split(separator), budget);
  const parts: string[] = [];
  let from = 0;
  while (parts.length < limit) {
    const at = text.indexOf(separator, from);
    if (at < 0) break;
    parts.push(text.slice(from, at));
    budget.spend(1);
    from = at + separator.length;
  }
  parts.push(text.slice(from));
  return parts;
}

export function splitTextFromRight(text: string, separator: string, limit: number, budget: Budget): string[] {
  if (limit < 0) return splitText(text, separator, limit, budget);
  budget.allocate(text.length);
  const parts: string[] = [];
  let to = text.length;
  while (parts.length < limit && to >= separator.length) {
    const at = text.lastIndexOf(separator, to - separator.length);
    if (at < 0) break;
    parts.unshift(text.slice(at + separator.length, to));
    budget.spend(1 + (parts.length >> 6));
    to = at;
  }
  parts.unshift(text.slice(0, to));
  return parts;
}

/** Splits at runs of white space, and ignores white space at both ends. */
export function splitWords(text: string, limit: number, budget: Budget): string[] {
  budget.allocate(text.length);
  budget.spend(text.length >> 4);
  const words: string[] = [];
  let from = skipSpace(text, 0);
  while (from < text.length) {
    if (limit >= 0 && words.length >= limit) {
      words.push(text.slice(from));
      break;
    }
    let to = from;
    while (to < text.length && !isSpace(text.charCodeAt(to))) to++;
    words.push(text.slice(from, to));
    from = skipSpace(text, to);
  }
  return words;
}

export function splitWordsFromRight(text: string, limit: number, budget: Budget): string[] {
  if (limit < 0) return splitWords(text, limit, budget);
  budget.allocate(text.length);
  budget.spend(text.length >> 4);
  const words: string[] = [];
  let to = trimEnd(text).length;
  while (to > 0) {
    if (words.length >= limit) {
      words.unshift(text.slice(0, to));
      break;
    }
    let from = to;
    while (from > 0 && !isSpace(text.charCodeAt(from - 1))) from--;
    words.unshift(text.slice(from, to));
    budget.spend(1 + (words.length >> 6));
    to = trimEnd(text.slice(0, from)).length;
  }
  return words;
}

/** Splits at every line break of Python, not only at `\n`. A break at the end starts no further line. */
export function splitLines(text: string, keepEnds: boolean, budget: Budget): string[] {
  budget.allocate(text.length);
  budget.spend(text.length >> 4);
  const lines: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (!isLineBreak(text.charCodeAt(at))) continue;
    const end = text.charCodeAt(at) === 13 && text.charCodeAt(at + 1) === 10 ? at + 2 : at + 1;
    lines.push(text.slice(from, keepEnds ? end : at));
    from = end;
    at = end - 1;
  }
  if (from < text.length) lines.push(text.slice(from));
  return lines;
}

function isLineBreak(code: number): boolean {
  return (
    (code >= 10 && code <= 13) || (code >= 28 && code <= 30) || code === 0x85 || code === 0x2028 || code === 0x2029
  );
}

function chargeParts(parts: string[], budget: Budget): string[] {
  budget.allocate(parts.length);
  return parts;
}
