import { NumberInput } from '@mantine/core';
import type { ControlProps } from '../form-context.ts';
import { allowedTypes } from '../json-schema.ts';

/** Limits are hints here: the service says what is wrong, and nothing that was typed changes by itself. */
export function NumberControl({
  id,
  schema,
  value,
  onChange,
  isRequired,
  isInvalid,
  readOnly,
  describedBy,
}: ControlProps) {
  return (
    <NumberInput
      id={id}
      value={typeof value === 'number' || typeof value === 'string' ? value : ''}
      placeholder={typeof schema.default === 'number' ? String(schema.default) : ''}
      allowDecimal={!allowedTypes(schema).includes('integer')}
      clampBehavior="none"
      required={isRequired}
      error={isInvalid}
      readOnly={readOnly}
      hideControls={readOnly}
      aria-describedby={describedBy}
      onChange={next => onChange(next === '' ? undefined : next)}
    />
  );
}
