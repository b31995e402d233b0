import { strip } from './text-changes.ts';
import { normalizeInteger } from './values.ts';

/** Converts texts to numbers by the rules of Python's `int()` and `float()`. Returns undefined for other texts. */

/** Python 3.11 reads no more digits than these. */
const MAX_DIGITS = 4300;

export function parseInteger(text: string, base: number): number | bigint | undefined {
  if (base !== 0 && (base < 2 || base > 36)) return undefined;
  const match = /^([+-]?)(0[xX]|0[oO]|0[bB])?(_?)([0-9a-zA-Z]+(?:_[0-9a-zA-Z]+)*)$/.exec(
    asciiDigits(strip(text, null, true, true)),
  );
  if (!match) return undefined;
  const prefix = match[2]?.toLowerCase() ?? '';
  const digits = (match[4] ?? '').replaceAll('_', '').toLowerCase();
  const prefixBase = PREFIX_BASES[prefix];
  if (prefixBase === undefined) {
    if (match[3] !== '') return undefined;
    if (base === 0 && digits.startsWith('0') && /[1-9]/.test(digits)) return undefined;
    return signed(match[1], digitsToInteger(digits, base === 0 ? 10 : base));
  }
  if (base === 0 || base === prefixBase) return signed(match[1], digitsToInteger(digits, prefixBase));
  // In base 16, `0b1` consists of three digits.
  return match[3] === '' ? signed(match[1], digitsToInteger(prefix + digits, base)) : undefined;
}

export function parseFloatText(text: string): number | undefined {
  const trimmed = asciiDigits(strip(text, null, true, true));
  const named = /^([+-]?)(inf|infinity|nan)$/i.exec(trimmed);
  if (named) {
    const value = named[2]?.toLowerCase() === 'nan' ? Number.NaN : Number.POSITIVE_INFINITY;
    return named[1] === '-' ? -value : value;
  }
  if (!/^[+-]?(?:\d+(?:_\d+)*\.?(?:\d+(?:_\d+)*)?|\.\d+(?:_\d+)*)(?:[eE][+-]?\d+(?:_\d+)*)?$/.test(trimmed))
    return undefined;
  return Number(trimmed.replaceAll('_', ''));
}

const PREFIX_BASES: Readonly<Record<string, number>> = { '0x': 16, '0o': 8, '0b': 2 };

function signed(sign: string | undefined, value: bigint | undefined): number | bigint | undefined {
  if (value === undefined) return undefined;
  return normalizeInteger(sign === '-' ? -value : value);
}

function digitsToInteger(digits: string, base: number): bigint | undefined {
  if (digits.length > MAX_DIGITS) return undefined;
  let value = 0n;
  const radix = BigInt(base);
  for (const char of digits) {
    const digit = Number.parseInt(char, 36);
    if (digit >= base) return undefined;
    value = value * radix + BigInt(digit);
  }
  return value;
}

/** Converts the decimal digits of every script to `0` to `9`. */
function asciiDigits(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text;
  return text.replaceAll(/\p{Nd}/gu, char => String(digitValue(char.codePointAt(0) ?? 0)));
}

/** Unicode has decimal digits in runs of ten, so the value of a digit is its distance from the start of the run. */
function digitValue(code: number): number {
  let start = code;
  while (start > 0 && /\p{Nd}/u.test(String.fromCodePoint(start - 1))) start--;
  return (code - start) % 10;
}
