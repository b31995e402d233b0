/** The credentials that the user may use or manage. */
import { Button, Select, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { credentialKindsQuery, credentialsQuery } from '../api/credentials.ts';
import { useSession } from '../api/session.ts';
import { ConnectionsHeader } from '../connection-parts/connections-header.tsx';
import { EmptyState } from '../look/empty-state.tsx';
import { ErrorState } from '../look/error-state.tsx';
import { Icon } from '../look/icons.tsx';
import { usePageActions } from '../look/page-actions.ts';
import { Pages } from '../look/pages.tsx';
import { SearchField } from '../look/search-field.tsx';
import { credentials as texts } from '../texts/credentials.ts';
import { CredentialTable } from './credential-table.tsx';
import classes from './credentials-page.module.css';
import { type CredentialsSearch, PAGE_SIZE, readCredentialsSearch } from './search.ts';

export function CredentialsPage() {
  const search = readCredentialsSearch({ ...useSearch({ from: '/shell/credentials' }) });
  const navigate = useNavigate();
  const { text = '', kind, page = 1 } = search;
  const { data: kinds = [] } = useQuery(credentialKindsQuery);
  const { data, error, isPlaceholderData, refetch } = useQuery(
    credentialsQuery({
      ...(text !== '' && { text }),
      ...(kind && { kind }),
      skip: (page - 1) * PAGE_SIZE,
      limit: PAGE_SIZE,
    }),
  );
  usePageActions([{ label: texts.new, run: () => void navigate({ to: '/credentials/new' }) }]);
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
          aria-label={texts.kindFilter}
          placeholder={texts.allKinds}
          className={classes.kinds}
          data={kinds.map(each => ({ value: each.kind, label: each.title }))}
          value={kind ?? null}
          clearable
          clearButtonProps={{ 'aria-label': texts.allKinds }}
          onChange={value =>
            setSearch(readCredentialsSearch({ ...(text !== '' && { text }), ...(value !== null && { kind: value }) }))
          }
        />
      </ConnectionsHeader>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data?.total === 0 ? (
        <Nothing isFiltered={isFiltered} onReset={() => setSearch({})} />
      ) : data ? (
        <>
          <div aria-busy={isPlaceholderData}>
            <CredentialTable credentials={data.items} kinds={kinds} />
          </div>
          <Pages
            page={page}
            pageSize={PAGE_SIZE}
            total={data.total}
            onChange={next => setSearch({ ...search, page: next })}
          />
        </>
      ) : (
        <Skeleton height={36} m="md" />
      )}
    </>
  );
}

function NewButton() {
  return (
    <Button component={Link} to="/credentials/new" leftSection={<Icon name="plus" />}>
      {texts.new}
    </Button>
  );
}

/** An empty list says why it is empty, and what to do about it. */
function Nothing({ isFiltered, onReset }: { isFiltered: boolean; onReset(): void }) {
  const { public_url } = useSession();
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
      icon="key"
      title={texts.emptyTitle}
      text={texts.emptyText}
      action={<NewButton />}
      curl={texts.curl(public_url)}
    />
  );
}
