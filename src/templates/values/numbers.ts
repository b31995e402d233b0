import type { Budget } from '../budget.ts';
import { TemplateError } from '../template-error.ts';
import { describeKind, Float, normalizeInteger, type Value } from './values.ts';

/** Python's integers are unlimited. Ours are limited, because large ones cost too much time. */
const MAX_INTEGER_BITS = 20_000;
/** Python 3.11 does not convert longer integers to text. */
const MAX_PRINTED_DIGITS = 4300;

export function isNumber(value: Value): value is number | bigint | boolean | Float {
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean' || value instanceof Float;
}

/**
 * Returns the JavaScript number of a numeric value. Numbers and bigints compare correctly, as in `1 < 1.5 < 10**30`.
 */
export function numeric(value: number | bigint | boolean | Float): number | bigint {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value instanceof Float ? value.value : value;
}

export function numbersEqual(left: number | bigint, right: number | bigint): boolean {
  return typeof left === typeof right ? left === right : left <= right && left >= right;
}

/** Converts a value to a float, for arithmetic in which the other operand is a float. */
export function toFloat(value: number | bigint | boolean | Float): number {
  const plain = numeric(value);
  if (typeof plain === 'number') return plain;
  const result = Number(plain);
  if (!Number.isFinite(result)) throw new TemplateError('int too large to convert to float');
  return result;
}

/**
 * Prints like Python's `repr`: the shortest digits that read back the same, with an exponent below 1e-4 and from 1e16.
 */
export function printFloat(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const size = Math.abs(value);
  if (size >= 1e-4 && size < 1e16) return Number.isInteger(value) ? `${value}.0` : String(value);
  const [digits = '', exponent = ''] = value.toExponential().split('e');
  return `${digits}e${exponent.charAt(0)}${exponent.slice(1).padStart(2, '0')}`;
}

export function printInteger(value: number | bigint): string {
  if (typeof value === 'number') return String(value);
  if (bitLength(value) > MAX_PRINTED_DIGITS * 3.33)
    throw new TemplateError(`Exceeds the limit (${MAX_PRINTED_DIGITS} digits) for integer string conversion`);
  return value.toString();
}

export function bitLength(value: number | bigint): number {
  const size = value < 0 ? -BigInt(value) : BigInt(value);
  if (size === 0n) return 0;
  const hex = size.toString(16);
  return hex.length * 4 - Math.clz32(Number.parseInt(hex.charAt(0), 16)) + 28;
}

/** Checks and normalizes a result of exact integer arithmetic that left the safe range. */
export function bigInteger(value: bigint, budget: Budget): number | bigint {
  const bits = bitLength(value);
  checkIntegerSize(bits);
  budget.spend(1 + (bits >> 8));
  return normalizeInteger(value);
}

export function checkIntegerSize(bits: number): void {
  if (bits > MAX_INTEGER_BITS) throw new TemplateError(`an integer of more than ${MAX_INTEGER_BITS} bits`);
}

/** Converts an argument such as a width, a count or an index to a JavaScript number. */
export function asIndex(value: Value): number {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number' && Number.isInteger(value)) return value;
  if (typeof value === 'bigint') return value < 0n ? Number.MIN_SAFE_INTEGER : Number.MAX_SAFE_INTEGER;
  throw new TemplateError(`a whole number is needed, not ${describeKind(value)}`);
}

/** Rounds towards zero, as Python's `int()`. */
export function truncate(value: number): number | bigint {
  if (Number.isNaN(value)) throw new TemplateError('cannot convert float NaN to integer');
  if (!Number.isFinite(value)) throw new TemplateError('cannot convert float infinity to integer');
  const whole = Math.trunc(value) + 0;
  return Number.isSafeInteger(whole) ? whole : normalizeInteger(BigInt(whole));
}
