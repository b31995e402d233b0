/** What is known of a connector or a server, above the fold. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ConnectorDetails } from '../api/connectors.ts';
import { usableCredentialsQuery } from '../api/credentials.ts';
import { CredentialMark } from '../connection-parts/credential-mark.tsx';
import { Fact, Facts } from '../connection-parts/facts.tsx';
import { useOwnerNames } from '../connection-parts/owner.tsx';
import { Time } from '../look/time.tsx';
import * as words from '../texts/common.ts';
import { connectors as listTexts, connectorPage as texts } from '../texts/connectors.ts';

export function ConnectorFacts({ connector }: { connector: ConnectorDetails }) {
  const { name, base_url, document, owner } = connector;
  const ownerOf = useOwnerNames([owner]);
  return (
    <Facts>
      <Fact label={words.toolsBeginWith}>
        <span className="mono">{name}_</span>
      </Fact>
      <Fact label={words.baseUrl}>
        <span className="mono">{base_url}</span>
      </Fact>
      <Fact label={words.api}>{texts.apiOf(document.title, document.version)}</Fact>
      <Fact label={words.credential}>
        <UsedCredential source={connector} />
      </Fact>
      <Fact label={words.owner}>{ownerOf(owner)}</Fact>
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
  if (credential_id === null) return words.noneInText;
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
