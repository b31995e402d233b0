import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { problemAt } from '../api/field-problems.ts';
import { FormSection } from '../look/page/section.tsx';
import * as words from '../texts/common.ts';
import { newConnector as texts } from '../texts/connectors.ts';
import { isName } from './access-form.ts';

interface NameSectionProps {
  form: { name: string; title: string };
  /** Why it was not made. */
  error: unknown;
  onChange(changes: { name: string } | { title: string }): void;
  children?: ReactNode;
}

/** What the connector is called, for people and for steps. */
export function NameSection({ form: { name, title }, error, onChange, children }: NameSectionProps) {
  return (
    <FormSection title={words.whatItIs} text={texts.aboutText}>
      {children}
      <TextInput
        label={words.name}
        description={texts.nameHint}
        value={name}
        required
        maxLength={32}
        autoComplete="off"
        spellCheck={false}
        error={problemAt(error, 'name') ?? (name === '' || isName(name) ? undefined : texts.nameInvalid)}
        onChange={event => onChange({ name: event.currentTarget.value })}
      />
      <TextInput
        label={words.title}
        description={texts.titleHint}
        value={title}
        maxLength={200}
        autoComplete="off"
        onChange={event => onChange({ title: event.currentTarget.value })}
      />
    </FormSection>
  );
}
