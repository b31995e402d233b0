import type { Budget } from '../budget.ts';
import { isSpace } from '../syntax/white-space.ts';
import { TemplateError } from '../template-error.ts';
import { asIndex } from './numbers.ts';
import { splitText } from './splitting.ts';
import { codePoints, textLength } from './text.ts';
import { describeKind, isText, plainText, Undefined, type Value } from './values.ts';

/** Operations on texts that methods and filters share: stripping, padding and replacing. */

export function textArgument(value: Value): string {
  if (isText(value)) return plainText(value);
  if (value instanceof Undefined) throw value.error();
  throw new TemplateError(`the argument must be a text, not ${describeKind(value)}`);
}

export function replaceText(text: string, old: string, replacement: string, limit: number, budget: Budget): string {
  const parts = old === '' ? splitCharacters(text, limit, budget) : splitText(text, old, limit, budget);
  budget.allocate(text.length + (parts.length - 1) * replacement.length);
  return parts.join(replacement);
}

/** Removes the characters (white space for `null`) from the start and the end. */
export function strip(text: string, chars: Value, atStart: boolean, atEnd: boolean): string {
  const set = chars === null ? undefined : new Set(textArgument(chars));
  const isWide = set?.values().some(char => char.length > 1) ?? false;
  const characters: ArrayLike<string> = isWide ? Array.from(text) : text;
  const isStripped = (char: string): boolean => (set ? set.has(char) : isSpace(char.charCodeAt(0)));
  let start = 0;
  let end = characters.length;
  if (atStart) while (start < end && isStripped(characters[start] ?? '')) start++;
  if (atEnd) while (end > start && isStripped(characters[end - 1] ?? '')) end--;
  return isWide ? Array.from(characters).slice(start, end).join('') : text.slice(start, end);
}

export function padText(
  text: string,
  width: Value,
  fill: Value,
  where: 'left' | 'right' | 'center',
  budget: Budget,
): string {
  const wanted = asIndex(width);
  const filling = textArgument(fill);
  if (textLength(filling, budget) !== 1)
    throw new TemplateError('The fill character must be exactly one character long');
  const missing = wanted - textLength(text, budget);
  if (missing <= 0) return text;
  budget.allocate(text.length + missing * filling.length);
  if (where === 'left') return text + filling.repeat(missing);
  if (where === 'right') return filling.repeat(missing) + text;
  // Python puts the odd one on the left when the width is odd too.
  const left = (missing >> 1) + (missing & wanted & 1);
  return filling.repeat(left) + text + filling.repeat(missing - left);
}

export function zeroFill(text: string, width: Value, budget: Budget): string {
  const missing = asIndex(width) - textLength(text, budget);
  if (missing <= 0) return text;
  budget.allocate(text.length + missing);
  const signLength = text.startsWith('-') || text.startsWith('+') ? 1 : 0;
  return text.slice(0, signLength) + '0'.repeat(missing) + text.slice(signLength);
}

export function expandTabs(text: string, size: number, budget: Budget): string {
  budget.spend(text.length >> 1);
  let result = '';
  let column = 0;
  for (const char of text) {
    if (char === '\t') {
      const spaces = size > 0 ? size - (column % size) : 0;
      budget.allocate(spaces);
      result += ' '.repeat(spaces);
      column += spaces;
    } else {
      result += char;
      column = char === '\n' || char === '\r' ? 0 : column + 1;
    }
  }
  return result;
}

/** Splits for `text|replace('', x)`, which puts x before every character and at the end. */
function splitCharacters(text: string, limit: number, budget: Budget): string[] {
  const characters = codePoints(text, budget);
  if (limit < 0 || limit > characters.length) return ['', ...characters, ''];
  if (limit === 0) return [text];
  return ['', ...characters.slice(0, limit - 1), characters.slice(limit - 1).join('')];
}
