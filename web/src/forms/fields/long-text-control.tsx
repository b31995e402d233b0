import { Textarea } from '@mantine/core';
import { type ControlProps, inputProps } from '../form-context.ts';

export function LongTextControl(props: ControlProps) {
  const { schema, value, onChange } = props;
  return (
    <Textarea
      {...inputProps(props)}
      value={value === undefined || value === null ? '' : String(value)}
      placeholder={typeof schema.default === 'string' ? schema.default : ''}
      autosize
      minRows={3}
      maxRows={14}
      onChange={event => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
    />
  );
}
