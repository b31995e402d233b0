import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { problemAt } from '../api/field-problems.ts';
import { FormSection } from '../look/section.tsx';
import { newConnector as texts } from '../texts/connectors.ts';
import { isName } from './access-form.ts';

interface NameSectionProps {
  name: string;
  title: string;
  /** Why it was not made. */
  error: unknown;
  onName(name: string): void;
  onTitle(title: string): void;
  children?: ReactNode;
}

/** What the connector is called, for people and for steps. */
export function NameSection({ name, title, error, onName, onTitle, children }: NameSectionProps) {
  return (
    <FormSection title={texts.about} text={texts.aboutText}>
      {children}
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        value={name}
        required
        maxLength={32}
        autoComplete="off"
        spellCheck={false}
        error={problemAt(error, 'name') ?? (name === '' || isName(name) ? undefined : texts.nameInvalid)}
        onChange={event => onName(event.currentTarget.value)}
      />
      <TextInput
        label={texts.displayTitle}
        description={texts.titleHint}
        value={title}
        maxLength={200}
        autoComplete="off"
        onChange={event => onTitle(event.currentTarget.value)}
      />
    </FormSection>
  );
}
