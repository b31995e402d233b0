import type { Budget } from '../budget.ts';
import { TemplateError } from '../template-error.ts';
import { DictView, isMapping, type Mapping, mappingEntries, mappingSize } from './dict.ts';
import { LoopContext } from './loop-context.ts';
import { asIndex } from './numbers.ts';
import { codePoints, textLength, textSlice } from './text.ts';
import {
  describeKind,
  fromData,
  isDataList,
  isText,
  LazySequence,
  List,
  plainText,
  Range,
  Tuple,
  Undefined,
  type Value,
  withSameMarkup,
} from './values.ts';

/** Yields the elements and charges each of them. Throws at once when the value is not iterable. */
export function iterate(value: Value, budget: Budget): Generator<Value> {
  if (isText(value)) return iterateText(plainText(value), budget);
  if (value instanceof List || value instanceof Tuple) return iterateArray(value.items, budget);
  if (isDataList(value)) return iterateData(value, budget);
  if (isMapping(value)) return iterateKeys(value, budget);
  if (value instanceof Range) return iterateRange(value, budget);
  if (value instanceof DictView) return value.values(budget);
  if (value instanceof LazySequence) return iterateLazy(value, budget);
  if (value instanceof Undefined) {
    if (value.isStrict) throw value.error();
    return iterateArray([], budget);
  }
  throw new TemplateError(`a list is needed, not ${describeKind(value)}`);
}

/** Tells whether `iterate` accepts the value. Throws for an undefined value. */
export function isIterable(value: Value): boolean {
  if (value instanceof Undefined && value.isStrict) throw value.error();
  return (
    isText(value) ||
    isDataList(value) ||
    isMapping(value) ||
    value instanceof List ||
    value instanceof Tuple ||
    value instanceof Range ||
    value instanceof DictView ||
    value instanceof LazySequence ||
    value instanceof Undefined
  );
}

/** Copies all elements into a new array. */
export function toArray(value: Value, budget: Budget): Value[] {
  if (value instanceof List || value instanceof Tuple) {
    budget.allocate(value.items.length);
    budget.spend(value.items.length >> 3);
    return value.items.slice();
  }
  const items: Value[] = [];
  for (const item of iterate(value, budget)) {
    budget.allocate(1);
    items.push(item);
  }
  return items;
}

/** Returns the elements of a list or tuple, without a copy if possible. Undefined for other values. */
export function asArray(value: Value, budget: Budget): readonly Value[] | undefined {
  if (value instanceof List || value instanceof Tuple) return value.items;
  return isDataList(value) ? toArray(value, budget) : undefined;
}

export function getLength(value: Value, budget: Budget): number {
  const length = knownLength(value, budget);
  if (length !== undefined) return length;
  throw new TemplateError(`${describeKind(value)} has no length`);
}

export function knownLength(value: Value, budget: Budget): number | undefined {
  if (isText(value)) return textLength(plainText(value), budget);
  if (value instanceof List || value instanceof Tuple) return value.items.length;
  if (isDataList(value)) return value.length;
  if (isMapping(value)) return mappingSize(value, budget);
  if (value instanceof Range) return value.length;
  if (value instanceof DictView) return mappingSize(value.mapping, budget);
  if (value instanceof LoopContext) return value.length;
  if (value instanceof Undefined) {
    if (value.isStrict) throw value.error();
    return 0;
  }
  return undefined;
}

/** Returns the element at `index` (from the end when negative) of a text, list, tuple or range, if there is one. */
export function elementAt(value: Value, index: number, budget: Budget): Value | undefined {
  if (isText(value)) {
    const text = plainText(value);
    const at = index < 0 ? index + textLength(text, budget) : index;
    const char = at < 0 ? '' : textSlice(text, at, at + 1, budget);
    return char === '' ? undefined : withSameMarkup(value, char);
  }
  if (value instanceof List || value instanceof Tuple) return value.items.at(index);
  if (isDataList(value)) {
    const at = index < 0 ? index + value.length : index;
    return at >= 0 && at < value.length ? fromData(value[at]) : undefined;
  }
  if (value instanceof Range) {
    const at = index < 0 ? index + value.length : index;
    return at >= 0 && at < value.length ? value.start + at * value.step : undefined;
  }
  return undefined;
}

