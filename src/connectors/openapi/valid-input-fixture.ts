/** Makes inputs that a schema of an operation accepts. */
import { isObject } from '../../platform/is-object.ts';
import type { createRandom } from './documents-fixture.ts';

type Random = ReturnType<typeof createRandom>;
type Schema = Record<string, unknown>;

/** Optional properties are filled in for some levels, required ones always. */
export function makeInput(root: Schema, random: Random): unknown {
  const definitions = isObject(root.$defs) ? root.$defs : {};
  const make = (schema: unknown, levels: number): unknown => {
    if (!isObject(schema)) return 'anything';
    if (typeof schema.$ref === 'string') return make(definitions[schema.$ref.replace('#/$defs/', '')], levels);
    if (Array.isArray(schema.enum)) return schema.enum[random.below(schema.enum.length)];
    if (schema.const !== undefined) return schema.const;
    const parts = Array.isArray(schema.allOf) ? schema.allOf.map(part => make(part, levels)) : [];
    const choices = Array.isArray(schema.anyOf) ? schema.anyOf : [];
    if (choices.length > 0) parts.push(make(choices[random.below(choices.length)], levels));
    const own = makeOwn(schema, levels);
    if (parts.length === 0) return own;
    return isObject(own) && parts.every(isObject) ? Object.assign({}, own, ...parts) : parts[0];
  };
  const makeOwn = (schema: Schema, levels: number): unknown => {
    switch ([schema.type].flat()[0]) {
      case 'string':
        return 'x'.repeat(typeof schema.minLength === 'number' ? schema.minLength : 1);
      case 'integer':
      case 'number':
        return Number(schema.minimum ?? Number(schema.exclusiveMinimum ?? 0) + 1);
      case 'boolean':
        return random.chance(0.5);
      case 'null':
        return null;
      case 'array':
        return levels > 0 || schema.minItems !== undefined ? [make(schema.items, levels - 1)] : [];
      default:
        return makeObject(schema, levels);
    }
  };
  const makeObject = (schema: Schema, levels: number): unknown => {
    const properties = isObject(schema.properties) ? Object.entries(schema.properties) : [];
    const required = Array.isArray(schema.required) ? schema.required : [];
    const chosen = properties.filter(([name]) => required.includes(name) || (levels > 0 && random.chance(0.7)));
    return Object.fromEntries(chosen.map(([name, property]) => [name, make(property, levels - 1)]));
  };
  return make(root, 4);
}
