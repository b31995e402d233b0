/** The fields of a form or of an input, edited as a list. As JSON, everything can be changed. */

import { Checkbox, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { IconButton } from '../../look/inputs/icon-button.tsx';
import { TagsInput } from '../../look/inputs/tags-input.tsx';
import * as words from '../../texts/forms.ts';
import classes from '../field.module.css';
import type { ControlProps } from '../form-context.ts';
import { changeRow, removeRow } from '../rows.ts';
import {
  addSchemaField,
  fieldNameProblem,
  KIND_LABELS,
  readSchemaFields,
  SCHEMA_ROWS,
  type SchemaField,
  type SchemaFieldKind,
} from '../schema-fields.ts';
import { useRows } from '../use-rows.ts';
import { AddButton } from './add-button.tsx';
import modes from './json-control.module.css';
import { JsonControl } from './json-control.tsx';

const FORM_KINDS: readonly SchemaFieldKind[] = ['text', 'long text', 'number', 'integer', 'boolean', 'choice', 'file'];
const ALL_KINDS: readonly SchemaFieldKind[] = [...FORM_KINDS, 'list', 'any'];

export function SchemaControl(props: ControlProps) {
  const { label, value, texts, readOnly } = props;
  const [shown, setShown] = useState<'fields' | 'json'>('fields');
  const isReadable = readSchemaFields(value) !== undefined;
  const isJson = shown === 'json' || !isReadable;
  return (
    <div>
      {isReadable && (
        <SegmentedControl
          className={modes.modes}
          size="xs"
          aria-label={words.howWritten(label)}
          value={isJson ? 'json' : 'fields'}
          onChange={next => setShown(next === 'json' ? 'json' : 'fields')}
          data={[
            { value: 'fields', label: words.fields },
            { value: 'json', label: 'JSON' },
          ]}
        />
      )}
      {isJson ? (
        <JsonControl {...props} />
      ) : (
        <SchemaFields {...props} kinds={texts === 'form schema' ? FORM_KINDS : ALL_KINDS} readOnly={readOnly} />
      )}
    </div>
  );
}

function SchemaFields({ readOnly, kinds, ...props }: ControlProps & { kinds: readonly SchemaFieldKind[] }) {
  const [fields, change] = useRows(props, SCHEMA_ROWS);
  return (
    <div className="column gap-8 min-w-0">
      {fields.map((field, index) => (
        <SchemaFieldRow
          key={field.id}
          field={field}
          number={index + 1}
          kinds={kinds.includes(field.kind) ? kinds : [...kinds, field.kind]}
          problem={fieldNameProblem(fields, field)}
          readOnly={readOnly}
          onChange={part => change(before => changeRow(before, field.id, () => part))}
          onRemove={() => change(before => removeRow(before, field.id))}
        />
      ))}
      {!readOnly && <AddButton label={words.addField} onClick={() => change(addSchemaField)} />}
    </div>
  );
}

interface SchemaFieldRowProps {
  readonly field: SchemaField;
  readonly number: number;
  readonly kinds: readonly SchemaFieldKind[];
  readonly problem: string | undefined;
  readonly readOnly: boolean;
  onChange(part: Partial<SchemaField>): void;
  onRemove(): void;
}

function SchemaFieldRow({ field, number, kinds, problem, readOnly, onChange, onRemove }: SchemaFieldRowProps) {
  const name = field.name || words.field(number);
  return (
    <fieldset className={classes.nested} aria-label={words.fieldTitle(number)}>
      <div className={classes.pair}>
        <TextInput
          aria-label={words.nameField(number)}
          placeholder={words.nameLabel}
          value={field.name}
          error={problem}
          readOnly={readOnly}
          autoComplete="off"
          spellCheck={false}
          onChange={event => onChange({ name: event.currentTarget.value })}
        />
        <Select
          aria-label={words.kind(name)}
          data={kinds.map(kind => ({ value: kind, label: KIND_LABELS[kind] }))}
          value={field.kind}
          allowDeselect={false}
          readOnly={readOnly}
          onChange={kind => onChange({ kind: kinds.find(each => each === kind) ?? field.kind })}
        />
        {readOnly ? <span /> : <IconButton icon="x" label={words.remove(name)} onClick={onRemove} />}
      </div>
      {field.kind === 'choice' && (
        <TagsInput
          aria-label={words.choices(name)}
          placeholder={field.choices.length === 0 ? words.choicesLabel : ''}
          value={[...field.choices]}
          readOnly={readOnly}
          acceptValueOnBlur
          onChange={choices => onChange({ choices })}
        />
      )}
      <div className={classes.inline}>
        <TextInput
          className="grow"
          aria-label={words.description(name)}
          placeholder={words.descriptionLabel}
          value={field.description}
          readOnly={readOnly}
          onChange={event => onChange({ description: event.currentTarget.value })}
        />
        <Checkbox
          mt={8}
          label={words.required}
          aria-label={words.requiredField(name)}
          checked={field.isRequired}
          disabled={readOnly}
          onChange={event => onChange({ isRequired: event.currentTarget.checked })}
        />
      </div>
    </fieldset>
  );
}
