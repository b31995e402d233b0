import type { Budget } from '../budget.ts';
import { fixedDigits, significantDigits } from './exact-decimal.ts';

export type FloatStyle = 'e' | 'f' | 'g' | 'repr';

/**
 * Formats a float without its sign, in the styles of `%` and of `format`. `repr` is `g` with at least one decimal
 * place. `alternate` (`#`) preserves the point and the zeros of `g`.
 */
export function formatMagnitude(
  value: number,
  style: FloatStyle,
  precision: number,
  alternate: boolean,
  budget: Budget,
): string {
  const size = Math.abs(value);
  if (Number.isNaN(size)) return 'nan';
  if (!Number.isFinite(size)) return 'inf';
  if (style === 'f') return fixedDigits(size, precision, budget) + (alternate && precision === 0 ? '.' : '');
  if (style === 'e') {
    const { digits, exponent } = significantDigits(size, precision + 1, budget);
    return scientific(digits, exponent, alternate);
  }
  const significant = Math.max(1, precision);
  const { digits, exponent } = significantDigits(size, significant, budget);
  const highest = style === 'repr' ? significant - 1 : significant;
  if (exponent < -4 || exponent >= highest)
    return scientific(alternate ? digits : trimZeros(digits), exponent, alternate);
  const whole = exponent >= 0 ? digits.slice(0, exponent + 1) : '0';
  const places = exponent >= 0 ? digits.slice(exponent + 1) : '0'.repeat(-exponent - 1) + digits;
  const shown = alternate ? places : places.replace(/0+$/, '');
  if (shown !== '' || alternate) return `${whole}.${shown}`;
  return style === 'repr' ? `${whole}.0` : whole;
}

/** Formats `1234567` as `1,234,567`. */
export function groupDigits(digits: string, separator: string, size: number): string {
  const first = digits.length % size || size;
  let text = digits.slice(0, first);
  for (let at = first; at < digits.length; at += size) text += separator + digits.slice(at, at + size);
  return text;
}

/** Returns how many digits fill the width once they are grouped. */
export function digitsForWidth(width: number, size: number): number {
  const groups = Math.floor(width / (size + 1));
  const rest = width % (size + 1);
  return rest === 0 ? groups * size + 1 : groups * size + rest;
}

function scientific(digits: string, exponent: number, alternate: boolean): string {
  const places = digits.slice(1);
  const point = places !== '' || alternate ? '.' : '';
  const size = String(Math.abs(exponent)).padStart(2, '0');
  return `${digits.charAt(0)}${point}${places}e${exponent < 0 ? '-' : '+'}${size}`;
}

function trimZeros(digits: string): string {
  return digits.charAt(0) + digits.slice(1).replace(/0+$/, '');
}
