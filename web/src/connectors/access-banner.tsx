/** Says when the credential of a connector does not work, and how the connection to a provider ended. */

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { usableCredentialsQuery } from '../api/credentials.ts';
import { Banner } from '../connection-parts/banner.tsx';
import { ConnectedBanner } from '../connection-parts/connected-banner.tsx';
import { connectorPage as texts } from '../texts/connectors.ts';

interface AccessBannerProps {
  source: { credential_id: string | null };
  /** Of the page, for the way back to it. */
  path: string;
}

export function AccessBanner({ source, path }: AccessBannerProps) {
  const { data: credentials } = useQuery(usableCredentialsQuery);
  const credential = credentials?.find(({ id }) => id === source.credential_id);
  return (
    <>
      <ConnectedBanner path={path} />
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
