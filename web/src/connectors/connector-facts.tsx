/** What is known of a connector or a server, above the fold. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ConnectorDetails } from '../api/connectors.ts';
import { usableCredentialsQuery } from '../api/credentials.ts';
import { CredentialMark } from '../connection-parts/credential-mark.tsx';
import { Fact, Facts } from '../connection-parts/facts.tsx';
import { useOwnerNames } from '../connection-parts/owner.tsx';
import { Time } from '../look/time.tsx';
import { connectors as listTexts, connectorPage as texts } from '../texts/connectors.ts';

export function ConnectorFacts({ connector }: { connector: ConnectorDetails }) {
  const { name, base_url, document, owner } = connector;
  const ownerOf = useOwnerNames([owner]);
  return (
    <Facts>
      <Fact label={texts.facts.prefix}>
        <span className="mono">{name}_</span>
      </Fact>
      <Fact label={texts.facts.baseUrl}>
        <span className="mono">{base_url}</span>
      </Fact>
      <Fact label={texts.facts.api}>{texts.apiOf(document.title, document.version)}</Fact>
      <Fact label={texts.credential}>
        <UsedCredential source={connector} />
      </Fact>
      <Fact label={texts.facts.owner}>{ownerOf(owner)}</Fact>
      <Fact label={texts.facts.read}>
        <Time at={document.read} />
      </Fact>
    </Facts>
  );
}

interface UsedCredentialProps {
  source: { credential_id: string | null; credential: 'own' | null };
}

export function UsedCredential({ source: { credential_id, credential: own } }: UsedCredentialProps) {
  const { data: credentials } = useQuery(usableCredentialsQuery);
  if (own === 'own') return listTexts.own;
  if (credential_id === null) return listTexts.none;
  const credential = credentials?.find(({ id }) => id === credential_id);
  if (!credential) return credentials ? listTexts.hidden : null;
  return (
    <>
      <Link to="/credentials/$credentialId" params={{ credentialId: credential.id }}>
        {credential.name}
      </Link>
      <CredentialMark credential={credential} />
    </>
  );
}
