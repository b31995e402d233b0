import { Select, TextInput } from '@mantine/core';
import type { ConnectorDetails } from '../api/connectors.ts';
import { problemAt } from '../api/field-problems.ts';
import type { Change } from '../forms/form-context.ts';
import { NumberField } from '../look/inputs/number-field.tsx';
import { TagsInput } from '../look/inputs/tags-input.tsx';
import { FormSection } from '../look/page/section.tsx';
import * as words from '../texts/common.ts';
import { connectorPage as texts } from '../texts/connectors.ts';
import { hostsOfUrl } from './access-form.ts';
import { AccessSection } from './access-section.tsx';
import type { ConnectorForm, PagingForm } from './connector-form.ts';
import classes from './connector-page.module.css';

interface ConnectorSettingsProps {
  connector: ConnectorDetails;
  form: ConnectorForm;
  /** Why it was not saved. */
  error: unknown;
  readOnly: boolean;
  onChange(change: Change<ConnectorForm>): void;
}

export function ConnectorSettings({ connector, form, error, readOnly, onChange }: ConnectorSettingsProps) {
  return (
    <>
      <FormSection title={words.settings} text={texts.settingsText}>
        <TextInput
          label={words.title}
          value={form.title}
          maxLength={200}
          required
          readOnly={readOnly}
          onChange={event => onChange({ title: event.currentTarget.value })}
        />
        <TextInput
          label={words.baseUrl}
          type="url"
          value={form.baseUrl}
          required
          readOnly={readOnly}
          error={problemAt(error, 'base_url')}
          spellCheck={false}
          onChange={event => onChange({ baseUrl: event.currentTarget.value })}
        />
        <TagsInput
          label={texts.allowedHosts}
          description={texts.allowedHostsHint}
          value={[...form.allowedHosts]}
          readOnly={readOnly}
          error={problemAt(error, 'allowed_hosts')}
          spellCheck={false}
          acceptValueOnBlur
          onChange={hosts => onChange({ allowedHosts: hosts.map(host => host.trim().toLowerCase()) })}
        />
      </FormSection>
      <AccessSection
        form={form.access}
        schemes={[]}
        hosts={hostsOfUrl(connector.base_url)}
        readOnly={readOnly}
        onUpdate={update => onChange(({ access }) => ({ access: update(access) }))}
      />
      <FormSection title={texts.rate} text={texts.rateText}>
        <div className={classes.pair}>
          <NumberField
            label={words.calls}
            isInteger
            value={form.calls}
            readOnly={readOnly}
            onChange={calls => onChange({ calls })}
          />
          <NumberField
            label={texts.seconds}
            value={form.seconds}
            readOnly={readOnly}
            onChange={seconds => onChange({ seconds })}
          />
        </div>
      </FormSection>
      <FormSection title={words.paging} text={texts.paginationText}>
        <PagingFields
          paging={form.paging}
          readOnly={readOnly}
          onChange={changes => onChange(({ paging }) => ({ paging: { ...paging, ...changes } }))}
        />
      </FormSection>
    </>
  );
}

interface PagingFieldsProps {
  paging: PagingForm;
  readOnly: boolean;
  onChange(changes: Partial<PagingForm>): void;
}

const KINDS = ['none', 'link', 'cursor', 'page', 'offset'] as const;

function PagingFields({ paging, readOnly, onChange }: PagingFieldsProps) {
  const { kind } = paging;
  return (
    <>
      <Select
        label={texts.pagingKind}
        data={KINDS.map(value => ({ value, label: texts.kinds[value] }))}
        value={kind}
        allowDeselect={false}
        readOnly={readOnly}
        onChange={value => onChange({ kind: KINDS.find(each => each === value) ?? 'none' })}
      />
      {(kind === 'cursor' || kind === 'page' || kind === 'offset') && (
        <TextInput
          label={texts.param}
          value={paging.param}
          readOnly={readOnly}
          spellCheck={false}
          onChange={event => onChange({ param: event.currentTarget.value })}
        />
      )}
      {kind === 'cursor' && (
        <TextInput
          label={texts.next}
          value={paging.next}
          readOnly={readOnly}
          spellCheck={false}
          onChange={event => onChange({ next: event.currentTarget.value })}
        />
      )}
      {kind === 'page' && (
        <Select
          label={texts.first}
          data={['0', '1']}
          value={paging.first}
          allowDeselect={false}
          readOnly={readOnly}
          onChange={first => onChange({ first: first ?? '1' })}
        />
      )}
      {(kind === 'page' || kind === 'offset') && (
        <TextInput
          label={texts.items}
          description={texts.itemsHint}
          value={paging.items}
          readOnly={readOnly}
          spellCheck={false}
          onChange={event => onChange({ items: event.currentTarget.value })}
        />
      )}
    </>
  );
}
