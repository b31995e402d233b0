import { ActionIcon, Autocomplete, Button, Checkbox, NativeSelect, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { groupsQuery, peopleSearchQuery } from '../api/workflows.ts';
import { Icon } from '../look/icons.tsx';
import classes from './share-dialog.module.css';
import {
  isAddress,
  mergeShares,
  newGroupShare,
  newUserShare,
  SCOPES,
  type Share,
  shareKey,
  withScope,
  withWrite,
} from './shares.ts';

interface ShareFieldsProps {
  shares: readonly Share[];
  onChange(shares: readonly Share[]): void;
}

/** Who has access, and what each of them may do. */
export function ShareFields({ shares, onChange }: ShareFieldsProps) {
  const { data: groups = [] } = useQuery(groupsQuery);
  const groupName = (id: string) => groups.find(group => group.id === id)?.name ?? 'A group that you do not belong to';
  const add = (share: Share) => onChange(mergeShares(shares, [share]));
  const replace = (changed: Share) =>
    onChange(shares.map(share => (shareKey(share) === shareKey(changed) ? changed : share)));
  const remove = (removed: Share) => onChange(shares.filter(share => share !== removed));
  return (
    <>
      <AddPerson onAdd={email => add(newUserShare(email))} />
      {groups.length > 0 && (
        <Select
          label="Add a group"
          placeholder="Choose a group"
          data={groups.map(({ id, name }) => ({ value: id, label: name }))}
          value={null}
          onChange={id => id !== null && add(newGroupShare(id))}
          searchable
          mt="sm"
        />
      )}
      <h3 className={classes.heading}>Access</h3>
      {shares.length === 0 && <p className={classes.hint}>Nobody else has access.</p>}
      <ul className={classes.shares}>
        {shares.map(share => (
          <ShareLine
            key={shareKey(share)}
            share={share}
            name={share.kind === 'user' ? share.share.user_email : groupName(share.share.group_id)}
            onChange={replace}
            onRemove={() => remove(share)}
          />
        ))}
      </ul>
    </>
  );
}

function AddPerson({ onAdd }: { onAdd(email: string): void }) {
  const [text, setText] = useState('');
  const [searched] = useDebouncedValue(text, 150);
  const { data: people = [] } = useQuery(peopleSearchQuery(searched));
  const names = new Map(people.map(({ email, name }) => [email, name]));
  const field = useRef<HTMLInputElement>(null);
  // The dialog has no field to focus while it reads who has access.
  useEffect(() => field.current?.focus(), []);

  function submit(email: string) {
    if (!isAddress(email)) return;
    onAdd(email);
    setText('');
  }

  return (
    <form
      className={classes.add}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit(text);
      }}
    >
      <Autocomplete
        ref={field}
        label="Add a person"
        placeholder="Name or e-mail address"
        className={classes.grow}
        value={text}
        onChange={setText}
        data={people.map(({ email }) => email)}
        // The service has searched already, also in names.
        filter={({ options }) => options}
        renderOption={({ option }) => (
          <span className={classes.person}>
            {names.get(option.value)} <span className="dim">{option.value}</span>
          </span>
        )}
        onOptionSubmit={submit}
        autoComplete="off"
        // With nothing typed there is nothing to choose from, and Escape should close the dialog.
        openOnFocus={false}
      />
      <Button type="submit" variant="default" disabled={!isAddress(text)}>
        Add
      </Button>
    </form>
  );
}

interface ShareLineProps {
  share: Share;
  name: string;
  onChange(share: Share): void;
  onRemove(): void;
}

function ShareLine({ share: entry, name, onChange, onRemove }: ShareLineProps) {
  const { share, kind } = entry;
  return (
    <li className={classes.share}>
      <Icon name={kind === 'user' ? 'user' : 'users'} />
      <span className={classes.shareName}>{name}</span>
      {!share.write && (
        <span className={classes.scopes}>
          {SCOPES.map(({ key, label }) => (
            <Checkbox
              key={key}
              size="xs"
              label={label}
              aria-label={`${name} may ${label.toLowerCase()} it`}
              checked={share.scopes[key] === true}
              onChange={event => onChange(withScope(entry, key, event.currentTarget.checked))}
            />
          ))}
        </span>
      )}
      <NativeSelect
        size="xs"
        aria-label={`Access of ${name}`}
        data={[
          { value: 'read', label: 'Can view' },
          { value: 'write', label: 'Can edit' },
        ]}
        value={share.write ? 'write' : 'read'}
        onChange={event => onChange(withWrite(entry, event.currentTarget.value === 'write'))}
      />
      <ActionIcon size="md" aria-label={`Remove ${name}`} onClick={onRemove}>
        <Icon name="x" />
      </ActionIcon>
    </li>
  );
}
