import { Select, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { panelOwnersQuery } from '../api/panels.ts';
import { NumberField } from '../look/inputs/number-field.tsx';
import { Section } from '../look/page/section.tsx';
import { StorageUsage } from '../panel-parts/storage-usage.tsx';
import * as words from '../texts/common.ts';
import { panelSettings as texts } from '../texts/panels.ts';
import classes from './settings.module.css';
import { nameProblem, panelLimitProblem } from './settings-draft.ts';
import type { SettingsSectionProps } from './use-panel-form.ts';

export function GeneralSection({ form, opened, readOnly }: SettingsSectionProps) {
  const { draft, change } = form;
  const { data: owners } = useQuery({ ...panelOwnersQuery, enabled: !readOnly });
  return (
    <Section title={texts.general} text={texts.generalText}>
      <div className={classes.fields}>
        <TextInput
          label={words.name}
          value={draft.name}
          onChange={event => change({ name: event.currentTarget.value })}
          maxLength={200}
          error={nameProblem(draft.name)}
          readOnly={readOnly}
        />
        <Switch
          label={texts.enabled}
          checked={draft.enabled}
          onChange={event => change({ enabled: event.currentTarget.checked })}
          disabled={readOnly}
        />
        <div>
          <span className="dim">{texts.owner}</span> {opened.owner.name || opened.owner.email}
        </div>
        {!readOnly && (
          <>
            <OwnerSelect
              label={words.organization}
              hint={texts.organizationHint}
              none={words.none}
              known={owners?.organizations}
              value={draft.organization_id}
              onChange={organization_id => change({ organization_id })}
            />
            <OwnerSelect
              label={words.group}
              hint={texts.groupHint}
              none={words.none}
              known={owners?.groups}
              value={draft.group_id}
              onChange={group_id => change({ group_id })}
            />
          </>
        )}
      </div>
    </Section>
  );
}

interface OwnerSelectProps {
  label: string;
  hint: string;
  none: string;
  known: readonly { id: string; name: string }[] | undefined;
  value: string | null;
  onChange(id: string | null): void;
}

/** Nothing is shown to those who could only choose that there is none. */
function OwnerSelect({ label, hint, none, known = [], value, onChange }: OwnerSelectProps) {
  if (known.length === 0 && value === null) return null;
  const isUnknown = value !== null && !known.some(({ id }) => id === value);
  return (
    <Select
      label={label}
      description={hint}
      placeholder={none}
      data={[
        ...known.map(({ id, name }) => ({ value: id, label: name })),
        ...(isUnknown ? [{ value, label: texts.unknownOwner }] : []),
      ]}
      value={value}
      onChange={onChange}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': none }}
    />
  );
}

export function DatabaseSection({ form: { draft, change }, readOnly }: SettingsSectionProps) {
  return (
    <Section title={texts.database} text={texts.databaseText}>
      <Switch
        label={texts.databaseSwitch}
        checked={draft.database}
        onChange={event => change({ database: event.currentTarget.checked })}
        disabled={readOnly}
      />
    </Section>
  );
}

export function StorageSection({ form: { draft, change }, opened, readOnly }: SettingsSectionProps) {
  const { file_storage } = draft;
  const set = (changes: Partial<typeof file_storage>) =>
    change(before => ({ file_storage: { ...before.file_storage, ...changes } }));
  return (
    <Section title={texts.storage} text={texts.storageText}>
      <div className={classes.fields}>
        <Switch
          label={texts.storageSwitch}
          checked={file_storage.enabled}
          onChange={event => set({ enabled: event.currentTarget.checked })}
          disabled={readOnly}
        />
        <NumberField
          label={texts.limit}
          description={texts.limitHint}
          isInteger
          value={file_storage.limit_mb}
          onChange={limit_mb => set({ limit_mb })}
          error={panelLimitProblem(file_storage.limit_mb)}
          readOnly={readOnly}
        />
        <StorageUsage used={opened.size} megabytes={opened.panel.file_storage.limit_mb} />
      </div>
    </Section>
  );
}
