/** The fields of an object, and as JSON what its schema does not know. */

import { fieldTexts } from '../../../src/engine/node-rules.ts';
import * as words from '../texts/forms.ts';
import classes from './field.module.css';
import { Field } from './field.tsx';
import type { FieldsProps, Values } from './form-context.ts';
import type { JsonSchema } from './json-schema.ts';

export function Fields({ path, schema, value, onUpdate, texts, issues, only = () => true }: FieldsProps) {
  const properties = new Map(Object.entries(schema.properties ?? {}));
  const unknown: JsonSchema = schema.additionalProperties === false ? { description: words.stepTypeDoesNot } : {};
  return (
    <div className={classes.fields}>
      {[...new Set([...properties.keys(), ...Object.keys(value)])].filter(only).map(name => (
        <Field
          key={name}
          name={name}
          path={`${path}/${name}`}
          schema={properties.get(name) ?? unknown}
          {...(!properties.has(name) && { label: name })}
          texts={fieldTexts(texts, name)}
          value={value[name]}
          isRequired={schema.required?.includes(name) ?? false}
          issues={issues.filter(({ param }) => param === name)}
          onUpdate={update => onUpdate(before => withField(before, name, update(before[name])))}
        />
      ))}
    </div>
  );
}

/** Fields without a value are left out, and every other one keeps its place. */
function withField(value: Values, name: string, next: unknown): Record<string, unknown> {
  if (next !== undefined) return { ...value, [name]: next };
  const { [name]: _, ...rest } = value;
  return rest;
}
