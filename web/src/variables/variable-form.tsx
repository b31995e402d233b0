/** The fields of a variable, new or not. */

import { Button, Group, SegmentedControl, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { panelOwnersQuery } from '../api/panels.ts';
import {
  createVariable,
  updateVariable,
  VARIABLES,
  type VariableDetails,
  type VariableType,
} from '../api/variables.ts';
import { VariableValueField } from '../connection-parts/variable-value-field.tsx';
import { readTyped, retype, toTyped, VARIABLE_TYPES } from '../connection-parts/variable-values.ts';
import { showNotice } from '../look/states/notices.tsx';
import { Problem } from '../look/states/problem.tsx';
import { useAction } from '../look/use-action.ts';
import * as words from '../texts/common.ts';
import { variableDialog as texts, variables } from '../texts/variables.ts';

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const ME = 'me';

interface VariableFormProps {
  /** Undefined for a new one. */
  variable?: VariableDetails;
  /** The organization to which a new one belongs unless another owner is chosen. */
  owner?: string | undefined;
  /** What else can be done, at the left of the buttons. */
  actions?: ReactNode;
  onClose(): void;
}

export function VariableForm({ variable: latest, owner, actions, onClose }: VariableFormProps) {
  // What is saved is based on what was shown, also when it is read again meanwhile.
  const [variable] = useState(latest);
  const [name, setName] = useState(variable?.name ?? '');
  const [type, setType] = useState<VariableType>(variable?.type ?? 'text');
  const [typed, setTyped] = useState(variable ? toTyped(variable.type, variable.value) : '');
  const [description, setDescription] = useState(variable?.description ?? '');
  const [organization, setOrganization] = useState(owner ?? ME);
  const { isBusy, problem, perform } = useAction({ changes: [VARIABLES] });
  const readOnly = variable?.permissions.write === false;
  const read = readTyped(type, typed);
  const isNamed = NAME.test(name);

  async function send() {
    if (!('value' in read)) throw new Error(read.problem);
    const fields = { name, type, value: read.value, description };
    if (variable) return updateVariable({ id: variable.id, if_updated: variable.updated.timestamp, ...fields });
    return createVariable({ ...fields, ...(organization !== ME && { organization_id: organization }) });
  }

  async function save() {
    const saved = await send();
    if (saved.warning !== null) showNotice({ message: saved.warning, failed: true });
    if (variable && saved.workflows.length > 0) {
      const names = saved.workflows.map(each => each.name);
      showNotice({ message: texts.oldName(variable.name, names), failed: true });
    }
    onClose();
    return saved;
  }

  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        void perform(save, saved => (variable ? texts.saved : texts.created(saved.name)));
      }}
    >
      <Stack gap="md">
        <TextInput
          label={words.name}
          description={texts.nameHint(isNamed ? name : '')}
          error={name !== '' && !isNamed && texts.nameProblem}
          value={name}
          maxLength={64}
          readOnly={readOnly}
          spellCheck={false}
          autoComplete="off"
          data-autofocus={variable === undefined || undefined}
          onChange={event => setName(event.currentTarget.value)}
        />
        {!variable && <OrganizationField value={organization} onChange={setOrganization} />}
        <SegmentedControl
          aria-label={words.type}
          fullWidth
          data={VARIABLE_TYPES.map(each => ({ value: each, label: variables.types[each] }))}
          value={type}
          readOnly={readOnly}
          onChange={next => {
            setType(next);
            setTyped(retype(next, typed));
          }}
        />
        <VariableValueField
          type={type}
          label={words.value}
          typed={typed}
          problem={'problem' in read && typed !== '' ? read.problem : undefined}
          readOnly={readOnly}
          onChange={setTyped}
        />
        <Textarea
          label={words.description}
          placeholder={texts.descriptionHint}
          value={description}
          maxLength={10_000}
          autosize
          minRows={1}
          maxRows={6}
          readOnly={readOnly}
          onChange={event => setDescription(event.currentTarget.value)}
        />
        <Text size="sm" c="var(--dim)">
          {readOnly ? texts.readOnly : texts.notSecret}
        </Text>
        <Problem>{problem}</Problem>
        {!readOnly && (
          <Group justify="space-between" gap="xs">
            <div>{actions}</div>
            <Group gap="xs">
              <Button variant="default" onClick={onClose}>
                {words.cancel}
              </Button>
              <Button type="submit" loading={isBusy} disabled={!isNamed || !('value' in read)}>
                {variable ? words.save : words.create}
              </Button>
            </Group>
          </Group>
        )}
      </Stack>
    </form>
  );
}

/** Is not shown to those who can choose nobody but themselves. */
function OrganizationField({ value, onChange }: { value: string; onChange(value: string): void }) {
  const { data } = useQuery(panelOwnersQuery);
  const organizations = data?.organizations ?? [];
  if (organizations.length === 0) return null;
  return (
    <Select
      label={words.owner}
      description={texts.ownerHint}
      data={[{ value: ME, label: texts.me }, ...organizations.map(({ id, name }) => ({ value: id, label: name }))]}
      value={value}
      allowDeselect={false}
      searchable={organizations.length > 8}
      onChange={choice => onChange(choice ?? ME)}
    />
  );
}
