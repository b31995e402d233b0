import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';

interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** A text is something that somebody typed and that is not a number. */
  value: number | string | undefined;
  isInteger?: boolean;
  onChange(value: number | string | undefined): void;
}

/** A field for numbers in which nothing that is typed changes by itself. */
export function NumberField({ value, isInteger = false, onChange, ...props }: NumberFieldProps) {
  const [typed, setTyped] = useState('');
  // What was typed says more than its value, such as `1.` and `0.50` on the way to a longer number.
  const text = readNumber(typed) === value ? typed : String(value ?? '');
  return (
    <TextInput
      {...props}
      inputMode={isInteger ? 'numeric' : 'decimal'}
      value={text}
      onChange={event => {
        setTyped(event.currentTarget.value);
        onChange(readNumber(event.currentTarget.value));
      }}
    />
  );
}

function readNumber(text: string): number | string | undefined {
  if (text.trim() === '') return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}
