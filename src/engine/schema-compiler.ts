/** Compiles the JSON Schemas that the service itself wrote. */
import { Ajv, type Options, type ValidateFunction } from 'ajv';

/**
 * Compiles each schema when it is first used, and once for everybody who uses it. Tests check the schemas against the
 * meta-schema; Ajv would have to compile that before the first of them, which takes longer than any of ours.
 */
export function createSchemaCompiler(options: Options): (schema: object) => ValidateFunction {
  let ajv: Ajv | undefined;
  const compiled = new WeakMap<object, ValidateFunction>();
  return schema => {
    const known = compiled.get(schema);
    if (known) return known;
    ajv ??= new Ajv({ ...options, meta: false, validateSchema: false });
    const validate = ajv.compile(schema);
    // Ajv would keep it forever, even after the system that it belongs to is closed.
    ajv.removeSchema(schema);
    compiled.set(schema, validate);
    return validate;
  };
}
