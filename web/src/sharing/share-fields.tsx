import { Autocomplete, Button, NativeSelect, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { groupsQuery, peopleSearchQuery } from '../api/people.ts';
import { Icon } from '../look/icons.tsx';
import { IconButton } from '../look/inputs/icon-button.tsx';
import * as words from '../texts/common.ts';
import { sharing as texts } from '../texts/sharing.ts';
import classes from './share-fields.module.css';
import { isAddress, mergeShares, newGroupShare, newUserShare, type Share, shareKey, withWrite } from './shares.ts';

interface ShareFieldsProps<Extra extends object> {
  shares: readonly Share<Extra>[];
  /** What a new share has beside its right. */
  extra: Extra;
  onChange(shares: readonly Share<Extra>[]): void;
  /** More fields of a line, such as scopes. */
  renderExtra?(share: Share<Extra>, name: string, onChange: (share: Share<Extra>) => void): ReactNode;
  /** What the two rights are called here. */
  levels?: { read: string; write: string };
  /** Whether the field for people is focused when it appears, as in a dialog. */
  autoFocus?: boolean;
  readOnly?: boolean;
  /** Of the list; a page that has a heading of its own hides it. */
  heading?: boolean;
}

/** Who has access, and what each of them may do. */
export function ShareFields<Extra extends object>(props: ShareFieldsProps<Extra>) {
  const { shares, extra, onChange, renderExtra, levels, readOnly = false, heading = true } = props;
  const { data: groups = [] } = useQuery(groupsQuery);
  const groupName = (id: string) => groups.find(group => group.id === id)?.name ?? texts.unknownGroup;
  const add = (share: Share<Extra>) => onChange(mergeShares(shares, [share]));
  const replace = (changed: Share<Extra>) =>
    onChange(shares.map(share => (shareKey(share) === shareKey(changed) ? changed : share)));
  const remove = (removed: Share<Extra>) => onChange(shares.filter(share => share !== removed));
  return (
    <>
      {!readOnly && <AddPerson autoFocus={props.autoFocus ?? false} onAdd={email => add(newUserShare(email, extra))} />}
      {!readOnly && groups.length > 0 && (
        <Select
          label={texts.addGroup}
          placeholder={texts.chooseGroup}
          data={groups.map(({ id, name }) => ({ value: id, label: name }))}
          value={null}
          onChange={id => id !== null && add(newGroupShare(id, extra))}
          searchable
          mt="sm"
        />
      )}
      {heading && <h3 className={classes.heading}>{texts.access}</h3>}
      {shares.length === 0 && <p className={classes.hint}>{texts.nobody}</p>}
      <ul className={classes.shares}>
        {shares.map(share => {
          const name = share.kind === 'user' ? share.share.user_email : groupName(share.share.group_id);
          return (
            <ShareLine
              key={shareKey(share)}
              share={share}
              name={name}
              levels={levels ?? { read: texts.canView, write: texts.canEdit }}
              readOnly={readOnly}
              onChange={replace}
              onRemove={() => remove(share)}
            >
              {renderExtra?.(share, name, replace)}
            </ShareLine>
          );
        })}
      </ul>
    </>
  );
}

function AddPerson({ autoFocus, onAdd }: { autoFocus: boolean; onAdd(email: string): void }) {
  const [text, setText] = useState('');
  const [searched] = useDebouncedValue(text, 150);
  const { data: people = [] } = useQuery(peopleSearchQuery(searched));
  const names = new Map(people.map(({ email, name }) => [email, name]));
  const field = useRef<HTMLInputElement>(null);
  // A dialog has no field to focus while it reads who has access.
  useEffect(() => {
    if (autoFocus) field.current?.focus();
  }, [autoFocus]);

  function submit(email: string) {
    if (!isAddress(email)) return;
    onAdd(email);
    setText('');
  }

  return (
    <form
      className="flex items-end gap-8"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit(text);
      }}
    >
      <Autocomplete
        ref={field}
        label={texts.addPerson}
        placeholder={words.nameOrAddress}
        className="grow"
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
        {words.add}
      </Button>
    </form>
  );
}

interface ShareLineProps<Extra extends object> {
  share: Share<Extra>;
  name: string;
  levels: { read: string; write: string };
  readOnly: boolean;
  onChange(share: Share<Extra>): void;
  onRemove(): void;
  children: ReactNode;
}

function ShareLine<Extra extends object>(props: ShareLineProps<Extra>) {
  const { share: entry, name, levels, readOnly, onChange, onRemove, children } = props;
  const { write } = entry.share;
  return (
    <li className={classes.share}>
      <Icon name={entry.kind === 'user' ? 'user' : 'users'} />
      <span className={classes.shareName}>{name}</span>
      {children}
      {readOnly ? (
        <span className="dim">{write ? levels.write : levels.read}</span>
      ) : (
        <>
          <NativeSelect
            size="xs"
            aria-label={texts.accessOf(name)}
            data={[
              { value: 'read', label: levels.read },
              { value: 'write', label: levels.write },
            ]}
            value={write ? 'write' : 'read'}
            onChange={event => onChange(withWrite(entry, event.currentTarget.value === 'write'))}
          />
          <IconButton icon="x" label={words.removeNamed(name)} size="md" onClick={onRemove} />
        </>
      )}
    </li>
  );
}
