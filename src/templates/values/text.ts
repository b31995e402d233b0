import type { Budget } from '../budget.ts';

/** Python counts code points, but JavaScript counts UTF-16 units. In most texts there is no difference. */

function hasSurrogates(text: string): boolean {
  return /[\ud800-\udfff]/.test(text);
}

export function textLength(text: string, budget: Budget): number {
  budget.scan(text.length);
  if (!hasSurrogates(text)) return text.length;
  budget.spend(text.length >> 4);
  let length = 0;
  for (let at = 0; at < text.length; length++) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return length;
}

export function codePoints(text: string, budget: Budget): string[] {
  budget.allocate(text.length);
  budget.spend(text.length >> 4);
  return Array.from(text);
}

/** Returns the code points from `start` up to `end`, both counted from the start of the text. */
export function textSlice(text: string, start: number, end: number, budget: Budget): string {
  budget.scan(text.length);
  return hasSurrogates(text) ? codePoints(text, budget).slice(start, end).join('') : text.slice(start, end);
}

/** Compares by code points. UTF-16 would put everything outside the basic plane before U+E000. */
export function compareText(left: string, right: string, budget: Budget): number {
  const shorter = Math.min(left.length, right.length);
  let at = 0;
  while (at < shorter && left.charCodeAt(at) === right.charCodeAt(at)) at++;
  budget.spend(1 + (at >> 5));
  if (at === shorter) return left.length - right.length;
  const a = left.charCodeAt(at);
  const b = right.charCodeAt(at);
  return isSurrogate(a) === isSurrogate(b) ? a - b : isSurrogate(a) ? 1 : -1;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
