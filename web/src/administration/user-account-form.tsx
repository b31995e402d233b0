import { Button, Checkbox, TextInput } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { User } from '../api/administration.ts';
import { Problem } from '../look/states/problem.tsx';
import { useAction } from '../look/use-action.ts';
import { userPanel as texts } from '../texts/administration.ts';
import * as words from '../texts/common.ts';
import classes from './administration.module.css';
import { PermissionSelect } from './permission-select.tsx';

type Fields = Pick<User, 'name' | 'email' | 'admin'> & { workflow: User['permissions']['workflow'] };
type Changes = Partial<Pick<User, 'name' | 'email' | 'admin' | 'permissions'>>;

interface AccountFormProps {
  user: User;
  changed: readonly QueryKey[];
  onSave(changes: Changes): Promise<unknown>;
}

/** Keeps only what was typed, so that what others change meanwhile is shown and not sent back. */
export function AccountForm({ user, changed, onSave }: AccountFormProps) {
  const [typed, setTyped] = useState<Partial<Fields>>({});
  const { isBusy, problem, perform } = useAction({ changes: changed });
  const { name, email, admin } = user;
  const fields: Fields = { name, email, admin, workflow: user.permissions.workflow, ...typed };
  const changes: Changes = {
    ...(fields.name.trim() !== name && { name: fields.name.trim() }),
    ...(fields.email.trim() !== email && { email: fields.email.trim() }),
    ...(fields.admin !== admin && { admin: fields.admin }),
    ...(fields.workflow !== user.permissions.workflow && { permissions: { workflow: fields.workflow } }),
  };
  const set = (change: Partial<Fields>) => setTyped(before => ({ ...before, ...change }));

  async function save(event: FormEvent) {
    event.preventDefault();
    if (await perform(() => onSave(changes), texts.saved)) setTyped({});
  }

  return (
    <form className={classes.fields} onSubmit={save}>
      <TextInput
        label={words.name}
        value={fields.name}
        onChange={event => set({ name: event.currentTarget.value })}
        maxLength={200}
        required
        withAsterisk={false}
      />
      <TextInput
        type="email"
        label={words.eMailAddress}
        value={fields.email}
        onChange={event => set({ email: event.currentTarget.value })}
        maxLength={254}
        required
        withAsterisk={false}
      />
      <PermissionSelect value={fields.workflow} onChange={workflow => set({ workflow })} />
      <Checkbox
        label={words.administrator}
        description={texts.administratorHint}
        checked={fields.admin}
        onChange={event => set({ admin: event.currentTarget.checked })}
      />
      <Problem>{problem}</Problem>
      <Button type="submit" variant="default" loading={isBusy} disabled={Object.keys(changes).length === 0}>
        {words.save}
      </Button>
    </form>
  );
}
