/** Sets of users, with whom things are shared. */
import { Button } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { AdministrationHeader, ForAdministrators } from '../administration-parts/administration-header.tsx';
import { createGroup, GROUPS, type Group, groupListQuery } from '../api/administration.ts';
import { joinPages } from '../api/pages.ts';
import { EmptyState } from '../look/empty-state.tsx';
import { Icon } from '../look/icons.tsx';
import link from '../look/row-link.module.css';
import { SearchField } from '../look/search-field.tsx';
import table from '../look/table.module.css';
import { groups as texts } from '../texts/administration.ts';
import classes from './administration.module.css';
import { GroupPanel } from './group-panel.tsx';
import { ListFrame } from './list-frame.tsx';
import { CreateDialog } from './name-form.tsx';
import { type ChosenSearch, readChosenSearch } from './search.ts';
import { PanelHead, Split } from './split.tsx';

export function GroupsPage() {
  return (
    <ForAdministrators>
      <Groups />
    </ForAdministrators>
  );
}

function Groups() {
  const search = readChosenSearch({ ...useSearch({ from: '/shell/administration/groups' }) });
  const { text, chosen } = search;
  const navigate = useNavigate({ from: '/administration/groups' });
  const queryClient = useQueryClient();
  const setSearch = useCallback(
    (changes: { [Key in keyof ChosenSearch]?: ChosenSearch[Key] | undefined }) =>
      void navigate({ search: old => readChosenSearch({ ...old, ...changes }), replace: true }),
    [navigate],
  );
  const setText = useCallback((typed: string) => setSearch({ text: typed }), [setSearch]);
  const list = useInfiniteQuery(groupListQuery((text ?? '').trim()));
  const [isCreating, setCreating] = useState(false);
  const pages = list.data?.pages.map(page => page.items);
  const items = pages && joinPages(pages, ({ id }) => id);
  const group = items?.find(({ id }) => id === chosen);
  const close = () => setSearch({ chosen: undefined });

  async function create(name: string) {
    const { id } = await createGroup(name);
    await queryClient.invalidateQueries({ queryKey: GROUPS });
    setSearch({ text: undefined, chosen: id });
  }

  return (
    <div className={classes.page}>
      <AdministrationHeader
        tab="groups"
        actions={
          <Button leftSection={<Icon name="plus" />} onClick={() => setCreating(true)}>
            {texts.create}
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
      </AdministrationHeader>
      <Split
        label={texts.details(group?.name ?? '')}
        onClose={close}
        panel={
          chosen === undefined || !items ? undefined : group ? (
            <GroupPanel key={chosen} group={group} onClose={close} />
          ) : (
            <PanelHead title={texts.notFound} close={texts.close} onClose={close} />
          )
        }
      >
        <ListFrame
          query={list}
          total={list.data?.pages[0]?.total}
          shown={items?.length}
          empty={
            <Nothing isFiltered={text !== undefined} onReset={() => setText('')} onCreate={() => setCreating(true)} />
          }
        >
          <GroupTable groups={items ?? []} search={search} />
        </ListFrame>
      </Split>
      <CreateDialog
        opened={isCreating}
        title={texts.createTitle}
        onCreate={create}
        onClose={() => setCreating(false)}
      />
    </div>
  );
}

function GroupTable({ groups, search }: { groups: readonly Group[]; search: ChosenSearch }) {
  return (
    <table className={`${table.table} ${classes.table}`} aria-label={texts.label}>
      <thead>
        <tr>
          <th scope="col">{texts.columns.name}</th>
          <th scope="col">{texts.columns.members}</th>
        </tr>
      </thead>
      <tbody>
        {groups.map(({ id, name, members }) => (
          <tr key={id} data-chosen={id === search.chosen || undefined}>
            <td>
              <Link
                to="/administration/groups"
                search={{ ...search, chosen: id }}
                replace
                className={link.link}
                aria-current={id === search.chosen || undefined}
              >
                <bdi>{name}</bdi>
              </Link>
            </td>
            <td>{texts.countMembers(members.length)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface NothingProps {
  isFiltered: boolean;
  onReset(): void;
  onCreate(): void;
}

function Nothing({ isFiltered, onReset, onCreate }: NothingProps) {
  return isFiltered ? (
    <EmptyState
      icon="search"
      title={texts.nothingFits}
      text={texts.nothingFitsText}
      action={
        <Button variant="default" onClick={onReset}>
          {texts.showAll}
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon="users"
      title={texts.empty}
      text={texts.emptyText}
      action={<Button onClick={onCreate}>{texts.create}</Button>}
      curl={texts.curl}
    />
  );
}
