import type { Budget } from '../budget.ts';

/**
 * Rounds floats to decimals exactly, ties to even, as Python does. `toFixed` does not suffice: it rounds ties up, stops
 * at 100 digits and switches to exponents at 1e21.
 */

/** No float has more decimal places or more significant digits. Beyond them there are only zeros. */
const MAX_PLACES = 1075;
const MAX_SIGNIFICANT = 800;

/** Returns a finite value with `digits` decimal places, without exponent. Negative `digits` round before the point. */
export function fixedDigits(value: number, digits: number, budget: Budget): string {
  budget.allocate(Math.abs(digits) + 350);
  if (digits > MAX_PLACES) return fixedDigits(value, MAX_PLACES, budget) + '0'.repeat(digits - MAX_PLACES);
  if (digits < -MAX_SIGNIFICANT) return '0';
  const [mantissa, exponent] = decompose(Math.abs(value));
  const scaled = roundedQuotient(mantissa, exponent, digits);
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  const text = scaled.toString();
  if (digits <= 0) return sign + (scaled === 0n ? '0' : text + '0'.repeat(-digits));
  const padded = text.padStart(digits + 1, '0');
  return `${sign}${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}

/**
 * Returns `digits` significant digits of a finite value that is not negative, and the decimal exponent of the first
 * one.
 */
export function significantDigits(value: number, digits: number, budget: Budget): { digits: string; exponent: number } {
  budget.allocate(digits + 350);
  if (digits > MAX_SIGNIFICANT) {
    const most = significantDigits(value, MAX_SIGNIFICANT, budget);
    return { ...most, digits: most.digits + '0'.repeat(digits - MAX_SIGNIFICANT) };
  }
  if (value === 0) return { digits: '0'.repeat(digits), exponent: 0 };
  const [mantissa, binaryExponent] = decompose(value);
  let exponent = Math.floor(Math.log10(value));
  let text = '';
  // The logarithm may be off by one and rounding up may add a digit, so at most two more attempts are necessary.
  for (let attempt = 0; attempt < 4; attempt++) {
    text = roundedQuotient(mantissa, binaryExponent, digits - 1 - exponent).toString();
    if (text.length === digits) break;
    exponent += text.length > digits ? 1 : -1;
  }
  return { digits: text, exponent };
}

/** Splits the value into mantissa * 2 ** exponent. */
function decompose(value: number): [mantissa: bigint, exponent: number] {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  return exponent === 0 ? [fraction, -1074] : [fraction | 0x10000000000000n, exponent - 1075];
}

/** Returns mantissa * 2 ** exponent * 10 ** digits, rounded to the nearest integer, ties to even. */
function roundedQuotient(mantissa: bigint, exponent: number, digits: number): bigint {
  let numerator = mantissa;
  let denominator = 1n;
  if (digits >= 0) numerator *= 10n ** BigInt(digits);
  else denominator *= 10n ** BigInt(-digits);
  if (exponent >= 0) numerator <<= BigInt(exponent);
  else denominator <<= BigInt(-exponent);
  const quotient = numerator / denominator;
  const twice = (numerator % denominator) * 2n;
  const roundsUp = twice > denominator || (twice === denominator && quotient % 2n === 1n);
  return roundsUp ? quotient + 1n : quotient;
}
