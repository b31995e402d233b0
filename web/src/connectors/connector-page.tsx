/** One connector: which of its operations are tools, how they are called, and who may use them. */
import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ApiError } from '../api/client.ts';
import { connectorQuery } from '../api/connectors.ts';
import { EmptyState } from '../look/empty-state.tsx';
import { ErrorState } from '../look/error-state.tsx';
import { LinkButton } from '../look/link-button.tsx';
import { connectors as texts } from '../texts/connectors.ts';
import { OneConnector } from './one-connector.tsx';

export function ConnectorPage() {
  const { connectorId } = useParams({ from: '/shell/connectors/$connectorId' });
  const { data: connector, error, refetch } = useQuery(connectorQuery(connectorId));
  // A mistyped address is a 422, which tells people no more than that there is nothing.
  if (error instanceof ApiError && (error.status === 404 || error.status === 422)) return <NoConnector />;
  if (error && !connector) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!connector) return <Loader size="sm" m="md" aria-label={texts.all} />;
  return <OneConnector key={connector.id} connector={connector} />;
}

/** The same for a connector that is not shared with the user as for one that never was. */
function NoConnector() {
  return (
    <EmptyState
      icon="plug"
      title={texts.notFound}
      text={texts.notFoundText}
      action={<LinkButton to="/connectors">{texts.all}</LinkButton>}
    />
  );
}
