/** Examples for the API description, made from the schemas, so that each operation has one that is valid. */
import { isObject } from '../../platform/is-object.ts';
import type { Components, Direction, JsonSchema } from './components.ts';

/** Returns undefined where nothing sensible can be shown. `name` is that of the field. */
export function exampleOf(schema: JsonSchema, components: Components, direction: Direction, name = ''): unknown {
  const resolved = components.resolve(schema);
  const [given] = Array.isArray(resolved.examples) ? resolved.examples : [];
  if (given !== undefined) return given;
  if (resolved.const !== undefined) return resolved.const;
  if (resolved.default !== undefined) return resolved.default;
  if (Array.isArray(resolved.enum)) return resolved.enum[0];
  if (Array.isArray(resolved.anyOf)) return exampleOf(Object(resolved.anyOf[0]), components, direction, name);
  const [type] = [resolved.type].flat();
  switch (type) {
    case 'object':
      return exampleObject(resolved, components, direction, name);
    case 'array':
      return exampleArray(resolved, components, direction, name);
    case 'string':
      return exampleText(resolved, name);
    case 'integer':
    case 'number':
      return exampleNumber(resolved, name);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return name === '' ? undefined : (FREE_VALUES[name] ?? {});
  }
}

/** A request shows what must be sent, and optional fields where nothing must be; a reply shows everything. */
function exampleObject(schema: JsonSchema, components: Components, direction: Direction, name: string): unknown {
  const properties = Object.entries(Object(schema.properties));
  if (properties.length === 0)
    return isObject(FREE_VALUES[name]) ? FREE_VALUES[name] : exampleRecord(schema, components, direction);
  const required: readonly string[] = Array.isArray(schema.required) ? schema.required : [];
  const shown =
    direction === 'reply' || required.length === 0 ? properties : properties.filter(([key]) => required.includes(key));
  return Object.fromEntries(
    shown.map(([key, property]) => [key, exampleOf(Object(property), components, direction, key)]),
  );
}

function exampleRecord({ additionalProperties }: JsonSchema, components: Components, direction: Direction): unknown {
  return isObject(additionalProperties)
    ? { example: exampleOf(additionalProperties, components, direction, 'value') }
    : {};
}

function exampleArray(schema: JsonSchema, components: Components, direction: Direction, name: string): unknown[] {
  if (Array.isArray(schema.prefixItems)) {
    return schema.prefixItems.map(item => exampleOf(Object(item), components, direction, name));
  }
  return schema.items === undefined || schema.maxItems === 0
    ? []
    : [exampleOf(Object(schema.items), components, direction, name.replace(/s$/, ''))];
}

function exampleText(schema: JsonSchema, name: string): string {
  if (schema.format === 'uuid') return EXAMPLE_ID;
  if (schema.format === 'email' || /e?mail$/.test(name)) return 'ada@example.org';
  if (schema.format === 'binary') return '';
  if (name.endsWith('url')) return 'https://example.org/invoices';
  if (name.endsWith('_json')) return '{"total":120}';
  if (name.endsWith('_id')) return EXAMPLE_ID;
  const given = TEXTS[name] ?? 'text';
  // The names that expressions use are in small letters.
  const text = schema.pattern === undefined ? given : given.toLowerCase();
  return typeof schema.maxLength === 'number' ? text.slice(0, schema.maxLength) : text;
}

function exampleNumber(schema: JsonSchema, name: string): number {
  const value = /(^|_)at$|^(created|updated|timestamp|now)$/.test(name) ? EXAMPLE_TIME : (NUMBERS[name] ?? 1);
  const { minimum = value, maximum = value } = schema;
  return Math.min(Math.max(value, Number(minimum)), Number(maximum));
}

const EXAMPLE_ID = '0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11';
const EXAMPLE_TIME = 1_767_225_600_000;

const NUMBERS: Readonly<Record<string, number>> = {
  size: 48_213,
  total: 1,
  credits: 0.4,
  version: 3,
  limit_from: 0,
  limit_to: 20,
};

const TEXTS: Readonly<Record<string, string>> = {
  name: 'Invoices',
  workflow_name: 'Invoices',
  description: 'Reads invoices and asks for an approval.',
  title: 'Approve invoice 1042',
  message: 'Please check the amount.',
  content: 'The total is 120 EUR.',
  comment: 'Looks right.',
  error: '',
  text: '',
  node_id: 'review',
  node_type: 'approval',
  trigger_node_id: 'start',
  trigger_type: 'trigger.manual',
  collection: 'invoices',
  folder: 'invoices',
  path: 'invoices/1042.pdf',
  filename: '1042.pdf',
  content_type: 'application/pdf',
  mime_type: 'application/pdf',
  model: 'local/small',
  sort_key: 'created.timestamp',
  cron: '0 9 * * 1-5',
  timezone: 'Europe/Berlin',
  version: '1.0',
  source: 'start',
  target: 'review',
  handle: 'approved',
  source_handle: 'approved',
  role: 'user',
  password: 'correct horse battery staple',
  current: 'correct horse battery staple',
  token: 'q0Zc8xWm3rT5uYk7pLs9dFh2',
  provider: 'local',
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
};

/** For fields that can hold anything. */
const FREE_VALUES: Readonly<Record<string, unknown>> = {
  input: { amount: 120 },
  data: { total: 120 },
  metadata: { customer: 'Ada' },
  value: 'text',
};
