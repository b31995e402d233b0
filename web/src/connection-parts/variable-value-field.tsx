import { Input, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import type { VariableType } from '../../../src/variables/schemas.ts';
import { valueField as texts } from '../texts/variables.ts';
import { retype } from './variable-values.ts';

interface VariableValueFieldProps {
  type: VariableType;
  /** The name of the field, which is shown unless it is hidden. */
  label: string;
  isLabelHidden?: boolean;
  typed: string;
  problem?: string | undefined;
  readOnly?: boolean;
  autoFocus?: boolean;
  onChange(typed: string): void;
}

/** The value of a variable, as its type needs it. */
export function VariableValueField(props: VariableValueFieldProps) {
  const { type, label, isLabelHidden = false, typed, problem, readOnly = false, autoFocus = false, onChange } = props;
  if (type === 'boolean') {
    const choice = (
      <SegmentedControl
        aria-label={label}
        data={[
          { value: 'true', label: texts.yes },
          { value: 'false', label: texts.no },
        ]}
        value={retype('boolean', typed)}
        readOnly={readOnly}
        onChange={onChange}
      />
    );
    if (isLabelHidden) return choice;
    return (
      <Input.Wrapper label={label} labelElement="div">
        <div>{choice}</div>
      </Input.Wrapper>
    );
  }
  const common = {
    ...(isLabelHidden ? { 'aria-label': label } : { label }),
    value: typed,
    error: problem,
    readOnly,
    spellCheck: false,
    autoComplete: 'off',
    'data-autofocus': autoFocus || undefined,
    autoFocus,
  };
  if (type === 'number') {
    return <TextInput {...common} inputMode="decimal" onChange={event => onChange(event.currentTarget.value)} />;
  }
  return (
    <Textarea
      {...common}
      autosize
      minRows={type === 'json' ? 4 : 1}
      maxRows={14}
      classNames={{ input: 'font-mono' }}
      onChange={event => onChange(event.currentTarget.value)}
    />
  );
}
