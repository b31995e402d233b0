/** One credential: what it is, where it may go, who uses it, and how to replace it. */
import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ApiError } from '../api/client.ts';
import { credentialKindsQuery, credentialQuery } from '../api/credentials.ts';
import { EmptyState } from '../look/empty-state.tsx';
import { ErrorState } from '../look/error-state.tsx';
import { LinkButton } from '../look/link-button.tsx';
import { credentials as texts } from '../texts/credentials.ts';
import { OneCredential } from './one-credential.tsx';

export function CredentialPage() {
  const { credentialId } = useParams({ from: '/shell/credentials/$credentialId' });
  const { data: credential, error, refetch } = useQuery(credentialQuery(credentialId));
  const { data: kinds } = useQuery(credentialKindsQuery);
  const kind = credential && kinds?.find(each => each.kind === credential.kind);
  // A mistyped address is a 422, which tells people no more than that there is nothing.
  if (error instanceof ApiError && (error.status === 404 || error.status === 422)) return <NoCredential />;
  if (error && !credential) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!credential || !kind) return <Loader size="sm" m="md" aria-label={texts.all} />;
  return <OneCredential key={credential.id} credential={credential} kind={kind} />;
}

/** The same for a credential that is not shared with the user as for one that never was. */
function NoCredential() {
  return (
    <EmptyState
      icon="key"
      title={texts.notFound}
      text={texts.notFoundText}
      action={<LinkButton to="/credentials">{texts.all}</LinkButton>}
    />
  );
}
