/** The connectors and MCP servers that the user may use or manage. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { connectorsQuery } from '../api/connectors.ts';
import { mcpServersQuery } from '../api/mcp-servers.ts';
import { useSession } from '../api/session.ts';
import { ConnectionsHeader } from '../connection-parts/connections-header.tsx';
import { Icon } from '../look/icons.tsx';
import { SearchField } from '../look/lists/search-field.tsx';
import { usePageActions } from '../look/page/page-actions.ts';
import { EmptyList } from '../look/states/empty-state.tsx';
import { ErrorState } from '../look/states/error-state.tsx';
import { ListPlaceholder } from '../look/states/list-placeholder.tsx';
import * as words from '../texts/common.ts';
import { connectors as texts } from '../texts/connectors.ts';
import { ConnectorTable } from './connector-table.tsx';
import classes from './connectors-page.module.css';
import { readConnectorsSearch } from './search.ts';

export function ConnectorsPage() {
  const { public_url } = useSession();
  const { text = '' } = readConnectorsSearch({ ...useSearch({ from: '/shell/connectors' }) });
  const navigate = useNavigate();
  const connectors = useQuery(connectorsQuery(text));
  const servers = useQuery(mcpServersQuery(text));
  usePageActions([{ label: words.newConnector, run: () => void navigate({ to: '/connectors/new' }) }]);
  const setText = useCallback(
    (typed: string) => void navigate({ to: '/connectors', search: typed === '' ? {} : { text: typed }, replace: true }),
    [navigate],
  );
  const error = (!connectors.data && connectors.error) || (!servers.data && servers.error);
  const listed = connectors.data && servers.data && [...connectors.data.items, ...servers.data.items];
  const hasMore = [connectors.data, servers.data].some(list => list && list.total > list.items.length);
  return (
    <>
      <ConnectionsHeader tab="connectors" actions={<NewButton />}>
        <SearchField
          text={text}
          label={texts.search}
          placeholder={texts.searchPlaceholder}
          className={classes.search}
          onChange={setText}
        />
      </ConnectionsHeader>
      {error ? (
        <ErrorState
          error={error}
          onRetry={() => {
            void connectors.refetch();
            void servers.refetch();
          }}
        />
      ) : listed?.length === 0 ? (
        <EmptyList
          icon="plug"
          texts={texts}
          isFiltered={text !== ''}
          action={<NewButton />}
          curl={texts.curl(public_url)}
          onReset={() => setText('')}
        />
      ) : connectors.data && servers.data ? (
        <>
          <ConnectorTable connectors={connectors.data.items} servers={servers.data.items} />
          {hasMore && <p className={classes.more}>{texts.onlyFirst(connectors.data.items.length)}</p>}
        </>
      ) : (
        <ListPlaceholder />
      )}
    </>
  );
}

function NewButton() {
  return (
    <Button component={Link} to="/connectors/new" leftSection={<Icon name="plus" />}>
      {words.newConnector}
    </Button>
  );
}
