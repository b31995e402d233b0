/** The params of a step as a run rendered them: its input. */
import { isObject } from '../../../src/engine/definition.ts';
import { fieldTexts, type Texts } from '../../../src/engine/node-rules.ts';
import { parsePointer } from '../../../src/engine/printed-params.ts';
import { evaluateProblem, type PreviewContext, renderValue } from './evaluation.ts';

export interface Rendered {
  readonly params: Readonly<Record<string, unknown>>;
  /** The params that could not be rendered, with the reason. They are missing in `params`. */
  readonly problems: readonly { readonly param: string; readonly message: string }[];
}

interface RenderOptions {
  readonly params: Readonly<Record<string, unknown>>;
  readonly texts: Texts;
  /** The schema of the params, which decides where a number is printed as a text. */
  readonly schema: unknown;
}

export function renderInput(
  { params, texts, schema }: RenderOptions,
  preview: PreviewContext,
  now: () => number,
): Rendered {
  const rendered: [string, unknown][] = [];
  const problems: { param: string; message: string }[] = [];
  for (const [param, value] of Object.entries(params)) {
    try {
      const printed: [string, string][] = [];
      const result = renderValue(value, fieldTexts(texts, param), '', {
        ...preview,
        now,
        onScalar: (pointer, text) => printed.push([pointer, text]),
      });
      rendered.push([param, printWhereTextIsAsked(result, printed, propertySchema(schema, param))]);
    } catch (error) {
      problems.push({ param, message: evaluateProblem(error).message });
    }
  }
  return { params: Object.fromEntries(rendered), problems };
}

/** As the service does: where the schema asks for a text, a number or a boolean is printed. */
function printWhereTextIsAsked(value: unknown, printed: readonly [string, string][], schema: unknown): unknown {
  return printed.reduce((whole, [pointer, text]) => {
    const path = parsePointer(pointer);
    return asksForText(schemaAt(schema, path), valueAt(whole, path)) ? replaceAt(whole, path, text) : whole;
  }, value);
}

function asksForText(schema: unknown, value: unknown): boolean {
  if (!isObject(schema)) return false;
  const types = [schema.type].flat();
  const isAllowed = types.includes(typeof value) || (types.includes('integer') && Number.isInteger(value));
  return types.includes('string') && !isAllowed;
}

function schemaAt(schema: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, part) => (isObject(inner) && isObject(inner.items) ? inner.items : propertySchema(inner, part)),
    schema,
  );
}

function propertySchema(schema: unknown, name: string): unknown {
  if (!isObject(schema)) return undefined;
  if (isObject(schema.properties) && Object.hasOwn(schema.properties, name)) return schema.properties[name];
  return schema.additionalProperties;
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, part) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, part) : undefined),
    value,
  );
}

function replaceAt(value: unknown, [part, ...rest]: readonly string[], text: string): unknown {
  if (part === undefined) return text;
  if (Array.isArray(value)) return value.with(Number(part), replaceAt(value[Number(part)], rest, text));
  return isObject(value) ? { ...value, [part]: replaceAt(value[part], rest, text) } : value;
}
