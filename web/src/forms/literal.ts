/** Converts between the value of a field and the text of its template. */
import { isTemplate } from '../../../src/engine/node-rules.ts';
import { parseJson } from '../look/json/parse-json.ts';
import type { FieldKind } from './field-kind.ts';
import { allowedTypes, isRecord, type JsonSchema } from './json-schema.ts';

/** Whether the value can only be edited as a template. */
export function isTemplateValue(value: unknown): value is string {
  return typeof value === 'string' && isTemplate(value);
}

/** The text that a template field shows for a value. */
export function toTemplateText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * The value that a template field stores. A text without braces that is a value of the field's kind becomes that value,
 * so that `5` in the template of a number is the number and not a text.
 */
export function fromTemplateText(text: string, schema: JsonSchema, kind: FieldKind): unknown {
  if (isTemplate(text)) return text;
  const literal = readLiteral(text, schema, kind);
  return literal === undefined ? text : literal.value;
}

/** The literal value that a text stands for, or undefined when the field of this kind could not show it. */
export function readLiteral(text: string, schema: JsonSchema, kind: FieldKind): { value: unknown } | undefined {
  if (isTemplate(text)) return undefined;
  const trimmed = text.trim();
  switch (kind) {
    case 'text':
    case 'long text':
      return { value: text === '' ? undefined : text };
    case 'number':
      return readNumber(trimmed, schema);
    case 'boolean':
      if (trimmed === '') return { value: undefined };
      return /^(true|false)$/i.test(trimmed) ? { value: trimmed.toLowerCase() === 'true' } : undefined;
    case 'enum': {
      if (trimmed === '') return { value: undefined };
      const choice = schema.enum?.find(each => toTemplateText(each) === trimmed);
      return choice === undefined ? undefined : { value: choice };
    }
    case 'json':
      return { value: text === '' ? undefined : text };
    default:
      return readContainer(trimmed, kind);
  }
}

/** Whether a template field may be switched back to the field of its kind without losing anything. */
export function isLiteral(value: unknown, schema: JsonSchema, kind: FieldKind): boolean {
  if (typeof value !== 'string') return true;
  return readLiteral(value, schema, kind) !== undefined;
}

function readNumber(text: string, schema: JsonSchema): { value: unknown } | undefined {
  if (text === '') return { value: undefined };
  const value = Number(text);
  if (!Number.isFinite(value) || !/^[-+\d.]/.test(text)) return undefined;
  return allowedTypes(schema).includes('integer') && !Number.isInteger(value) ? undefined : { value };
}

function readContainer(text: string, kind: FieldKind): { value: unknown } | undefined {
  if (text === '') return { value: undefined };
  const value = parseJson(text);
  const fits = kind === 'list' ? Array.isArray(value) : isRecord(value);
  return fits ? { value } : undefined;
}
