import { Checkbox } from '@mantine/core';
import type { ControlProps } from '../form-context.ts';

export function BooleanControl(props: ControlProps) {
  const { id, label, schema, value, onChange, isRequired, readOnly, describedBy } = props;
  const isOn = typeof value === 'boolean' ? value : schema.default === true;
  return (
    <Checkbox
      id={id}
      label={label}
      checked={isOn}
      disabled={readOnly}
      aria-describedby={describedBy}
      onChange={event => {
        const next = event.currentTarget.checked;
        // What is the default needs no param, unless the schema asks for one.
        onChange(next === schema.default && !isRequired ? undefined : next);
      }}
    />
  );
}
