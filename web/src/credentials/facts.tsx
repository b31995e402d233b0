/** What is known of a credential, above the fold. */
import type { Credential, KindDescription } from '../api/credentials.ts';
import { CredentialMark } from '../connection-parts/credential-mark.tsx';
import { Fact, Facts } from '../connection-parts/facts.tsx';
import { useOwnerNames } from '../connection-parts/owner.tsx';
import { KindIcon } from '../forms/pickers/kind-icon.tsx';
import { Time } from '../look/time.tsx';
import * as words from '../texts/common.ts';
import { credentialPage as texts } from '../texts/credentials.ts';

export function CredentialFacts({ credential, kind }: { credential: Credential; kind: KindDescription }) {
  const { owner, version, last_used_at, created, connected } = credential;
  const ownerOf = useOwnerNames([owner]);
  return (
    <Facts>
      <Fact label={words.kind}>
        <KindIcon kind={kind.kind} />
        {kind.title}
      </Fact>
      <Fact label={words.state}>
        <CredentialMark credential={credential} />
      </Fact>
      {connected?.account !== undefined && <Fact label={words.account}>{connected.account}</Fact>}
      {connected?.scopes && connected.scopes.length > 0 && (
        <Fact label={texts.scopes}>{connected.scopes.join(', ')}</Fact>
      )}
      <Fact label={words.owner}>{ownerOf(owner)}</Fact>
      <Fact label={words.lastUse}>{last_used_at === null ? words.never : <Time at={last_used_at} />}</Fact>
      <Fact label={words.version}>{version}</Fact>
      <Fact label={words.created}>
        <Time at={created.timestamp} />
      </Fact>
    </Facts>
  );
}
