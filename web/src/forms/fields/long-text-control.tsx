import { Textarea } from '@mantine/core';
import type { ControlProps } from '../form-context.ts';

export function LongTextControl(props: ControlProps) {
  const { id, schema, value, onChange, isRequired, isInvalid, readOnly, describedBy } = props;
  return (
    <Textarea
      id={id}
      value={value === undefined || value === null ? '' : String(value)}
      placeholder={typeof schema.default === 'string' ? schema.default : ''}
      autosize
      minRows={3}
      maxRows={14}
      required={isRequired}
      error={isInvalid}
      readOnly={readOnly}
      aria-describedby={describedBy}
      onChange={event => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
    />
  );
}
