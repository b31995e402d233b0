/** A form for any object with a JSON Schema: params of steps, inputs of runs, decisions of approvals. */
import { useId, useMemo } from 'react';
import { fieldTexts, type Texts } from '../../../src/engine/node-rules.ts';
import type { Catalog } from '../../../src/workflows/schemas.ts';
import type { TemplateContext } from '../templates/template-context.ts';
import * as words from '../texts/forms.ts';
import { PASSING } from './drafts.ts';
import classes from './field.module.css';
import { Field } from './field.tsx';
import { type FieldsProps, FormContext, type FormIssue, type Update, type Values } from './form-context.ts';
import type { JsonSchema } from './json-schema.ts';

export type { FormIssue, JsonSchema, Update, Values };

export interface SchemaFormProps {
  readonly schema: JsonSchema;
  readonly value: Values;
  onUpdate(update: Update<Values, Record<string, unknown>>): void;
  readonly issues?: readonly FormIssue[];
  readonly readOnly?: boolean;
  /** Whether files become a part of the value, for decisions that may not refer to files of the user. */
  readonly inlineFiles?: boolean;
  /** Undefined: plain fields, as for the input of a run. */
  readonly templates?: TemplateContext | undefined;
  /** Which params are templates, expressions or plain texts. By default all are templates. */
  readonly texts?: Texts;
  /** For the tool picker. */
  readonly catalog?: Catalog;
  /** Of a step: its variables count. */
  readonly workflowId?: string;
  /** Identifies the form, so that texts that are not valid yet are kept while it is not shown. */
  readonly formId?: string;
  /** The only params that are shown, by default all. */
  readonly only?: (name: string) => boolean;
}

export function SchemaForm(props: SchemaFormProps) {
  const {
    schema,
    value,
    onUpdate,
    issues = [],
    readOnly = false,
    inlineFiles = false,
    templates,
    texts = 'template',
    catalog,
    workflowId,
    only,
  } = props;
  const ownId = useId();
  const settings = useMemo(
    () => ({ templates, catalog, readOnly, inlineFiles, workflowId, values: value, Field, Fields }),
    [templates, catalog, readOnly, inlineFiles, workflowId, value],
  );
  return (
    <FormContext value={settings}>
      <Fields
        path={props.formId ?? `${PASSING}${ownId}`}
        schema={schema}
        value={value}
        texts={templates ? texts : 'literal'}
        issues={issues}
        onUpdate={onUpdate}
        {...(only && { only })}
      />
    </FormContext>
  );
}

/** The fields of an object, and as JSON what its schema does not know. */
function Fields({ path, schema, value, onUpdate, texts, issues, only = () => true }: FieldsProps) {
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
