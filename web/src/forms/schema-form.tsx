/** A form for any object with a JSON Schema: params of steps, inputs of runs, decisions of approvals. */
import { useId, useMemo } from 'react';
import type { Texts } from '../../../src/engine/node-rules.ts';
import type { Catalog } from '../../../src/workflows/schemas.ts';
import type { TemplateContext } from '../templates/template-context.ts';
import { PASSING } from './drafts.ts';
import { Field } from './field.tsx';
import { Fields } from './fields.tsx';
import { FormContext, type FormIssue, type Update, type Values } from './form-context.ts';
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
    only,
  } = props;
  const ownId = useId();
  const settings = useMemo(
    () => ({ templates, catalog, readOnly, inlineFiles, values: value, Field, Fields }),
    [templates, catalog, readOnly, inlineFiles, value],
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
