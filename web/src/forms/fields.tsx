/** The fields of an object, and as JSON what its schema does not know. */

import { fieldTexts } from '../../../src/engine/node-rules.ts';
import * as words from '../texts/forms.ts';
import classes from './field.module.css';
import { Field } from './field.tsx';
import type { FieldsProps } from './form-context.ts';

export function Fields({ path, schema, value, onChange, texts, issues, only = () => true }: FieldsProps) {
  const properties = schema.properties ?? {};
  const known = Object.keys(properties).filter(only);
  const unknown = Object.keys(value).filter(name => !Object.hasOwn(properties, name) && only(name));
  const isFree = schema.additionalProperties !== false;
  return (
    <div className={classes.fields}>
      {known.map(name => (
        <Field
          key={name}
          name={name}
          path={`${path}/${name}`}
          schema={properties[name] ?? {}}
          texts={fieldTexts(texts, name)}
          value={value[name]}
          isRequired={schema.required?.includes(name) ?? false}
          issues={issues.filter(({ param }) => param === name)}
          onChange={next => onChange(withField(value, name, next))}
        />
      ))}
      {unknown.map(name => (
        <Field
          key={name}
          name={name}
          path={`${path}/${name}`}
          label={name}
          schema={isFree ? {} : { description: words.stepTypeDoesNot }}
          texts={fieldTexts(texts, name)}
          value={value[name]}
          issues={issues.filter(({ param }) => param === name)}
          onChange={next => onChange(withField(value, name, next))}
        />
      ))}
    </div>
  );
}

/** Fields without a value are left out, and every other one keeps its place. */
export function withField(
  value: Readonly<Record<string, unknown>>,
  name: string,
  next: unknown,
): Record<string, unknown> {
  if (next !== undefined) return { ...value, [name]: next };
  const { [name]: _, ...rest } = value;
  return rest;
}
