import { TextInput } from '@mantine/core';
import { type ControlProps, inputProps } from '../form-context.ts';

/** The types of native inputs for formats of JSON Schema, and for widgets. */
const INPUT_TYPES: Readonly<Record<string, string>> = {
  date: 'date',
  'date-time': 'datetime-local',
  time: 'time',
  email: 'email',
  uri: 'url',
  password: 'password',
};

export function TextControl(props: ControlProps) {
  const { schema, value, onChange } = props;
  const text = value === undefined || value === null ? '' : String(value);
  return (
    <TextInput
      {...inputProps(props)}
      value={text}
      type={INPUT_TYPES[schema.format ?? schema['x-widget'] ?? ''] ?? 'text'}
      placeholder={typeof schema.default === 'string' ? schema.default : ''}
      autoComplete="off"
      spellCheck={false}
      onChange={event => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
    />
  );
}
