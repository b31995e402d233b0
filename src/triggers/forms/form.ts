/** A form as its page shows it, read from the params of its trigger. Pure. */
import { fixedLimits } from '../../configuration/limits.ts';
import type { Params } from '../../engine/definition.ts';
import { isFileField } from '../../files/input-files.ts';
import { FORM_RESULTS, type FormResult } from '../../nodes/triggers/form.ts';
import { isObject } from '../../platform/is-object.ts';

export interface Form {
  title: string;
  /** Markdown. */
  description: string;
  schema: Readonly<Record<string, unknown>>;
  fields: readonly FormField[];
  submitLabel: string;
  result: FormResult;
  /** Markdown. */
  message: string;
  redirectUrl: string | undefined;
  /** The origins that may show the page in a frame. */
  embed: readonly string[];
}

export interface FormField {
  name: string;
  label: string;
  description: string;
  kind: FieldKind;
  isRequired: boolean;
  /** What may be chosen, as texts. Empty for other kinds. */
  options: readonly Option[];
  /** What the field shows at first. */
  initial: string;
  schema: Readonly<Record<string, unknown>>;
}

interface Option {
  text: string;
  value: unknown;
}

export type FieldKind =
  | 'text'
  | 'long text'
  | 'email'
  | 'url'
  | 'tel'
  | 'date'
  | 'time'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'choice'
  | 'file';

/** The params were checked when the workflow was published. */
export function toForm(params: Params): Form {
  const schema = isObject(params.form_schema) ? params.form_schema : {};
  const result = FORM_RESULTS.find(known => known === params.result) ?? 'message';
  return {
    title: toText(params.title),
    description: toText(params.description),
    schema,
    fields: toFields(schema),
    submitLabel: toText(params.submit_label) || 'Send',
    result,
    message: toText(params.message),
    redirectUrl: result === 'redirect' ? toText(params.redirect_url) : undefined,
    embed: Array.isArray(params.embed) ? params.embed.map(String) : [],
  };
}

export function toFields({ properties, required }: Readonly<Record<string, unknown>>): FormField[] {
  if (!isObject(properties)) return [];
  const requiredNames = new Set<unknown>(Array.isArray(required) ? required : []);
  return Object.entries(properties)
    .slice(0, fixedLimits.form.fields)
    .flatMap(([name, schema]) => (isObject(schema) ? [toField(name, schema, requiredNames.has(name))] : []));
}

function toField(name: string, schema: Readonly<Record<string, unknown>>, isNamedRequired: boolean): FormField {
  const kind = fieldKind(name, schema);
  return {
    name,
    label: toText(schema.title) || toWords(name),
    description: toText(schema.description),
    kind,
    // A box that is not ticked is an answer too, unless the form insists on it.
    isRequired: kind === 'boolean' ? mustBeTicked(schema) : isNamedRequired,
    options:
      kind === 'choice' && Array.isArray(schema.enum)
        ? schema.enum.map((value: unknown) => ({ text: String(value), value }))
        : [],
    initial: toInitial(schema.default),
    schema,
  };
}

function fieldKind(name: string, schema: Readonly<Record<string, unknown>>): FieldKind {
  if (isFileField(schema)) return 'file';
  if (schema.type === 'boolean') return 'boolean';
  if (Array.isArray(schema.enum)) return 'choice';
  if (schema.type === 'number' || schema.type === 'integer') return schema.type;
  return textKind(name, schema);
}

/** The same texts are long in the console: the names are those of its forms. */
const LONG_TEXTS = new Set(['prompt', 'message', 'question', 'text', 'html', 'content', 'instructions', 'body']);
const ONE_LINE_CHARACTERS = 200;

function textKind(name: string, { format, maxLength }: Readonly<Record<string, unknown>>): FieldKind {
  switch (format) {
    case 'email':
    case 'date':
    case 'time':
    case 'tel':
      return format;
    case 'uri':
    case 'url':
      return 'url';
    case 'textarea':
    case 'markdown':
    case 'html':
      return 'long text';
    default:
      return LONG_TEXTS.has(name) && !(typeof maxLength === 'number' && maxLength <= ONE_LINE_CHARACTERS)
        ? 'long text'
        : 'text';
  }
}

function mustBeTicked({ const: only, enum: allowed }: Readonly<Record<string, unknown>>): boolean {
  return only === true || (Array.isArray(allowed) && !allowed.includes(false));
}

function toInitial(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The name of a field in words, as the console shows it. */
function toWords(name: string): string {
  const words = name
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .trim()
    .toLowerCase();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}
