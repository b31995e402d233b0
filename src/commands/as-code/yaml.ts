/** Files are YAML, which people can read and Git can compare. JSON is YAML too. */
import { isDeepStrictEqual } from 'node:util';
import { CORE_SCHEMA, dump, load } from 'js-yaml';
import { UsageError } from '../usage-error.ts';

const options = { schema: CORE_SCHEMA, noRefs: true, lineWidth: 120 };

export function toYaml(value: unknown): string {
  const text = dump(value, options);
  // A text that YAML would read as something else is written as JSON, which leaves no doubt.
  return isDeepStrictEqual(load(text, { schema: CORE_SCHEMA }), value) ? text : `${JSON.stringify(value, null, 2)}\n`;
}

export function parseYaml(text: string, file: string): unknown {
  try {
    return load(text, { schema: CORE_SCHEMA });
  } catch (error) {
    const [first] = error instanceof Error ? error.message.split('\n', 1) : [String(error)];
    throw new UsageError(`${file} is no YAML: ${first}`);
  }
}
