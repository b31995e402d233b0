/** The credentials that the user may use or manage. */
import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { credentialKindsQuery, credentialsQuery } from '../api/credentials.ts';
import { useSession } from '../api/session.ts';
import { ConnectionsHeader } from '../connection-parts/connections-header.tsx';
import { Icon } from '../look/icons.tsx';
import { SearchField } from '../look/lists/search-field.tsx';
import { usePageActions } from '../look/page/page-actions.ts';
import { PagedList } from '../look/page/pages.tsx';
import { EmptyList } from '../look/states/empty-state.tsx';
import * as words from '../texts/common.ts';
import { credentials as texts } from '../texts/credentials.ts';
import { CredentialTable } from './credential-table.tsx';
import classes from './credentials-page.module.css';
import { type CredentialsSearch, PAGE_SIZE, readCredentialsSearch } from './search.ts';

export function CredentialsPage() {
  const { public_url } = useSession();
  const search = readCredentialsSearch({ ...useSearch({ from: '/shell/credentials' }) });
  const navigate = useNavigate();
  const { text = '', kind, page = 1 } = search;
  const { data: kinds = [] } = useQuery(credentialKindsQuery);
  const list = useQuery(
    credentialsQuery({
      ...(text !== '' && { text }),
      ...(kind && { kind }),
      skip: (page - 1) * PAGE_SIZE,
      limit: PAGE_SIZE,
    }),
  );
  usePageActions([{ label: words.newCredential, run: () => void navigate({ to: '/credentials/new' }) }]);
  const setSearch = useCallback(
    (next: CredentialsSearch) => void navigate({ to: '/credentials', search: next, replace: true }),
    [navigate],
  );
  const setText = useCallback(
    (typed: string) => setSearch({ ...(typed !== '' && { text: typed }), ...(kind && { kind }) }),
    [setSearch, kind],
  );
  const isFiltered = text !== '' || kind !== undefined;
  return (
    <>
      <ConnectionsHeader tab="credentials" actions={<NewButton />}>
        <SearchField
          text={text}
          label={texts.search}
          placeholder={texts.searchPlaceholder}
          className={classes.search}
          onChange={setText}
        />
        <Select
          aria-label={words.kind}
          placeholder={words.allKinds}
          className={classes.kinds}
          data={kinds.map(each => ({ value: each.kind, label: each.title }))}
          value={kind ?? null}
          clearable
          clearButtonProps={{ 'aria-label': words.allKinds }}
          onChange={value =>
            setSearch(readCredentialsSearch({ ...(text !== '' && { text }), ...(value !== null && { kind: value }) }))
          }
        />
      </ConnectionsHeader>
      <PagedList
        query={list}
        page={page}
        pageSize={PAGE_SIZE}
        empty={
          <EmptyList
            icon="key"
            texts={texts}
            isFiltered={isFiltered}
            action={<NewButton />}
            curl={texts.curl(public_url)}
            onReset={() => setSearch({})}
          />
        }
        onPage={next => setSearch({ ...search, page: next })}
      >
        {items => <CredentialTable credentials={items} kinds={kinds} />}
      </PagedList>
    </>
  );
}

function NewButton() {
  return (
    <Button component={Link} to="/credentials/new" leftSection={<Icon name="plus" />}>
      {words.newCredential}
    </Button>
  );
}
