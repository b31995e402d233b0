/** Reads the fields of an object schema. */
import type { TSchema } from 'typebox';

export function schemaProperties(schema: TSchema | undefined): Record<string, TSchema> {
  return schema && 'properties' in schema ? (schema.properties as Record<string, TSchema>) : {};
}

export function requiredProperties(schema: TSchema | undefined): string[] {
  return schema && 'required' in schema ? (schema.required as string[]) : [];
}
