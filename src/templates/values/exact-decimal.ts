import type { Budget } from '../budget.ts';

/**
 * Exactly rounded decimals of a float, ties to even, as Python has them. `toFixed` is not enough: it rounds ties up,
 * stops at 100 digits and changes its form at 1e21.
 */

/** No float has more places after the point, nor more significant digits: beyond them there are only zeros. */
const MAX_PLACES = 1075;
const MAX_SIGNIFICANT = 800;

/** `digits` places after the point (negative: before it), without exponent. The value is finite. */
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

/** `digits` significant digits and the decimal exponent of the first of them; the value is finite and not negative. */
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
  // The logarithm may be one off, and rounding up may add a digit: at most two further tries.
  for (let tries = 0; tries < 4; tries++) {
    text = roundedQuotient(mantissa, binaryExponent, digits - 1 - exponent).toString();
    if (text.length === digits) break;
    exponent += text.length > digits ? 1 : -1;
  }
  return { digits: text, exponent };
}

/** The value as mantissa * 2 ** exponent. */
function decompose(value: number): [mantissa: bigint, exponent: number] {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  return exponent === 0 ? [fraction, -1074] : [fraction | 0x10000000000000n, exponent - 1075];
}

/** mantissa * 2 ** exponent * 10 ** digits, rounded to the nearest integer, ties to even. */
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
