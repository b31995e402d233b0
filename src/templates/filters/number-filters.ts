import type { Budget } from '../budget.ts';
import { TemplateError } from '../template-error.ts';
import { negate } from '../values/arithmetic.ts';
import type { Operation, Operations } from '../values/callable.ts';
import { parseFloatText, parseInteger } from '../values/conversions.ts';
import { fixedDigits } from '../values/exact-decimal.ts';
import { asIndex, isNumber, numeric, printFloat, toFloat, truncate } from '../values/numbers.ts';
import { binary, isTrue } from '../values/operators.ts';
import { describeKind, Float, isFloat, isInteger, isText, plainText, Undefined, type Value } from '../values/values.ts';

export const NUMBER_FILTERS: Operations = new Map<string, Operation>([
  ['abs', { parameters: [], run: value => absolute(value) }],
  [
    'int',
    {
      parameters: ['default?', 'base?'],
      run: (value, [otherwise = 0, base = 10], { budget }) =>
        parseIntegerValue(value, asIndex(base), budget) ?? otherwise,
    },
  ],
  [
    'float',
    {
      parameters: ['default?'],
      run: (value, [otherwise = Float.of(0)], { budget }) => {
        const float = parseFloatValue(value, budget);
        return float === undefined ? otherwise : Float.of(float);
      },
    },
  ],
  [
    'round',
    {
      parameters: ['precision?', 'method?'],
      run: (value, [precision = 0, method = 'common'], { budget }) => round(value, precision, method, budget),
    },
  ],
  [
    'filesizeformat',
    {
      parameters: ['binary?'],
      run: (value, [isBinary = false], { budget }) => formatFileSize(value, isTrue(isBinary, budget), budget),
    },
  ],
]);

function absolute(value: Value): Value {
  if (value instanceof Undefined) throw value.error();
  if (!isNumber(value)) throw new TemplateError(`abs needs a number, not ${describeKind(value)}`);
  if (isInteger(value)) {
    const whole = numeric(value);
    return whole < 0 ? negate(whole) : whole;
  }
  return Float.of(Math.abs(toFloat(value)));
}

function parseIntegerValue(value: Value, base: number, budget: Budget): number | bigint | undefined {
  if (value instanceof Undefined) throw value.error();
  if (isInteger(value)) return numeric(value);
  if (isText(value)) {
    budget.spend(plainText(value).length >> 4);
    const whole = parseInteger(plainText(value), base);
    if (whole !== undefined) return whole;
    const float = parseFloatText(plainText(value));
    return float === undefined || !Number.isFinite(float) ? undefined : truncate(float);
  }
  if (!isFloat(value)) return undefined;
  const float = toFloat(value);
  return Number.isNaN(float) ? undefined : truncate(float);
}

function parseFloatValue(value: Value, budget: Budget): number | undefined {
  if (value instanceof Undefined) throw value.error();
  if (isNumber(value)) return toFloat(value);
  if (!isText(value)) return undefined;
  budget.spend(plainText(value).length >> 4);
  return parseFloatText(plainText(value));
}

function round(value: Value, precision: Value, method: Value, budget: Budget): Value {
  if (value instanceof Undefined) throw value.error();
  if (method !== 'common' && method !== 'ceil' && method !== 'floor')
    throw new TemplateError('method must be common, ceil or floor');
  if (!isNumber(value)) throw new TemplateError(`round needs a number, not ${describeKind(value)}`);
  if (method === 'common') return roundHalfEven(value, precision, budget);
  const factor = binary('**', 10, asIndex(precision), budget);
  const scaled = binary('*', value, factor, budget);
  if (!isNumber(scaled)) return scaled;
  const whole = isInteger(scaled) ? numeric(scaled) : truncate(Math[method](toFloat(scaled)));
  return binary('/', whole, factor, budget);
}

function roundHalfEven(value: number | bigint | boolean | Float, precision: Value, budget: Budget): Value {
  if (isInteger(value)) {
    const digits = precision === null ? 0 : asIndex(precision);
    return digits >= 0 ? numeric(value) : roundInteger(numeric(value), -digits, budget);
  }
  const float = toFloat(value);
  if (precision === null) return truncate(Number.isFinite(float) ? Number(fixedDigits(float, 0, budget)) : float);
  const digits = asIndex(precision);
  if (!Number.isFinite(float) || digits > 330) return Float.of(float);
  return Float.of(digits < -310 ? float * 0 : Number(fixedDigits(float, digits, budget)));
}

function roundInteger(value: number | bigint, zeros: number, budget: Budget): Value {
  const unit = binary('**', 10, Math.min(zeros, 7000), budget);
  const rest = binary('%', value, unit, budget);
  const down = binary('-', value, rest, budget);
  const twice = binary('*', rest, 2, budget);
  const isOdd = binary('%', binary('//', down, unit, budget), 2, budget) === 1;
  if (!isInteger(twice) || !isInteger(unit)) return value;
  const order = numeric(twice) > numeric(unit) ? 1 : numeric(twice) < numeric(unit) ? -1 : 0;
  return order > 0 || (order === 0 && isOdd) ? binary('+', down, unit, budget) : down;
}

function formatFileSize(value: Value, isBinary: boolean, budget: Budget): string {
  const bytes = parseFloatValue(value, budget);
  if (bytes === undefined) throw new TemplateError(`a number of bytes is needed, not ${describeKind(value)}`);
  const base = isBinary ? 1024 : 1000;
  if (bytes === 1) return '1 Byte';
  if (bytes < base) return `${truncate(bytes)} Bytes`;
  const units = isBinary
    ? ['KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB', 'YiB']
    : ['kB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'];
  const found = units.findIndex((_, index) => bytes < base ** (index + 2));
  const index = found < 0 ? units.length - 1 : found;
  const amount = (base * bytes) / base ** (index + 2);
  return `${Number.isFinite(amount) ? fixedDigits(amount, 1, budget) : printFloat(amount)} ${units[index]}`;
}
