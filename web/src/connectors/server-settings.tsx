import { Switch, TextInput } from '@mantine/core';
import { problemAt } from '../api/field-problems.ts';
import type { Change } from '../forms/form-context.ts';
import { FormSection } from '../look/page/section.tsx';
import * as words from '../texts/common.ts';
import { newConnector, serverPage as texts } from '../texts/connectors.ts';
import { hostsOfUrl, isName } from './access-form.ts';
import { AccessSection } from './access-section.tsx';
import type { ServerForm } from './server-form.ts';

interface ServerSettingsProps {
  form: ServerForm;
  /** Why it was not saved. */
  error: unknown;
  readOnly: boolean;
  onChange(change: Change<ServerForm>): void;
}

export function ServerSettings({ form, error, readOnly, onChange }: ServerSettingsProps) {
  return (
    <>
      <FormSection title={words.settings} text={texts.settingsText}>
        <Switch
          label={words.on}
          description={texts.enabledHint}
          checked={form.enabled}
          disabled={readOnly}
          onChange={event => onChange({ enabled: event.currentTarget.checked })}
        />
        <TextInput
          label={words.title}
          value={form.title}
          maxLength={200}
          required
          readOnly={readOnly}
          onChange={event => onChange({ title: event.currentTarget.value })}
        />
        <TextInput
          label={words.name}
          description={newConnector.nameHint}
          value={form.name}
          maxLength={31}
          required
          readOnly={readOnly}
          error={problemAt(error, 'name') ?? (isName(form.name) ? undefined : newConnector.nameInvalid)}
          onChange={event => onChange({ name: event.currentTarget.value })}
        />
        <TextInput
          label={words.url}
          type="url"
          value={form.url}
          required
          readOnly={readOnly}
          spellCheck={false}
          onChange={event => onChange({ url: event.currentTarget.value })}
        />
      </FormSection>
      <AccessSection
        form={form.access}
        schemes={[]}
        hosts={hostsOfUrl(form.url)}
        readOnly={readOnly}
        isServer
        onUpdate={update => onChange(({ access }) => ({ access: update(access) }))}
      />
    </>
  );
}
