/** A page of the administration that lists sets of people, and shows the chosen one beside the list. */
import { Button } from '@mantine/core';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useCallback, useState } from 'react';
import { joinPages } from '../api/pages.ts';
import type { IconName } from '../look/icon-names.ts';
import link from '../look/lists/row-link.module.css';
import table from '../look/lists/table.module.css';
import { EmptyList } from '../look/states/empty-state.tsx';
import type { groups, organizations } from '../texts/administration.ts';
import * as words from '../texts/common.ts';
import classes from './administration.module.css';
import { ListPage, type ListQuery } from './list-page.tsx';
import { CreateDialog } from './name-form.tsx';
import { type ChosenSearch, readChosenSearch } from './search.ts';
import { PanelHead } from './split.tsx';

/** What is typed into the search, without the room around it. */
export function useListedText(): string {
  return readChosenSearch({ ...useSearch({ strict: false }) }).text?.trim() ?? '';
}

interface Named {
  readonly id: string;
  readonly name: string;
  readonly members: readonly unknown[];
}

interface ChosenListProps<Item> {
  tab: 'groups' | 'organizations';
  icon: IconName;
  texts: typeof groups | typeof organizations;
  list: ListQuery & { data: { pages: readonly { items: readonly Item[]; total: number }[] } | undefined };
  /** What a creation changes. */
  queryKey: QueryKey;
  create(name: string): Promise<{ id: string }>;
  /** Must stay the same function. */
  setOf(item: Item): Named;
  /** The heads of the columns after the name and the members. */
  columns?: readonly string[];
  cells?(item: Item): readonly ReactNode[];
  panel(item: Item, onClose: () => void): ReactNode;
}

export function ChosenList<Item>(props: ChosenListProps<Item>) {
  const { tab, texts, list, queryKey, setOf } = props;
  const search = readChosenSearch({ ...useSearch({ strict: false }) });
  const { text, chosen } = search;
  const queryClient = useQueryClient();
  const setSearch = useSearchChanges(tab);
  const setText = useCallback((typed: string) => setSearch({ text: typed }), [setSearch]);
  const [isCreating, setCreating] = useState(false);
  const pages = list.data?.pages.map(page => page.items);
  const items = pages && joinPages(pages, item => setOf(item).id);
  const item = items?.find(each => setOf(each).id === chosen);
  const close = () => setSearch({ chosen: undefined });

  async function create(name: string) {
    const { id } = await props.create(name);
    await queryClient.invalidateQueries({ queryKey });
    setSearch({ text: undefined, chosen: id });
  }

  return (
    <>
      <ListPage
        tab={tab}
        search={texts.search}
        searchHint={texts.searchHint}
        text={text}
        onText={setText}
        add={texts.create}
        addIcon="plus"
        onAdd={() => setCreating(true)}
        label={words.detailsOf(item ? setOf(item).name : '')}
        panel={
          chosen === undefined || !items ? undefined : item ? (
            props.panel(item, close)
          ) : (
            <PanelHead title={texts.notFound} close={words.close} onClose={close} />
          )
        }
        onClose={close}
        query={list}
        total={list.data?.pages[0]?.total}
        shown={items?.length}
        empty={
          <EmptyList
            icon={props.icon}
            texts={texts}
            isFiltered={text !== undefined}
            action={<Button onClick={() => setCreating(true)}>{texts.create}</Button>}
            curl={texts.curl}
            onReset={() => setText('')}
          />
        }
      >
        <Table {...props} items={items ?? []} search={search} />
      </ListPage>
      <CreateDialog
        opened={isCreating}
        title={texts.createTitle}
        onCreate={create}
        onClose={() => setCreating(false)}
      />
    </>
  );
}

function useSearchChanges(tab: ChosenListProps<never>['tab']) {
  const navigate = useNavigate();
  return useCallback(
    (changes: { [Key in keyof ChosenSearch]?: ChosenSearch[Key] | undefined }) =>
      void navigate({
        to: `/administration/${tab}`,
        search: old => readChosenSearch({ ...old, ...changes }),
        replace: true,
      }),
    [navigate, tab],
  );
}

interface TableProps<Item> extends Pick<ChosenListProps<Item>, 'tab' | 'texts' | 'setOf' | 'columns' | 'cells'> {
  items: readonly Item[];
  search: ChosenSearch;
}

function Table<Item>({ tab, texts, setOf, columns = [], cells, items, search }: TableProps<Item>) {
  const heads = [texts.columns.name, texts.columns.members, ...columns];
  return (
    <table className={`${table.table} ${classes.table}`} aria-label={texts.label}>
      <thead>
        <tr>
          {heads.map(head => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map(item => {
          const { id, name, members } = setOf(item);
          return (
            <tr key={id} data-chosen={id === search.chosen || undefined}>
              <td>
                <Link
                  to={`/administration/${tab}`}
                  search={{ ...search, chosen: id }}
                  replace
                  className={link.link}
                  aria-current={id === search.chosen || undefined}
                >
                  <bdi>{name}</bdi>
                </Link>
              </td>
              <td>{texts.countMembers(members.length)}</td>
              {cells?.(item).map((cell, index) => (
                <td key={columns[index]}>{cell}</td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
