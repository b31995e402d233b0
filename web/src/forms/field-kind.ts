/** Decides which kind of field edits a value with a JSON Schema. */

import type { Widget } from '../../../src/nodes/widgets.ts';
import * as texts from '../texts/forms.ts';
import { formatNumber } from '../texts/locale.ts';
import { allowedTypes, isRecord, type JsonSchema } from './json-schema.ts';

export type FieldKind =
  | 'text'
  | 'long text'
  | 'number'
  | 'boolean'
  | 'enum'
  | 'list'
  | 'map'
  | 'object'
  | 'file'
  /** Any JSON. A text is edited as text, everything else as JSON. */
  | 'json';

/** A field that is edited by choosing from what the installation has, or with an editor of its own. */
export type Picker = Exclude<Widget, 'date' | 'long-text'>;

const PICKERS: Readonly<Record<Picker, true>> = {
  assistant: true,
  code: true,
  credential: true,
  cron: true,
  model: true,
  panel: true,
  people: true,
  timezone: true,
  tool: true,
  workflow: true,
  workflows: true,
};

const SCALARS = new Set(['string', 'number', 'integer', 'boolean', 'null']);

export function fieldKind(schema: JsonSchema): FieldKind {
  if (schema.enum) return 'enum';
  const types = allowedTypes(schema);
  const [type] = types;
  if (types.length !== 1) return types.includes('string') && isOptional(types, 'string') ? textKind(schema) : 'json';
  switch (type) {
    case 'string':
      return textKind(schema);
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'array':
      return isSimpleList(schema) ? 'list' : 'json';
    case 'object':
      return objectKind(schema);
    default:
      return 'json';
  }
}

/** Whether the types are one type or null, which a form leaves out. */
function isOptional(types: readonly string[], type: string): boolean {
  return types.every(each => each === type || each === 'null');
}

/** Formats of texts that are usually longer than a line. */
const LONG_FORMATS = new Set(['textarea', 'markdown', 'html']);

function textKind({ format = '', 'x-widget': widget }: JsonSchema): FieldKind {
  return widget === 'long-text' || LONG_FORMATS.has(format) ? 'long text' : 'text';
}

/** A list whose entries have fields of their own. Lists of lists and of anything are edited as JSON. */
function isSimpleList({ items }: JsonSchema): boolean {
  if (!items) return false;
  const kind = fieldKind(items);
  return kind !== 'json' && kind !== 'list' && kind !== 'map';
}

function objectKind({ format, properties = {}, additionalProperties }: JsonSchema): FieldKind {
  if (format === 'file') return 'file';
  if (Object.keys(properties).length > 0) return 'object';
  return isRecord(additionalProperties) && holdsScalars(additionalProperties) ? 'map' : 'json';
}

function holdsScalars(schema: JsonSchema): boolean {
  return allowedTypes(schema).some(type => SCALARS.has(type));
}

export function fieldPicker({ 'x-widget': widget = '' }: JsonSchema): Picker | undefined {
  return isPicker(widget) ? widget : undefined;
}

function isPicker(widget: string): widget is Picker {
  return Object.hasOwn(PICKERS, widget);
}

/** The label of a field: its title, or its name in words. */
export function fieldLabel(schema: JsonSchema, name: string): string {
  if (schema.title) return schema.title;
  const words = name
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .trim()
    .toLowerCase();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}

/** The limits of a value as a sentence, for the line under its field. Empty when there are none. */
export function describeConstraints(schema: JsonSchema): string {
  const parts = [describeRange(schema), describeLength(schema), describeCount(schema), describeDefault(schema)];
  const text = parts.filter(part => part !== '').join(', ');
  return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function describeRange({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema): string {
  const low = minimum ?? exclusiveMinimum;
  const high = maximum ?? exclusiveMaximum;
  const lowWords = minimum === undefined ? texts.moreThan(format(low)) : texts.least(format(low));
  const highWords = maximum === undefined ? texts.lessThan(format(high)) : texts.most(format(high));
  if (low === undefined) return high === undefined ? '' : highWords;
  if (high === undefined) return lowWords;
  if (minimum !== undefined && maximum !== undefined) return texts.to(format(minimum), format(maximum));
  return `${lowWords}, ${highWords}`;
}

function describeLength({ minLength = 0, maxLength }: JsonSchema): string {
  if (maxLength !== undefined) return texts.mostCharacters(maxLength);
  return minLength > 1 ? texts.leastCharacters(format(minLength)) : '';
}

function describeCount({ minItems = 0, maxItems }: JsonSchema): string {
  if (maxItems !== undefined) return texts.mostEntries(format(maxItems));
  return minItems > 1 ? texts.leastEntries(format(minItems)) : '';
}

function describeDefault({ default: value }: JsonSchema): string {
  if (value === undefined || value === '') return '';
  return texts.defaultValue(
    typeof value === 'string' ? value : Array.isArray(value) ? value.join(', ') : JSON.stringify(value),
  );
}

function format(limit: number | undefined): string {
  return limit === undefined ? '' : formatNumber(limit);
}
