import { Switch, TextInput } from '@mantine/core';
import { problemAt } from '../api/field-problems.ts';
import { Section } from '../connection-parts/section.tsx';
import type { Update } from '../forms/form-context.ts';
import { newConnector, serverPage as texts } from '../texts/connectors.ts';
import { type AccessForm, hostsOfUrl, isName } from './access-form.ts';
import { AccessSection } from './access-section.tsx';
import type { ServerForm } from './server-form.ts';

interface ServerSettingsProps {
  form: ServerForm;
  /** Why it was not saved. */
  error: unknown;
  readOnly: boolean;
  onChange(changes: Partial<ServerForm>): void;
  onAccess(update: Update<AccessForm>): void;
}

export function ServerSettings({ form, error, readOnly, onChange, onAccess }: ServerSettingsProps) {
  return (
    <>
      <Section title={texts.settings} text={texts.settingsText}>
        <Switch
          label={texts.enabled}
          description={texts.enabledHint}
          checked={form.enabled}
          disabled={readOnly}
          onChange={event => onChange({ enabled: event.currentTarget.checked })}
        />
        <TextInput
          label={texts.title}
          value={form.title}
          maxLength={200}
          required
          readOnly={readOnly}
          onChange={event => onChange({ title: event.currentTarget.value })}
        />
        <TextInput
          label={texts.name}
          description={newConnector.nameHint}
          value={form.name}
          maxLength={31}
          required
          readOnly={readOnly}
          error={problemAt(error, 'name') ?? (isName(form.name) ? undefined : newConnector.nameInvalid)}
          onChange={event => onChange({ name: event.currentTarget.value })}
        />
        <TextInput
          label={texts.url}
          type="url"
          value={form.url}
          required
          readOnly={readOnly}
          spellCheck={false}
          onChange={event => onChange({ url: event.currentTarget.value })}
        />
      </Section>
      <AccessSection
        form={form.access}
        schemes={[]}
        hosts={hostsOfUrl(form.url)}
        readOnly={readOnly}
        isServer
        onUpdate={onAccess}
      />
    </>
  );
}
