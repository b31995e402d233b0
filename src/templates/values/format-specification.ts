import type { Budget } from '../budget.ts';
import { TemplateError } from '../template-error.ts';
import { digitsForWidth, type FloatStyle, formatMagnitude, groupDigits } from './number-format.ts';
import { asIndex, numeric, printFloat, printInteger, toFloat } from './numbers.ts';
import { characterFromCode } from './percent-format.ts';
import { toText } from './printing.ts';
import { textLength, textSlice } from './text.ts';
import { describeKind, type Float, isFloat, isInteger, isText, plainText, typeName, type Value } from './values.ts';

/** The part after the colon of `{:>10.2f}`. */
interface Specification {
  readonly fill: string;
  /** Empty when the specification has none. */
  readonly align: string;
  /** Whether a `0` before the width asks for zeros between sign and digits. */
  readonly fillsWithZeros: boolean;
  readonly sign: string;
  readonly alternate: boolean;
  readonly width: number;
  readonly grouping: string;
  readonly precision: number | undefined;
  readonly type: string;
}

const PATTERN = /^(?:(.)?([<>=^]))?([-+ ])?(z)?(#)?(0)?(\d+)?([,_])?(?:\.(\d+))?([a-zA-Z%])?$/su;

/** Python's `format(value, specification)`. */
export function formatValue(value: Value, specification: string, budget: Budget): string {
  if (specification === '') return toText(value, budget);
  if (isText(value)) return formatText(plainText(value), parse(specification, typeName(value)), budget);
  if (isInteger(value)) return formatInteger(value, parse(specification, typeName(value)), budget);
  if (isFloat(value)) return formatFloat(value, parse(specification, 'float'), budget);
  throw new TemplateError(`a format is for texts and numbers, not for ${describeKind(value)}`);
}

function parse(specification: string, type: string): Specification {
  const match = PATTERN.exec(specification);
  if (!match) throw new TemplateError(`Invalid format specifier '${specification}' for object of type '${type}'`);
  const isZero = match[6] !== undefined;
  return {
    fill: match[1] ?? (isZero ? '0' : ' '),
    align: match[2] ?? '',
    fillsWithZeros: isZero && match[2] === undefined,
    sign: match[3] ?? '',
    alternate: match[5] !== undefined,
    width: Number(match[7] ?? 0),
    grouping: match[8] ?? '',
    precision: match[9] === undefined ? undefined : Number(match[9]),
    type: match[10] ?? '',
  };
}

function formatText(text: string, spec: Specification, budget: Budget): string {
  if (spec.type !== '' && spec.type !== 's') throw unknownType(spec, 'str');
  if (spec.sign !== '') throw new TemplateError('Sign not allowed in string format specifier');
  if (spec.alternate) throw new TemplateError('Alternate form (#) not allowed in string format specifier');
  if (spec.grouping !== '') throw new TemplateError(`Cannot specify '${spec.grouping}' with 's'.`);
  if (spec.align === '=') throw new TemplateError("'=' alignment not allowed in string format specifier");
  const shown = spec.precision === undefined ? text : textSlice(text, 0, spec.precision, budget);
  return align(shown, '', spec, spec.align || '<', budget);
}

function formatInteger(value: number | bigint | boolean, spec: Specification, budget: Budget): string {
  if ('eEfFgG%'.includes(spec.type) && spec.type !== '') return formatFloat(value, spec, budget);
  if (spec.precision !== undefined) throw new TemplateError('Precision not allowed in integer format specifier');
  const whole = numeric(value);
  if (spec.type === 'c') return formatCharacter(asIndex(whole), spec, budget);
  const size = whole < 0 ? -whole : whole;
  const base = BASES[spec.type];
  if (base === undefined) throw unknownType(spec, 'int');
  const digits = base === 10 ? printInteger(size) : size.toString(base);
  const prefix = spec.alternate && base !== 10 ? `0${spec.type}` : '';
  if (spec.grouping === ',' && base !== 10) throw new TemplateError(`Cannot specify ',' with '${spec.type}'.`);
  const shown = spec.type === 'X' ? digits.toUpperCase() : digits;
  return formatNumber(shown, '', signPrefix(whole < 0, spec) + prefix, spec, base === 10 ? 3 : 4, budget);
}

function formatCharacter(code: number, spec: Specification, budget: Budget): string {
  if (spec.sign !== '') throw new TemplateError("Sign not allowed with integer format specifier 'c'");
  if (spec.grouping !== '') throw new TemplateError(`Cannot specify '${spec.grouping}' with 'c'.`);
  return align(characterFromCode(code), '', spec, spec.align || (spec.fillsWithZeros ? '=' : '>'), budget);
}

const BASES: Readonly<Record<string, number>> = { '': 10, d: 10, n: 10, b: 2, o: 8, x: 16, X: 16 };

function formatFloat(value: number | bigint | boolean | Float, spec: Specification, budget: Budget): string {
  const float = toFloat(value);
  const isNegative = float < 0 || Object.is(float, -0);
  const magnitude = floatMagnitude(float, spec, budget);
  const text = 'EFG'.includes(spec.type) && spec.type !== '' ? magnitude.toUpperCase() : magnitude;
  const split = /^\d+/.exec(text)?.[0].length ?? 0;
  return formatNumber(text.slice(0, split), text.slice(split), signPrefix(isNegative, spec), spec, 3, budget);
}

function floatMagnitude(value: number, spec: Specification, budget: Budget): string {
  const type = spec.type === 'n' ? 'g' : spec.type.toLowerCase();
  if (spec.type === '') {
    if (spec.precision === undefined) return alternateForm(printFloat(Math.abs(value)), spec);
    return formatMagnitude(value, 'repr', spec.precision, spec.alternate, budget);
  }
  if (type === '%') return `${formatMagnitude(value * 100, 'f', spec.precision ?? 6, spec.alternate, budget)}%`;
  if (type !== 'e' && type !== 'f' && type !== 'g') throw unknownType(spec, 'float');
  return formatMagnitude(value, type satisfies FloatStyle, spec.precision ?? 6, spec.alternate, budget);
}

/** With `#`, every float has a point. */
function alternateForm(text: string, spec: Specification): string {
  return spec.alternate && !text.includes('.') ? text.replace('e', '.e') : text;
}

/** Groups the digits before the point, adds sign and prefix, and pads to the width. */
function formatNumber(
  digits: string,
  rest: string,
  sign: string,
  spec: Specification,
  groupSize: number,
  budget: Budget,
): string {
  const how = spec.align || (spec.fillsWithZeros ? '=' : '>');
  let whole = digits;
  if (spec.grouping !== '' && spec.type === 'n') throw new TemplateError(`Cannot specify '${spec.grouping}' with 'n'.`);
  if (spec.grouping !== '' && digits !== '') {
    if (spec.fill === '0' && how === '=') {
      const wanted = digitsForWidth(Math.max(0, spec.width - sign.length - rest.length), groupSize);
      budget.allocate(wanted);
      whole = digits.padStart(wanted, '0');
    }
    budget.allocate(whole.length * 2);
    whole = groupDigits(whole, spec.grouping, groupSize);
  }
  return align(whole + rest, sign, spec, how, budget);
}

function align(text: string, sign: string, spec: Specification, how: string, budget: Budget): string {
  const missing = spec.width - textLength(text, budget) - sign.length;
  if (missing <= 0) return sign + text;
  budget.allocate(missing * spec.fill.length);
  if (how === '=') return sign + spec.fill.repeat(missing) + text;
  if (how === '<') return sign + text + spec.fill.repeat(missing);
  if (how === '>') return spec.fill.repeat(missing) + sign + text;
  const left = missing >> 1;
  return spec.fill.repeat(left) + sign + text + spec.fill.repeat(missing - left);
}

function signPrefix(isNegative: boolean, spec: Specification): string {
  if (isNegative) return '-';
  return spec.sign === '+' || spec.sign === ' ' ? spec.sign : '';
}

function unknownType(spec: Specification, type: string): TemplateError {
  return new TemplateError(`Unknown format code '${spec.type}' for object of type '${type}'`);
}
