/** The variables of the user and of their organizations. */
import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { panelOwnersQuery } from '../api/panels.ts';
import { useSession } from '../api/session.ts';
import { variablesQuery } from '../api/variables.ts';
import { ConnectionsHeader } from '../connection-parts/connections-header.tsx';
import { Icon } from '../look/icons.tsx';
import { SearchField } from '../look/lists/search-field.tsx';
import { usePageActions } from '../look/page/page-actions.ts';
import { PagedList } from '../look/page/pages.tsx';
import { EmptyList } from '../look/states/empty-state.tsx';
import * as words from '../texts/common.ts';
import { variables as texts } from '../texts/variables.ts';
import { PAGE_SIZE, readVariablesSearch, type VariablesSearch, withoutVariable } from './search.ts';
import { VariableDialog } from './variable-dialog.tsx';
import { VariableTable } from './variable-table.tsx';
import classes from './variables-page.module.css';

const ME = 'me';

export function VariablesPage() {
  const { public_url } = useSession();
  const search = readVariablesSearch({ ...useSearch({ from: '/shell/variables' }) });
  const navigate = useNavigate();
  const { text = '', owner, page = 1 } = search;
  const { data: owners } = useQuery(panelOwnersQuery);
  const organizations = owners?.organizations ?? [];
  const list = useQuery(
    variablesQuery({
      ...(text !== '' && { text }),
      ...(owner !== undefined && { organization_id: owner === ME ? null : owner }),
      skip: (page - 1) * PAGE_SIZE,
      limit: PAGE_SIZE,
    }),
  );
  const show = useCallback(
    (next: VariablesSearch, { replace }: { replace: boolean }) =>
      void navigate({ to: '/variables', search: next, replace }),
    [navigate],
  );
  const setText = useCallback(
    (typed: string) => show({ ...(typed !== '' && { text: typed }), ...(owner && { owner }) }, { replace: true }),
    [show, owner],
  );
  const create = () => show({ ...search, variable: 'new' }, { replace: false });
  usePageActions([{ label: words.newVariable, run: create }]);
  const isFiltered = text !== '' || owner !== undefined;
  return (
    <>
      <ConnectionsHeader tab="variables" actions={<NewButton onClick={create} />}>
        <SearchField
          text={text}
          label={texts.search}
          placeholder={texts.searchPlaceholder}
          className={classes.search}
          onChange={setText}
        />
        {(organizations.length > 0 || owner !== undefined) && (
          <Select
            aria-label={words.owner}
            placeholder={texts.allOwners}
            className={classes.owners}
            data={[
              { value: ME, label: words.mine },
              ...organizations.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={owner ?? null}
            clearable
            clearButtonProps={{ 'aria-label': texts.allOwners }}
            onChange={value =>
              show({ ...(text !== '' && { text }), ...(value !== null && { owner: value }) }, { replace: true })
            }
          />
        )}
      </ConnectionsHeader>
      <PagedList
        query={list}
        page={page}
        pageSize={PAGE_SIZE}
        empty={
          <EmptyList
            icon="variable"
            texts={texts}
            isFiltered={isFiltered}
            action={<NewButton onClick={create} />}
            curl={texts.curl(public_url)}
            onReset={() => show({}, { replace: true })}
          />
        }
        onPage={next => show({ ...search, page: next }, { replace: true })}
      >
        {items => <VariableTable variables={items} search={search} />}
      </PagedList>
      <VariableDialog
        variable={search.variable}
        owner={owner === ME ? undefined : owner}
        onClose={() => show(withoutVariable(search), { replace: true })}
      />
    </>
  );
}

function NewButton({ onClick }: { onClick(): void }) {
  return (
    <Button leftSection={<Icon name="plus" />} onClick={onClick}>
      {words.newVariable}
    </Button>
  );
}
