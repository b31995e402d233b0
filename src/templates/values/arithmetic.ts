import type { Budget } from '../budget.ts';
import type { ArithmeticOperator } from '../syntax/syntax.ts';
import { TemplateError } from '../template-error.ts';
import { bigInteger, bitLength, checkIntegerSize, numeric, toFloat } from './numbers.ts';
import { Float, isInteger, type Value } from './values.ts';

type Numeric = number | bigint | boolean | Float;

/** Python's arithmetic on two numbers. Integers stay exact. */
export function calculate(operator: ArithmeticOperator, left: Numeric, right: Numeric, budget: Budget): Value {
  if (isInteger(left) && isInteger(right)) return calculateIntegers(operator, numeric(left), numeric(right), budget);
  return calculateFloats(operator, toFloat(left), toFloat(right));
}

export function negate(value: Numeric): Value {
  if (value instanceof Float) return Float.of(-value.value);
  const plain = numeric(value);
  return typeof plain === 'bigint' ? -plain : 0 - plain;
}

function calculateIntegers(
  operator: ArithmeticOperator,
  left: number | bigint,
  right: number | bigint,
  budget: Budget,
): Value {
  if (operator === '/') return divide(left, right);
  if (operator === '**') return power(left, right, budget);
  if (typeof left === 'number' && typeof right === 'number') {
    const quick = calculateSafeIntegers(operator, left, right);
    if (Number.isSafeInteger(quick)) return quick + 0;
  }
  const a = BigInt(left);
  const b = BigInt(right);
  switch (operator) {
    case '+':
      return bigInteger(a + b, budget);
    case '-':
      return bigInteger(a - b, budget);
    case '*':
      checkIntegerSize(bitLength(a) + bitLength(b) - 1);
      return bigInteger(a * b, budget);
    default: {
      if (b === 0n) throw new TemplateError('integer division or modulo by zero');
      const rest = a % b;
      const shifted = rest !== 0n && rest < 0n !== b < 0n;
      if (operator === '%') return bigInteger(shifted ? rest + b : rest, budget);
      return bigInteger(shifted ? a / b - 1n : a / b, budget);
    }
  }
}

function calculateSafeIntegers(operator: '+' | '-' | '*' | '//' | '%', left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    default: {
      if (right === 0) throw new TemplateError('integer division or modulo by zero');
      if (operator === '//') return Math.floor(left / right);
      const rest = left % right;
      return rest !== 0 && rest < 0 !== right < 0 ? rest + right : rest;
    }
  }
}

function divide(left: number | bigint, right: number | bigint): Value {
  if (right === 0) throw new TemplateError('division by zero');
  if (typeof left === 'number' && typeof right === 'number') return Float.of(left / right);
  const a = BigInt(left);
  const b = BigInt(right);
  const isNegative = a < 0n !== b < 0n;
  const dividend = a < 0n ? -a : a;
  const divisor = b < 0n ? -b : b;
  // A quotient of 66 bits whose last bit is sticky rounds to the same float as the exact quotient.
  const shift = Math.max(0, 66 - bitLength(dividend) + bitLength(divisor));
  const scaled = dividend << BigInt(shift);
  const sticky = scaled % divisor === 0n ? 0n : 1n;
  const result = Number((scaled / divisor) | sticky) / 2 ** shift;
  if (!Number.isFinite(result)) throw new TemplateError('integer division result too large for a float');
  return Float.of(isNegative ? -result : result);
}

function power(base: number | bigint, exponent: number | bigint, budget: Budget): Value {
  if (exponent < 0) {
    if (base === 0) throw new TemplateError('0.0 cannot be raised to a negative power');
    return floatPower(toFloat(base), toFloat(exponent));
  }
  if (typeof base === 'number' && typeof exponent === 'number') {
    const quick = base ** exponent;
    if (Number.isSafeInteger(quick)) return quick + 0;
  }
  checkIntegerSize((bitLength(base) - 1) * Number(exponent));
  return bigInteger(BigInt(base) ** BigInt(exponent), budget);
}

function calculateFloats(operator: ArithmeticOperator, left: number, right: number): Value {
  switch (operator) {
    case '+':
      return Float.of(left + right);
    case '-':
      return Float.of(left - right);
    case '*':
      return Float.of(left * right);
    case '/':
      if (right === 0) throw new TemplateError('float division by zero');
      return Float.of(left / right);
    case '//':
      return Float.of(floorDivide(left, right).quotient);
    case '%':
      return Float.of(floorDivide(left, right).rest);
    case '**':
      return floatPower(left, right);
  }
}

/** Follows Python's `float_divmod`. */
function floorDivide(left: number, right: number): { quotient: number; rest: number } {
  if (right === 0) throw new TemplateError('float floor division or modulo by zero');
  let rest = left % right;
  let quotient = (left - rest) / right;
  if (rest === 0) rest = right < 0 ? -0 : 0;
  else if (right < 0 !== rest < 0) {
    rest += right;
    quotient -= 1;
  }
  // A zero has the sign of the exact quotient.
  if (quotient === 0) return { quotient: 0 * Math.sign(1 / (left / right)), rest };
  const floor = Math.floor(quotient);
  return { quotient: quotient - floor > 0.5 ? floor + 1 : floor, rest };
}

function floatPower(base: number, exponent: number): Value {
  if (base === 1 || exponent === 0) return Float.of(1);
  if (base === 0 && exponent < 0) throw new TemplateError('0.0 cannot be raised to a negative power');
  if (base < 0 && Number.isFinite(base) && Number.isFinite(exponent) && !Number.isInteger(exponent))
    throw new TemplateError('a negative number cannot be raised to a fractional power');
  if (base === -1 && !Number.isFinite(exponent) && !Number.isNaN(exponent)) return Float.of(1);
  const result = base ** exponent;
  if (!Number.isFinite(result) && Number.isFinite(base) && Number.isFinite(exponent))
    throw new TemplateError('Numerical result out of range');
  return Float.of(result);
}
