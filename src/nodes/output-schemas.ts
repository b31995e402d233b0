/** Parts of the schemas of what steps and tools give. */
import Type from 'typebox';

/** A file of the run, as `{file_id, filename, content_type, file_url, size}`. */
export const attachment = Type.Unsafe<unknown>({ type: 'object', format: 'file' });

/** An object whose fields are known, but not what is in them. */
export function fields(...names: string[]) {
  return Type.Object(Object.fromEntries(names.map(name => [name, Type.Unknown()])));
}
