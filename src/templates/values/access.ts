import type { Budget } from '../budget.ts';
import { isMapping, lookUp } from './dict.ts';
import { bindMethod } from './methods.ts';
import { isNumber, numeric } from './numbers.ts';
import { AttributeObject, Namespace } from './objects.ts';
import { describeValue, quote } from './printing.ts';
import { elementAt } from './sequences.ts';
import {
  describeKind,
  explanationBelow,
  isDataDict,
  isInteger,
  isText,
  LanguageObject,
  plainText,
  Tuple,
  Undefined,
  type Value,
} from './values.ts';

/** Evaluates `value.name`. A key of the data takes precedence over a method of the same name. */
export function getAttribute(value: Value, name: string, budget: Budget): Value {
  if (value instanceof Undefined) return undefinedBelow(value);
  if (isMapping(value)) {
    const found = lookUp(value, name);
    if (found !== undefined) return found;
  }
  return typeAttribute(value, name, budget);
}

/** Evaluates `value[index]`. A text that is no key of the value finds the attribute of that name. */
export function getItem(value: Value, index: Value, budget: Budget): Value {
  if (value instanceof Undefined) return undefinedBelow(value);
  if (index instanceof Undefined) throw index.error();
  if (isMapping(value)) {
    const found = isUnhashable(index) ? undefined : lookUp(value, index);
    if (found !== undefined) return found;
  } else if (isInteger(index)) {
    const at = numeric(index);
    const found = typeof at === 'number' ? elementAt(value, at, budget) : undefined;
    if (found !== undefined) return found;
  }
  if (!isText(index)) {
    return new Undefined(place => `${describeOwner(value, place, budget)} no element ${describeValue(index, budget)}`);
  }
  return typeAttribute(value, plainText(index), budget);
}

/** Returns an attribute that the type of a value defines, whatever data the value holds. */
export function typeAttribute(value: Value, name: string, budget: Budget): Value {
  const found = ownAttribute(value, name);
  return found === undefined ? missingAttribute(value, name, budget) : found;
}

function ownAttribute(value: Value, name: string): Value | undefined {
  if (value instanceof AttributeObject) return value.attribute(name);
  if (value instanceof Namespace) return value.attributes.get(name);
  if (value instanceof Tuple && value.fields) {
    const field = value.fields.indexOf(name);
    if (field >= 0) return value.items[field];
  }
  if (isNumber(value)) {
    if (name === 'real' || (name === 'numerator' && isInteger(value))) return value;
    if (name === 'imag') return 0;
    if (name === 'denominator' && isInteger(value)) return 1;
  }
  return bindMethod(value, name);
}

function missingAttribute(value: Value, name: string, budget: Budget): Undefined {
  const explain = isDataDict(value) ? explanationBelow(value) : undefined;
  const message = (place?: string) =>
    explain?.(name) ?? `${describeOwner(value, place, budget)} no ${quote(name, budget)}`;
  return new Undefined(message, { isDeep: explain !== undefined });
}

function undefinedBelow(value: Undefined): Undefined {
  if (value.isDeep) return value;
  throw value.error();
}

function isUnhashable(value: Value): boolean {
  if (isMapping(value)) return true;
  return !(value instanceof LanguageObject) && typeof value === 'object' && value !== null;
}

/** `'input.order' has`, `'input.name' is a text and has`. Without a place, the kind of the value names it. */
function describeOwner(value: Value, place: string | undefined, budget: Budget): string {
  const kind = describeKind(value);
  if (place === undefined) return `${kind} has`;
  const isExpected = isMapping(value) || kind === 'a list';
  return isExpected ? `${quote(place, budget)} has` : `${quote(place, budget)} is ${kind} and has`;
}
