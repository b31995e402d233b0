import { NumberField } from '../../look/number-field.tsx';
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
    <NumberField
      id={id}
      value={typeof value === 'number' || typeof value === 'string' ? value : undefined}
      placeholder={typeof schema.default === 'number' ? String(schema.default) : ''}
      isInteger={allowedTypes(schema).includes('integer')}
      required={isRequired}
      error={isInvalid}
      readOnly={readOnly}
      aria-describedby={describedBy}
      onChange={onChange}
    />
  );
}
