/** Says when the credential of a connector does not work, and how the connection to a provider ended. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { usableCredentialsQuery } from '../api/credentials.ts';
import { Banner } from '../connection-parts/banner.tsx';
import { serverPage, connectorPage as texts } from '../texts/connectors.ts';
import { readConnectedSearch } from './search.ts';

interface AccessBannerProps {
  source: { credential_id: string | null };
  /** Of the page, for the way back to it. */
  path: string;
}

export function AccessBanner({ source, path }: AccessBannerProps) {
  const { connected, problem } = readConnectedSearch({ ...useSearch({ strict: false }) });
  const navigate = useNavigate();
  const { data: credentials } = useQuery(usableCredentialsQuery);
  const credential = credentials?.find(({ id }) => id === source.credential_id);
  const dismiss = () => void navigate({ to: path, search: {}, replace: true });
  return (
    <>
      {problem !== undefined && (
        <Banner kind="failed" icon="circle-x" onDismiss={dismiss}>
          <strong>{serverPage.problem}</strong> {problem}
        </Banner>
      )}
      {connected && (
        <Banner kind="success" icon="circle-check" onDismiss={dismiss}>
          {serverPage.connected}
        </Banner>
      )}
      {credential && credential.state !== 'ready' && (
        <Banner
          kind={credential.state === 'connect' ? 'waiting' : 'failed'}
          icon={credential.state === 'connect' ? 'plug' : 'circle-alert'}
          action={
            <Button
              renderRoot={props => (
                <Link {...props} to="/credentials/$credentialId" params={{ credentialId: credential.id }} />
              )}
              variant="default"
            >
              {texts.openCredential}
            </Button>
          }
        >
          {texts.credentialNotReady(credential.name)}
        </Banner>
      )}
    </>
  );
}
