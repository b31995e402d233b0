/** Compiles the JSON Schemas that the service itself wrote. */
import { Ajv, type Options, type ValidateFunction } from 'ajv';

/**
 * Compiles each schema when it is first used, and once for everybody who uses it. The first schema costs the most, because
 * Ajv compiles the meta-schema before it.
 */
export function createSchemaCompiler(options: Options): (schema: object) => ValidateFunction {
  let ajv: Ajv | undefined;
  const compiled = new WeakMap<object, ValidateFunction>();
  return schema => {
    const known = compiled.get(schema);
    if (known) return known;
    ajv ??= new Ajv(options);
    const validate = ajv.compile(schema);
    // Ajv would keep it forever, also if it belongs to a system that is closed.
    ajv.removeSchema(schema);
    compiled.set(schema, validate);
    return validate;
  };
}