/** Evaluates `value[start:stop:step]` with Python's rules for bounds outside of the value. */
export function slice(value: Value, start: Value, stop: Value, step: Value, budget: Budget): Value {
  if (value instanceof Undefined) throw value.error();
  const isSequence = isText(value) || value instanceof List || value instanceof Tuple || isDataList(value);
  if (!isSequence && !(value instanceof Range)) {
    if (isMapping(value)) throw new TemplateError("unhashable type: 'slice'");
    throw new TemplateError(`${describeKind(value)} has no parts`);
  }
  const bounds = sliceBounds(getLength(value, budget), start, stop, step);
  if (value instanceof Range)
    return new Range(
      value.start + bounds.start * value.step,
      value.start + bounds.stop * value.step,
      value.step * bounds.step,
    );
  if (isText(value)) {
    return withSameMarkup(value, sliceText(plainText(value), bounds, budget));
  }
  budget.allocate(bounds.count);
  budget.spend(bounds.count >> 3);
  const items: Value[] = [];
  for (let taken = 0, at = bounds.start; taken < bounds.count; taken++, at += bounds.step)
    items.push(isDataList(value) ? fromData(value[at]) : (value.items[at] ?? null));
  return value instanceof Tuple ? new Tuple(items) : new List(items);
}

interface SliceBounds {
  readonly start: number;
  readonly stop: number;
  readonly step: number;
  readonly count: number;
}

function sliceBounds(length: number, start: Value, stop: Value, step: Value): SliceBounds {
  const stride = step === null ? 1 : sliceIndex(step);
  if (stride === 0) throw new TemplateError('slice step cannot be zero');
  const lowest = stride > 0 ? 0 : -1;
  const highest = stride > 0 ? length : length - 1;
  const clamp = (bound: Value, absent: number): number => {
    if (bound === null) return absent;
    const index = sliceIndex(bound);
    return Math.min(highest, Math.max(lowest, index < 0 ? index + length : index));
  };
  const first = clamp(start, stride > 0 ? lowest : highest);
  const last = clamp(stop, stride > 0 ? highest : lowest);
  return { start: first, stop: last, step: stride, count: Math.max(0, Math.ceil((last - first) / stride)) };
}

function sliceIndex(value: Value): number {
  if (value instanceof Undefined) throw value.error();
  if (typeof value === 'boolean' || typeof value === 'number' || typeof value === 'bigint') {
    if (typeof value !== 'number' || Number.isInteger(value)) return asIndex(value);
  }
  throw new TemplateError('slice indices must be integers or None or have an __index__ method');
}

function sliceText(text: string, bounds: SliceBounds, budget: Budget): string {
  if (bounds.step === 1) return textSlice(text, bounds.start, Math.max(bounds.start, bounds.stop), budget);
  const points = codePoints(text, budget);
  let result = '';
  for (let taken = 0, at = bounds.start; taken < bounds.count; taken++, at += bounds.step) result += points[at] ?? '';
  return result;
}

function* iterateText(text: string, budget: Budget): Generator<Value> {
  for (const char of text) {
    budget.spend(1);
    yield char;
  }
}

/** Iterates by index, so that it also reads elements that the loop appends, as Python does. */
function* iterateArray(items: readonly Value[], budget: Budget): Generator<Value> {
  for (let index = 0; index < items.length; index++) {
    budget.spend(1);
    yield items[index] ?? null;
  }
}

function* iterateData(items: readonly unknown[], budget: Budget): Generator<Value> {
  for (const item of items) {
    budget.spend(1);
    yield fromData(item);
  }
}

function* iterateKeys(mapping: Mapping, budget: Budget): Generator<Value> {
  for (const [key] of mappingEntries(mapping, budget)) yield key;
}

function* iterateRange(range: Range, budget: Budget): Generator<Value> {
  for (let index = 0; index < range.length; index++) {
    budget.spend(1);
    yield range.start + index * range.step;
  }
}

function* iterateLazy(sequence: LazySequence, budget: Budget): Generator<Value> {
  for (let step = sequence.next(); !step.done; step = sequence.next()) {
    budget.spend(1);
    yield step.value;
  }
}
