import { NumberField } from '../../look/inputs/number-field.tsx';
import { type ControlProps, inputProps } from '../form-context.ts';
import { allowedTypes } from '../json-schema.ts';

/** Limits are hints here: the service says what is wrong, and nothing that was typed changes by itself. */
export function NumberControl(props: ControlProps) {
  const { schema, value, onChange } = props;
  return (
    <NumberField
      {...inputProps(props)}
      value={typeof value === 'number' || typeof value === 'string' ? value : undefined}
      placeholder={typeof schema.default === 'number' ? String(schema.default) : ''}
      isInteger={allowedTypes(schema).includes('integer')}
      onChange={onChange}
    />
  );
}
