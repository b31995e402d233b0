/**
 * The fields of requests and replies: what is inside of objects is folded, and opens in place. A component that contains
 * itself is shown once and linked from there.
 */
import { escapeHtml } from '../../platform/markdown/escape-html.ts';
import {
  type ApiDocument,
  type ApiParameter,
  type ApiSchema,
  componentName,
  resolveSchema,
  toSchema,
} from './document.ts';
import { inlineText } from './text.ts';

/** Deeper objects are linked to their own description. */
const MOST_LEVELS = 4;

interface Context {
  readonly document: ApiDocument;
  /** How many components are shown inside of each other. */
  readonly levels: number;
  /** The components around this place. */
  readonly around: readonly string[];
}

/** Returns nothing for a schema without fields. */
export function renderFields(document: ApiDocument, schema: ApiSchema, levels: number = MOST_LEVELS): string {
  return fieldsOf(schema, { document, levels, around: [] });
}

export function renderParameters(document: ApiDocument, parameters: readonly ApiParameter[]): string {
  const context = { document, levels: MOST_LEVELS, around: [] };
  const rows = parameters.map(({ name, required = false, schema, description }) =>
    renderField(name, { ...schema, ...(description !== undefined && { description }) }, required, context),
  );
  return `<ul class="fields">${rows.join('')}</ul>`;
}

/** The type in words: `array of Node`, `string or null`, `"a" | "b"`. */
export function typeName(document: ApiDocument, schema: ApiSchema): string {
  const component = componentName(schema);
  if (component !== undefined) return component;
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return [...new Set(options.map(option => typeName(document, option)))].join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return 'enum';
  if (schema.prefixItems) return `[${schema.prefixItems.map(item => typeName(document, item)).join(', ')}]`;
  const items = toSchema(schema.items);
  if (items) return `array of ${typeName(document, items)}`;
  const values = toSchema(schema.additionalProperties);
  if (values && !schema.properties) return `map of ${typeName(document, values)}`;
  const type = [schema.type ?? 'any'].flat().join(' or ');
  return schema.format ? `${type} (${schema.format})` : type;
}

function fieldsOf(schema: ApiSchema, context: Context): string {
  const name = componentName(schema);
  const resolved = resolveSchema(context.document, schema);
  const inner = name === undefined ? context : { ...context, around: [...context.around, name] };
  const required = resolved.required ?? [];
  const rows = Object.entries(resolved.properties ?? {}).map(([field, property]) =>
    renderField(field, property, required.includes(field), inner),
  );
  return rows.length > 0 ? `<ul class="fields">${rows.join('')}</ul>` : renderInner(resolved, inner);
}

function renderField(name: string, property: ApiSchema, isRequired: boolean, context: Context): string {
  const resolved = resolveSchema(context.document, property);
  const mark = isRequired ? '<span class="required">required</span>' : '';
  return `<li><div class="field"><code class="field-name">${escapeHtml(name)}</code>
<span class="field-type">${linkedType(property, context)}</span>${mark}</div>
${resolved.description ? `<div class="field-text">${inlineText(resolved.description)}</div>` : ''}${renderLimits(resolved)}
${renderInner(property, context)}</li>`;
}

/** Names of components lead to their descriptions on the page of objects. */
function linkedType(schema: ApiSchema, { document }: Context): string {
  const components = document.components?.schemas ?? {};
  return typeName(document, schema)
    .split(/(\b\w+\b)/)
    .map(part => (Object.hasOwn(components, part) ? `<a href="objects#${part}">${part}</a>` : escapeHtml(part)))
    .join('');
}

function renderLimits(schema: ApiSchema): string {
  const { enum: values, default: preset, minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  const parts = [
    values && `One of ${values.map(value => `<code>${escapeHtml(JSON.stringify(value))}</code>`).join(', ')}`,
    preset !== undefined && `Default <code>${escapeHtml(JSON.stringify(preset))}</code>`,
    range('', minimum, maximum),
    range(' characters', minLength, maxLength),
    range(' items', minItems, maxItems),
  ].filter(part => typeof part === 'string' && part !== '');
  return parts.length > 0 ? `<div class="field-limits">${parts.join(' · ')}</div>` : '';
}

function range(unit: string, least: number | undefined, most: number | undefined): string {
  const isLeast = least !== undefined && least > 0;
  if (isLeast && most !== undefined) return `${least} to ${most.toLocaleString('en')}${unit}`;
  if (most !== undefined) return `At most ${most.toLocaleString('en')}${unit}`;
  return isLeast ? `At least ${least}${unit}` : '';
}

/** What is inside of a value, folded. */
function renderInner(schema: ApiSchema, context: Context): string {
  const parts = innerSchemas(resolveSchema(context.document, schema), schema);
  return parts
    .filter(part => hasFields(part, context.document))
    .map(part => {
      const name = componentName(part);
      const isTooDeep =
        context.around.length >= context.levels || (name !== undefined && context.around.includes(name));
      if (isTooDeep && name !== undefined) return '';
      if (context.around.length >= context.levels + 2) return '';
      const inner = fieldsOf(part, name === undefined ? { ...context, around: [...context.around, ''] } : context);
      return inner === '' ? '' : `<details class="inner"><summary>${name ?? 'Fields'}</summary>${inner}</details>`;
    })
    .join('');
}

/** The schemas whose fields a value can have: its own, those of its items, of its values, or of its alternatives. */
function innerSchemas(resolved: ApiSchema, schema: ApiSchema): readonly ApiSchema[] {
  const options = resolved.anyOf ?? resolved.oneOf ?? resolved.allOf;
  if (options) return options.flatMap(option => innerSchemas(option, option));
  const items = toSchema(resolved.items);
  if (items) return innerSchemas(items, items);
  const values = toSchema(resolved.additionalProperties);
  if (values && !resolved.properties) return innerSchemas(values, values);
  return [schema];
}

function hasFields(schema: ApiSchema, document: ApiDocument): boolean {
  const resolved = resolveSchema(document, schema);
  if (Object.keys(resolved.properties ?? {}).length > 0) return true;
  return componentName(schema) !== undefined && innerSchemas(resolved, resolved).some(part => part !== resolved);
}
