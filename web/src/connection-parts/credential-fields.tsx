/** The fields of a credential, made from what its kind says about them. */
import { PasswordInput, Select, Textarea, TextInput } from '@mantine/core';
import type { CredentialField } from '../api/credentials.ts';
import { problemAt } from '../api/field-problems.ts';
import { TagsInput } from '../look/inputs/tags-input.tsx';
import { credentialFields as texts } from '../texts/credentials.ts';
import classes from './credential-fields.module.css';
import { type FieldValues, valueProblem } from './field-values.ts';

interface CredentialFieldsProps {
  fields: readonly CredentialField[];
  values: FieldValues;
  /** Gets only what has changed. */
  onChange(changes: FieldValues): void;
  /** Why they were not saved, which may be about one of them. */
  error?: unknown;
  /** What an empty secret means, such as that the present one stays. */
  secretPlaceholder?: string;
  /** Whether an empty secret is fine although its kind requires it, as when the present one stays. */
  keepsSecrets?: boolean;
  readOnly?: boolean;
  /** Whether the first field is focused, as in a dialog. */
  autoFocus?: boolean;
}

export function CredentialFields(props: CredentialFieldsProps) {
  const { fields, values, onChange, error, keepsSecrets = false, autoFocus = false } = props;
  return (
    <>
      {fields.map((field, index) => (
        <OneField
          key={field.name}
          field={field}
          value={values[field.name] ?? (field.type === 'list' ? [] : '')}
          isRequired={field.required && !(field.secret && keepsSecrets)}
          problem={problemAt(error, 'fields', field.name) ?? valueProblem(field, values[field.name])}
          secretPlaceholder={props.secretPlaceholder}
          readOnly={props.readOnly ?? false}
          autoFocus={autoFocus && index === 0}
          onChange={value => onChange({ [field.name]: value })}
        />
      ))}
    </>
  );
}

interface OneFieldProps {
  field: CredentialField;
  value: string | readonly string[];
  isRequired: boolean;
  problem: string | undefined;
  secretPlaceholder: string | undefined;
  readOnly: boolean;
  autoFocus: boolean;
  onChange(value: string | readonly string[]): void;
}

function OneField({
  field,
  value,
  isRequired,
  problem,
  secretPlaceholder,
  readOnly,
  autoFocus,
  onChange,
}: OneFieldProps) {
  const { title, description, type, secret, choices = [] } = field;
  const common = {
    label: title,
    description: description || undefined,
    error: problem,
    required: isRequired,
    readOnly,
    'data-autofocus': autoFocus || undefined,
  };
  if (type === 'list') {
    return (
      <TagsInput
        {...common}
        required={false}
        withAsterisk={isRequired}
        value={typeof value === 'string' ? [] : [...value]}
        splitChars={[',', ' ']}
        acceptValueOnBlur
        onChange={onChange}
      />
    );
  }
  const text = typeof value === 'string' ? value : '';
  if (type === 'choice') {
    return (
      <Select
        {...common}
        data={choices}
        value={text === '' ? null : text}
        clearable={!isRequired && !readOnly}
        clearButtonProps={{ 'aria-label': texts.clear(title) }}
        onChange={next => onChange(next ?? '')}
      />
    );
  }
  const isLong = type === 'long_text' || type === 'json';
  if (secret && !isLong) {
    return (
      <PasswordInput
        {...common}
        value={text}
        placeholder={secretPlaceholder}
        // Browsers must neither offer the user's own password here nor keep this one.
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': texts.show(title) }}
        onChange={event => onChange(event.currentTarget.value)}
      />
    );
  }
  if (isLong) {
    return (
      <Textarea
        {...common}
        value={text}
        placeholder={secret ? secretPlaceholder : undefined}
        autosize
        minRows={3}
        maxRows={12}
        spellCheck={false}
        autoComplete="off"
        classNames={{ input: secret ? classes.masked : 'font-mono' }}
        onChange={event => onChange(event.currentTarget.value)}
      />
    );
  }
  return (
    <TextInput
      {...common}
      value={text}
      inputMode={type === 'number' ? 'decimal' : 'text'}
      autoComplete="off"
      spellCheck={false}
      onChange={event => onChange(event.currentTarget.value)}
    />
  );
}
