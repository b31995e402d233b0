import { TextInput } from '@mantine/core';
import type { ControlProps } from '../form-context.ts';

/** The types of native inputs for formats of JSON Schema. */
const INPUT_TYPES: Readonly<Record<string, string>> = {
  date: 'date',
  'date-time': 'datetime-local',
  time: 'time',
  email: 'email',
  uri: 'url',
  password: 'password',
};

export function TextControl({
  id,
  schema,
  value,
  onChange,
  isRequired,
  isInvalid,
  readOnly,
  describedBy,
}: ControlProps) {
  const text = value === undefined || value === null ? '' : String(value);
  return (
    <TextInput
      id={id}
      value={text}
      type={INPUT_TYPES[schema.format ?? ''] ?? 'text'}
      placeholder={typeof schema.default === 'string' ? schema.default : ''}
      required={isRequired}
      error={isInvalid}
      readOnly={readOnly}
      aria-describedby={describedBy}
      autoComplete="off"
      spellCheck={false}
      onChange={event => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
    />
  );
}
