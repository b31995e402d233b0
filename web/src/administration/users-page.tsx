/** Who may use this installation. */
import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { AdministrationHeader, ForAdministrators } from '../administration-parts/administration-header.tsx';
import { usersQuery } from '../api/administration.ts';
import { joinPages } from '../api/pages.ts';
import { NothingFits } from '../look/empty-state.tsx';
import { Icon } from '../look/icons.tsx';
import { SearchField } from '../look/search-field.tsx';
import { users as texts } from '../texts/administration.ts';
import classes from './administration.module.css';
import { InviteDialog } from './invite-dialog.tsx';
import { ListFrame } from './list-frame.tsx';
import { readUsersSearch, USER_STATES, type UsersSearch } from './search.ts';
import { Split } from './split.tsx';
import { UserPanel } from './user-panel.tsx';
import { UserTable } from './user-table.tsx';

export function UsersPage() {
  return (
    <ForAdministrators>
      <Users />
    </ForAdministrators>
  );
}

function Users() {
  // The router leaves in what its check has left out, so that is read once more.
  const search = readUsersSearch({ ...useSearch({ from: '/shell/administration/users' }) });
  const { text, state, admin, user } = search;
  const navigate = useNavigate({ from: '/administration/users' });
  const setSearch = useCallback(
    (changes: { [Key in keyof UsersSearch]?: UsersSearch[Key] | undefined }) =>
      void navigate({ search: old => readUsersSearch({ ...old, ...changes }), replace: true }),
    [navigate],
  );
  const setText = useCallback((typed: string) => setSearch({ text: typed }), [setSearch]);
  const filters = useMemo(
    () => ({ ...(text !== undefined && { text: text.trim() }), ...(state && { state }), ...(admin && { admin }) }),
    [text, state, admin],
  );
  const list = useInfiniteQuery(usersQuery(filters));
  const [isInviting, setInviting] = useState(false);
  const pages = list.data?.pages.map(page => page.items);
  const items = pages && joinPages(pages, ({ user }) => user.id);
  const first = list.data?.pages[0];
  const chosen = items?.find(each => each.user.id === user)?.user;
  return (
    <div className={classes.page}>
      <AdministrationHeader
        tab="users"
        actions={
          <Button leftSection={<Icon name="user-plus" />} onClick={() => setInviting(true)}>
            {texts.invite}
          </Button>
        }
      >
        <SearchField
          label={texts.search}
          placeholder={texts.searchHint}
          className={classes.search}
          maxLength={200}
          text={text ?? ''}
          onChange={setText}
        />
        <NativeSelect
          aria-label={texts.state}
          data={[
            { value: '', label: texts.states.all },
            ...USER_STATES.map(value => ({ value, label: texts.states[value] })),
          ]}
          value={state ?? ''}
          onChange={event => setSearch({ state: USER_STATES.find(each => each === event.currentTarget.value) })}
        />
        <Checkbox
          label={texts.onlyAdministrators}
          checked={admin ?? false}
          onChange={event => setSearch({ admin: event.currentTarget.checked || undefined })}
        />
      </AdministrationHeader>
      <Split
        label={texts.details(chosen?.name ?? '')}
        onClose={() => setSearch({ user: undefined })}
        panel={
          user === undefined ? undefined : (
            <UserPanel key={user} userId={user} onClose={() => setSearch({ user: undefined })} />
          )
        }
      >
        <ListFrame
          query={list}
          total={first?.total}
          shown={items?.length}
          empty={
            <NothingFits
              title={texts.nothingFits}
              text={texts.nothingFitsText}
              action={texts.showAll}
              curl={texts.curl}
              onReset={() => setSearch({ text: undefined, state: undefined, admin: undefined })}
            />
          }
        >
          <UserTable users={items ?? []} chosen={user} search={search} />
        </ListFrame>
      </Split>
      <InviteDialog
        opened={isInviting}
        sendsMail={first?.sends_mail ?? false}
        onClose={() => setInviting(false)}
        onInvited={id => setSearch({ user: id })}
      />
    </div>
  );
}
