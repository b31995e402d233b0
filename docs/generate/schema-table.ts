/** The fields of a JSON Schema as rows of a table: name, type with limits and default, meaning. */
import { fieldTexts, type TextKind, type Texts } from '../../src/engine/node-rules.ts';
import { code, table } from './markdown.ts';

export interface FieldSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly FieldSchema[];
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly patternProperties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly items?: FieldSchema;
  readonly description?: string;
  readonly default?: unknown;
  readonly format?: string;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
}

/** Tells how the texts of each field are read; undefined where fields are no params of a step. */
type FieldTexts = Texts | undefined;

export function fieldTable(schema: FieldSchema, texts?: FieldTexts): string {
  const rows = fieldRows(schema, '', texts);
  return rows.length === 0 ? '' : table(['Param', 'Type', 'Meaning'], rows);
}

function fieldRows({ properties = {}, required = [] }: FieldSchema, prefix: string, texts: FieldTexts): string[][] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const kind = texts === undefined ? undefined : fieldTexts(texts, name);
    const path = `${prefix}${name}`;
    const facts = [
      typeText(field),
      required.includes(name) ? '**required**' : '',
      field.default === undefined ? '' : `default ${code(printDefault(field.default))}`,
    ];
    const meaning = [escapeTags(field.description ?? ''), textNote(field, kind)].filter(Boolean).join(' ');
    const inner = field.items?.properties ? field.items : field;
    const innerPrefix = field.items?.properties ? `${path}[].` : `${path}.`;
    return [[code(path), facts.filter(Boolean).join(', '), meaning], ...fieldRows(inner, innerPrefix, kind)];
  });
}

/** Descriptions are plain text, in which `<id>` is no HTML. */
function escapeTags(text: string): string {
  return text.replace(/<(?=[a-z])/g, '\\<');
}

/** Templates are the rule, so only what differs is said. */
function textNote(field: FieldSchema, kind: Texts | undefined): string {
  if (typeof kind !== 'string' || kind === 'template' || !mayBeText(field)) return '';
  const notes: Partial<Record<TextKind, string>> = {
    expression: '*An expression, without braces.*',
    literal: '*Fixed: no templates.*',
    schema: '*No templates in it.*',
    'form schema': '*No templates in it.*',
    'item expression': '*An expression, without braces. It is evaluated at the end of each round.*',
    'item template': '*A template that is rendered for each item.*',
  };
  return notes[kind] ?? '';
}

function mayBeText({ type, enum: values }: FieldSchema): boolean {
  const types = [type].flat();
  return (
    values !== undefined ||
    type === undefined ||
    types.some(each => !['number', 'integer', 'boolean'].includes(String(each)))
  );
}

function printDefault(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function typeText(field: FieldSchema): string {
  const { enum: values, const: only, anyOf, items, type } = field;
  if (values) return values.map(value => code(String(value))).join(', ');
  if (only !== undefined) return code(String(only));
  if (anyOf) return anyOf.map(typeText).join(' or ');
  const types = [type ?? 'any JSON'].flat().map(name => (name === 'array' ? 'list' : String(name)));
  const of = items && types.includes('list') ? ` of ${items.enum ? `${typeText(items)}` : plural(items)}` : '';
  return [types.join(' or ') + of, limits(field)].filter(Boolean).join(', ');
}

function plural({ type, properties }: FieldSchema): string {
  if (properties) return 'objects';
  const types = [type ?? 'values'].flat();
  return types.map(name => (name === 'values' ? name : `${name}s`)).join(' or ');
}

function limits(field: FieldSchema): string {
  const { minimum, exclusiveMinimum, maximum, maxLength, minItems, maxItems, maxProperties } = field;
  const least = minimum === undefined ? undefined : number(minimum);
  const range = maximum === undefined ? undefined : number(maximum);
  const texts = [
    least !== undefined && range !== undefined ? `${least} to ${range}` : '',
    least !== undefined && range === undefined ? `at least ${least}` : '',
    exclusiveMinimum === undefined ? '' : `more than ${number(exclusiveMinimum)}`,
    least === undefined && range !== undefined ? `at most ${range}` : '',
    maxLength === undefined ? '' : `at most ${number(maxLength)} characters`,
    minItems !== undefined && minItems > 1 ? `at least ${number(minItems)}` : '',
    maxItems === undefined ? '' : `at most ${number(maxItems)}`,
    maxProperties === undefined ? '' : `at most ${number(maxProperties)}`,
  ];
  return texts.filter(Boolean).join(', ');
}

export function number(value: number): string {
  return value.toLocaleString('en-US');
}
