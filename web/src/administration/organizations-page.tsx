/** Those who pay together: their members, credits and storage. */
import { Button } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { AdministrationHeader, ForAdministrators } from '../administration-parts/administration-header.tsx';
import {
  createOrganization,
  type ListedOrganization,
  ORGANIZATIONS,
  organizationListQuery,
} from '../api/administration.ts';
import { joinPages } from '../api/pages.ts';
import { EmptyState } from '../look/empty-state.tsx';
import { Icon } from '../look/icons.tsx';
import link from '../look/row-link.module.css';
import { SearchField } from '../look/search-field.tsx';
import table from '../look/table.module.css';
import { organizations as texts } from '../texts/administration.ts';
import classes from './administration.module.css';
import { Credits, StorageBar } from './limit-bars.tsx';
import { ListFrame } from './list-frame.tsx';
import { CreateDialog } from './name-form.tsx';
import { OrganizationPanel } from './organization-panel.tsx';
import { type ChosenSearch, readChosenSearch } from './search.ts';
import { PanelHead, Split } from './split.tsx';

export function OrganizationsPage() {
  return (
    <ForAdministrators>
      <Organizations />
    </ForAdministrators>
  );
}

function Organizations() {
  const search = readChosenSearch({ ...useSearch({ from: '/shell/administration/organizations' }) });
  const { text, chosen } = search;
  const navigate = useNavigate({ from: '/administration/organizations' });
  const queryClient = useQueryClient();
  const setSearch = useCallback(
    (changes: { [Key in keyof ChosenSearch]?: ChosenSearch[Key] | undefined }) =>
      void navigate({ search: old => readChosenSearch({ ...old, ...changes }), replace: true }),
    [navigate],
  );
  const setText = useCallback((typed: string) => setSearch({ text: typed }), [setSearch]);
  const list = useInfiniteQuery(organizationListQuery((text ?? '').trim()));
  const [isCreating, setCreating] = useState(false);
  const pages = list.data?.pages.map(page => page.items);
  const items = pages && joinPages(pages, ({ organization }) => organization.id);
  const listed = items?.find(({ organization }) => organization.id === chosen);
  const close = () => setSearch({ chosen: undefined });

  async function create(name: string) {
    const { id } = await createOrganization(name);
    await queryClient.invalidateQueries({ queryKey: ORGANIZATIONS });
    setSearch({ text: undefined, chosen: id });
  }

  return (
    <div className={classes.page}>
      <AdministrationHeader
        tab="organizations"
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
        label={texts.details(listed?.organization.name ?? '')}
        onClose={close}
        panel={
          chosen === undefined || !items ? undefined : listed ? (
            <OrganizationPanel key={chosen} listed={listed} onClose={close} />
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
          <OrganizationTable organizations={items ?? []} search={search} />
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

interface OrganizationTableProps {
  organizations: readonly ListedOrganization[];
  search: ChosenSearch;
}

function OrganizationTable({ organizations, search }: OrganizationTableProps) {
  return (
    <table className={`${table.table} ${classes.table}`} aria-label={texts.label}>
      <thead>
        <tr>
          <th scope="col">{texts.columns.name}</th>
          <th scope="col">{texts.columns.members}</th>
          <th scope="col">{texts.columns.storage}</th>
          <th scope="col">{texts.columns.credits}</th>
        </tr>
      </thead>
      <tbody>
        {organizations.map(({ organization: { id, name, members, credits, storage_quota }, storage_used }) => (
          <tr key={id} data-chosen={id === search.chosen || undefined}>
            <td>
              <Link
                to="/administration/organizations"
                search={{ ...search, chosen: id }}
                replace
                className={link.link}
                aria-current={id === search.chosen || undefined}
              >
                <bdi>{name}</bdi>
              </Link>
            </td>
            <td>{texts.countMembers(members.length)}</td>
            <td>
              <StorageBar name={name} used={storage_used} quota={storage_quota} />
            </td>
            <td>
              <Credits credits={credits} />
            </td>
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
      icon="building-2"
      title={texts.empty}
      text={texts.emptyText}
      action={<Button onClick={onCreate}>{texts.create}</Button>}
      curl={texts.curl}
    />
  );
}
