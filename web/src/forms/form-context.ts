/** What all fields of a form share. */
import { type ComponentType, createContext, useContext } from 'react';
import type { Texts } from '../../../src/engine/node-rules.ts';
import type { Catalog } from '../../../src/workflows/schemas.ts';
import type { TemplateContext } from '../templates/template-context.ts';
import type { JsonSchema } from './json-schema.ts';

export interface FormIssue {
  readonly param: string | null;
  readonly message: string;
  readonly severity: 'error' | 'warning';
}

/** Changes a value as it is at that moment. What was shown may be old: several fields change at once, and uploads take long. */
export type Update<Value, Next = Value> = (before: Value) => Next;
/** Some fields of a form, or how they follow from it as it is at that moment. */
export type Change<Form> = Partial<Form> | Update<Form, Partial<Form>>;
export function withChange<Form extends object>(before: Form, change: Change<Form>): Form {
  return { ...before, ...(typeof change === 'function' ? change(before) : change) };
}
export type Values = Readonly<Record<string, unknown>>;

export interface FieldProps {
  readonly name: string;
  readonly path: string;
  readonly schema: JsonSchema;
  readonly value: unknown;
  onUpdate(update: Update<unknown>): void;
  readonly texts: Texts;
  readonly isRequired?: boolean;
  readonly issues?: readonly FormIssue[];
  /** Replaces the label of the schema, for entries of lists. */
  readonly label?: string;
  /** Whether the label is only for screen readers, because what it says is visible anyway. */
  readonly isLabelHidden?: boolean;
}

export interface FieldsProps {
  readonly path: string;
  readonly schema: JsonSchema;
  readonly value: Values;
  onUpdate(update: Update<Values, Record<string, unknown>>): void;
  readonly texts: Texts;
  readonly issues: readonly FormIssue[];
  /** The only params that are shown, by default all. */
  readonly only?: (name: string) => boolean;
}

/**
 * Fields contain fields: entries of lists, properties of objects. Their controls take them from here, because a control
 * that imported the field would be imported by it.
 */
interface NestedFields {
  readonly Field: ComponentType<FieldProps>;
  readonly Fields: ComponentType<FieldsProps>;
}

export interface FormSettings extends NestedFields {
  /** Undefined where fields hold plain values only, as in the input of a run. */
  readonly templates: TemplateContext | undefined;
  /** The tools that the tool picker offers. */
  readonly catalog: Catalog | undefined;
  readonly readOnly: boolean;
  /** Whether a file is a part of the form's value, and not uploaded as a file of the user. */
  readonly inlineFiles: boolean;
  /** The workflow whose step the form is for, so that its variables count. */
  readonly workflowId: string | undefined;
  /** The values of the whole form, for fields that depend on others. */
  readonly values: Values;
}

export const FormContext = createContext<FormSettings | undefined>(undefined);

export function useForm(): FormSettings {
  const settings = useContext(FormContext);
  if (!settings) throw new Error('fields are shown only inside of a form');
  return settings;
}

/** What the control of a field gets, whatever its kind. */
export interface ControlProps {
  /** The id of the element that the label belongs to. */
  readonly id: string;
  readonly name: string;
  /** Identifies the field among all of the page. */
  readonly path: string;
  readonly label: string;
  readonly schema: JsonSchema;
  readonly value: unknown;
  /** Replaces the value. */
  onChange(value: unknown): void;
  /** Changes the value, if what it becomes depends on what it is. */
  onUpdate(update: Update<unknown>): void;
  readonly texts: Texts;
  readonly isRequired: boolean;
  /** What is wrong with the value. */
  readonly issues?: readonly FormIssue[];
  readonly isInvalid: boolean;
  readonly readOnly: boolean;
  readonly describedBy: string | undefined;
}

/** What every input takes as it is from the props of its control. */
export function inputProps({ id, isRequired, isInvalid, readOnly, describedBy }: ControlProps) {
  return { id, required: isRequired, error: isInvalid, readOnly, 'aria-describedby': describedBy };
}
