/** What is known about a value before it exists: its data, or at least the names of its fields. */
import { isObject } from '../../../src/engine/definition.ts';
import { isTemplate } from '../../../src/engine/node-rules.ts';
import type { DescribedCatalog as Catalog } from '../../../src/workflows/schemas.ts';
import type { Path } from './paths.ts';

export type Shape =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'fields'; readonly fields: Readonly<Record<string, Shape>>; readonly description?: string }
  | { readonly kind: 'list'; readonly entry: Shape }
  | { readonly kind: 'unknown'; readonly description?: string };

export const UNKNOWN: Shape = { kind: 'unknown' };

export function shapeOfValue(value: unknown): Shape {
  return value === undefined ? UNKNOWN : { kind: 'value', value };
}

export function shapeOfNames(names: readonly string[]): Shape {
  return { kind: 'fields', fields: Object.fromEntries(names.map(name => [name, UNKNOWN])) };
}

/** The shape below a path. */
export function shapeAt(shape: Shape, path: Path): Shape {
  return path.reduce<Shape>(stepInto, shape);
}

function stepInto(shape: Shape, part: string | number): Shape {
  switch (shape.kind) {
    case 'value': {
      const { value } = shape;
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return UNKNOWN;
      return shapeOfValue(Reflect.get(value, part));
    }
    case 'fields':
      return Object.hasOwn(shape.fields, part) ? (shape.fields[part] ?? UNKNOWN) : UNKNOWN;
    case 'list':
      return typeof part === 'number' ? shape.entry : UNKNOWN;
    case 'unknown':
      return UNKNOWN;
  }
}

/** The shape of the entries of a list. */
export function entryShape(shape: Shape): Shape {
  if (shape.kind === 'list') return shape.entry;
  return shape.kind === 'value' && Array.isArray(shape.value) ? shapeOfValue(shape.value[0]) : UNKNOWN;
}

export function shapeOfSchema(json: unknown): Shape {
  if (!isObject(json)) return UNKNOWN;
  // What may be missing is known as well.
  if (Array.isArray(json.anyOf)) return shapeOfSchema(json.anyOf.find(each => isObject(each) && each.type !== 'null'));
  const description = typeof json.description === 'string' ? { description: json.description } : {};
  if (isObject(json.properties)) {
    const entries = Object.entries(json.properties).map(([name, inner]) => [name, shapeOfSchema(inner)] as const);
    return { kind: 'fields', fields: Object.fromEntries(entries), ...description };
  }
  if (json.format === 'file') return ATTACHMENT;
  return json.type === 'array'
    ? { kind: 'list', entry: shapeOfSchema(json.items) }
    : { kind: 'unknown', ...description };
}

const ATTACHMENT = shapeOfNames(['file_id', 'filename', 'content_type', 'file_url', 'size']);

interface NodeLike {
  readonly type: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** The shape of a step's output by its params, and otherwise by the schema of its type. */
export function outputShape({ type, params = {} }: NodeLike, catalog: Catalog): Shape {
  switch (type) {
    case 'trigger.manual':
      return shapeOfSchema(params.input_schema);
    case 'transform':
    case 'output':
      return shapeOfTemplate(params.value);
    case 'assistant.run':
      return withField(describedShape(type, catalog), 'data', shapeOfSchema(params.output_schema));
    case 'human.approval':
      return withField(describedShape(type, catalog), 'data', shapeOfSchema(params.form_schema));
    case 'trigger.poll':
      return shapeOfNames(params.batch === undefined ? ['item', 'key', 'polled_at'] : ['items', 'polled_at']);
    case 'trigger.form':
      return withField(describedShape(type, catalog), 'values', shapeOfSchema(params.form_schema));
    case 'workflow.run':
      // What a workflow returns is known only when it was run.
      return params.wait === false ? shapeOfNames(['run_id']) : UNKNOWN;
    case 'wait':
      return shapeOfWait(params);
    case 'loop':
      return shapeOfLoop(describedShape(type, catalog), params);
    case 'repeat':
      return withField(describedShape(type, catalog), 'last', shapeOfTemplate(params.result));
    case 'tool.call':
      return shapeOfSchema(catalog.tools.find(({ name }) => name === params.tool)?.output_schema);
    default:
      return describedShape(type, catalog);
  }
}

/** A loop without a list counts its items, and has no results. */
function shapeOfLoop(described: Shape, { file, records, query, collect }: Readonly<Record<string, unknown>>): Shape {
  if (described.kind !== 'fields') return described;
  const { results, count = UNKNOWN, ...ofFile } = described.fields;
  if ((file ?? records ?? query) !== undefined) return { kind: 'fields', fields: { count, ...ofFile } };
  return { kind: 'fields', fields: { count, results: { kind: 'list', entry: shapeOfTemplate(collect) } } };
}

/** What a step gets that waits: a call, an event, or only the time. */
function shapeOfWait({ call, event }: Readonly<Record<string, unknown>>): Shape {
  if (event !== undefined) return shapeOfNames(['name', 'key', 'data']);
  return shapeOfNames(call ? ['body', 'query', 'headers'] : ['until']);
}

function withField(shape: Shape, name: string, field: Shape): Shape {
  return shape.kind === 'fields' ? { ...shape, fields: { ...shape.fields, [name]: field } } : shape;
}

/** The value itself where it is not a template, and its field names in any case. */
export function shapeOfTemplate(value: unknown): Shape {
  if (typeof value === 'string') return isTemplate(value) ? UNKNOWN : shapeOfValue(value);
  if (Array.isArray(value)) return { kind: 'list', entry: shapeOfTemplate(value[0]) };
  if (!isObject(value)) return shapeOfValue(value);
  const entries = Object.entries(value).map(([name, inner]) => [name, shapeOfTemplate(inner)] as const);
  return { kind: 'fields', fields: Object.fromEntries(entries) };
}

function describedShape(type: string, catalog: Catalog): Shape {
  return shapeOfSchema(catalog.node_types.find(entry => entry.type === type)?.output_schema);
}
