/** Who may use this installation. */
import { Checkbox, NativeSelect } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { forAdministrators } from '../administration-parts/administration-header.tsx';
import { usersQuery } from '../api/administration.ts';
import { joinPages } from '../api/pages.ts';
import { NothingFits } from '../look/states/empty-state.tsx';
import { users as texts } from '../texts/administration.ts';
import * as words from '../texts/common.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { ListPage } from './list-page.tsx';
import { readUsersSearch, USER_STATES, type UsersSearch } from './search.ts';
import { UserPanel } from './user-panel.tsx';
import { UserTable } from './user-table.tsx';

export const UsersPage = forAdministrators(Users);

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
  const close = () => setSearch({ user: undefined });
  const chosen = items?.find(each => each.user.id === user)?.user;
  return (
    <>
      <ListPage
        tab="users"
        search={texts.search}
        searchHint={words.nameOrAddress}
        text={text}
        onText={setText}
        filters={
          <>
            <NativeSelect
              aria-label={words.state}
              data={[
                { value: '', label: words.all },
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
          </>
        }
        add={texts.invite}
        addIcon="user-plus"
        onAdd={() => setInviting(true)}
        label={words.detailsOf(chosen?.name ?? '')}
        panel={user === undefined ? undefined : <UserPanel key={user} userId={user} onClose={close} />}
        onClose={close}
        query={list}
        total={first?.total}
        shown={items?.length}
        empty={
          <NothingFits
            title={texts.nothingFits}
            text={texts.nothingFitsText}
            action={words.showAll}
            curl={texts.curl}
            onReset={() => setSearch({ text: undefined, state: undefined, admin: undefined })}
          />
        }
      >
        <UserTable users={items ?? []} chosen={user} search={search} />
      </ListPage>
      <InviteDialog
        opened={isInviting}
        sendsMail={first?.sends_mail ?? false}
        onClose={() => setInviting(false)}
        onInvited={id => setSearch({ user: id })}
      />
    </>
  );
}
