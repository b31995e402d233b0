/** What is known of a credential, above the fold. */
import type { Credential, KindDescription } from '../api/credentials.ts';
import { CredentialMark } from '../connection-parts/credential-mark.tsx';
import { Fact, Facts } from '../connection-parts/facts.tsx';
import { useOwnerNames } from '../connection-parts/owner.tsx';
import { KindIcon } from '../forms/pickers/kind-icon.tsx';
import { Time } from '../look/time.tsx';
import { credentialPage as texts } from '../texts/credentials.ts';

export function CredentialFacts({ credential, kind }: { credential: Credential; kind: KindDescription }) {
  const { owner, version, last_used_at, created, connected } = credential;
  const ownerOf = useOwnerNames([owner]);
  return (
    <Facts>
      <Fact label={texts.kind}>
        <KindIcon kind={kind.kind} />
        {kind.title}
      </Fact>
      <Fact label={texts.state}>
        <CredentialMark credential={credential} />
      </Fact>
      {connected?.account !== undefined && <Fact label={texts.account}>{connected.account}</Fact>}
      {connected?.scopes && connected.scopes.length > 0 && (
        <Fact label={texts.scopes}>{connected.scopes.join(', ')}</Fact>
      )}
      <Fact label={texts.owner}>{ownerOf(owner)}</Fact>
      <Fact label={texts.lastUse}>{last_used_at === null ? texts.never : <Time at={last_used_at} />}</Fact>
      <Fact label={texts.version}>{version}</Fact>
      <Fact label={texts.created}>
        <Time at={created.timestamp} />
      </Fact>
    </Facts>
  );
}
