/**
 * Makes a schema of another service fit for a form: references are replaced by what they lead to, and choices by one
 * schema where that is possible. What goes too deep or in circles is edited as JSON. PURE.
 */
import { isRecord, type JsonSchema } from './json-schema.ts';

interface Budget {
  /** How many schemas may still be written: one that names others again and again would grow without end. */
  left: number;
}

/** Deeper fields would not fit beside the canvas anyway. */
const MOST_DEPTH = 5;
const MOST_SCHEMAS = 400;

export function simplifySchema(json: unknown): JsonSchema {
  if (!isRecord(json)) return {};
  const { $defs, definitions, ...root } = json;
  const places = { $defs: isRecord($defs) ? $defs : {}, definitions: isRecord(definitions) ? definitions : {} };
  if (!usesForeignKeywords(json)) return json;
  return simplify(root, places, [], { left: MOST_SCHEMAS });
}

/** Most schemas of our own tools need nothing, and stay the same objects. */
function usesForeignKeywords(json: unknown): boolean {
  if (Array.isArray(json)) return json.some(usesForeignKeywords);
  if (!isRecord(json)) return false;
  return Object.entries(json).some(
    ([key, value]) => /^(\$ref|\$defs|definitions|anyOf|oneOf|allOf)$/.test(key) || usesForeignKeywords(value),
  );
}

type Places = Readonly<Record<'$defs' | 'definitions', Record<string, unknown>>>;

function simplify(json: unknown, places: Places, inside: readonly string[], budget: Budget): JsonSchema {
  if (!isRecord(json)) return {};
  budget.left -= 1;
  if (budget.left < 0 || inside.length > MOST_DEPTH) return aboutOf(json);
  if (typeof json.$ref === 'string') return followReference(json.$ref, json, places, inside, budget);
  const combined = combine(json, places, inside, budget);
  const { properties, items, additionalProperties, anyOf: _, oneOf: __, allOf: ___, ...rest } = combined;
  const deeper = [...inside, ''];
  return {
    ...rest,
    ...(isRecord(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, inner]) => [name, simplify(inner, places, deeper, budget)]),
      ),
    }),
    ...(items !== undefined && { items: simplify(items, places, deeper, budget) }),
    ...(typeof additionalProperties === 'boolean' && { additionalProperties }),
    ...(isRecord(additionalProperties) && {
      additionalProperties: simplify(additionalProperties, places, deeper, budget),
    }),
  };
}

function followReference(
  reference: string,
  json: Readonly<Record<string, unknown>>,
  places: Places,
  inside: readonly string[],
  budget: Budget,
): JsonSchema {
  const [, place, name = ''] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(reference) ?? [];
  const key = decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~');
  const target = place === '$defs' || place === 'definitions' ? places[place][key] : undefined;
  // A circle has no end, so it is edited as JSON from where it begins again.
  if (target === undefined || inside.includes(reference)) return aboutOf(json);
  return { ...simplify(target, places, [...inside, reference], budget), ...aboutOf(json) };
}

/** Merges `allOf`, and chooses among `anyOf` and `oneOf` where they mean one thing. */
function combine(
  json: Readonly<Record<string, unknown>>,
  places: Places,
  inside: readonly string[],
  budget: Budget,
): Readonly<Record<string, unknown>> {
  const parts = asList(json.allOf).map(part => simplify(part, places, inside, budget));
  const merged = parts.length === 0 ? json : mergeAll([...parts, json]);
  const choices = [...asList(json.anyOf), ...asList(json.oneOf)].map(part => simplify(part, places, inside, budget));
  if (choices.length === 0) return merged;
  const real = choices.filter(({ type }) => type !== 'null');
  const [only] = real;
  if (only && real.length === 1) return { ...only, ...withoutType(merged, only) };
  const values = real.map(valuesOf);
  if (real.length > 0 && values.every(each => each !== undefined)) return { ...merged, enum: values.flat() };
  const types = [...new Set(real.flatMap(({ type }) => type ?? []))];
  const isScalar = types.length > 0 && real.every(({ properties, items }) => !properties && !items);
  if (isScalar) return { ...merged, type: types.length === 1 ? types[0] : types };
  // Several kinds of objects have no form in common.
  return { ...aboutOf(merged) };
}

function withoutType(merged: Readonly<Record<string, unknown>>, { type }: JsonSchema): Record<string, unknown> {
  const { type: own, ...rest } = merged;
  return type === undefined && own !== undefined ? { ...rest, type: own } : rest;
}

function valuesOf({ enum: values, const: value }: JsonSchema): readonly unknown[] | undefined {
  return values ?? (value === undefined ? undefined : [value]);
}

function mergeAll(parts: readonly object[]): Record<string, unknown> {
  const schemas = parts.filter(isRecord);
  const properties = schemas.flatMap(part => (isRecord(part.properties) ? Object.entries(part.properties) : []));
  const required = [...new Set(schemas.flatMap(part => asList(part.required)))];
  return {
    ...Object.assign({}, ...schemas),
    ...(properties.length > 0 && { type: 'object', properties: Object.fromEntries(properties) }),
    ...(required.length > 0 && { required }),
  };
}

function aboutOf({ title, description }: Readonly<Record<string, unknown>>): JsonSchema {
  return {
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
  };
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
