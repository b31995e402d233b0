/** The connection to the account of a provider: begins it, says how it ended, and ends it. */

import { Button } from '@mantine/core';
import { CREDENTIALS, type Credential, connectCredential, disconnectCredential } from '../api/credentials.ts';
import { Banner } from '../connection-parts/banner.tsx';
import { ConnectedBanner } from '../connection-parts/connected-banner.tsx';
import { Icon } from '../look/icons.tsx';
import { ConfirmButton } from '../look/inputs/confirm-button.tsx';
import { useNow } from '../look/time.tsx';
import { useAction } from '../look/use-action.ts';
import * as words from '../texts/common.ts';
import { credentialPage as texts } from '../texts/credentials.ts';

export function ConnectButton({ credential: { id, state } }: { credential: Credential }) {
  const { isBusy, perform } = useAction({ noticesProblem: true });
  return (
    <Button
      variant={state === 'ready' ? 'default' : 'filled'}
      leftSection={<Icon name="plug" />}
      loading={isBusy}
      onClick={() => perform(() => connectCredential(id, `/credentials/${id}`))}
    >
      {state === 'connect' ? words.connect : words.reconnect}
    </Button>
  );
}

export function DisconnectButton({ credential: { id, name } }: { credential: Credential }) {
  return (
    <ConfirmButton
      icon="unlink"
      title={texts.disconnectTitle(name)}
      action={texts.disconnect}
      danger
      changes={[CREDENTIALS]}
      onConfirm={() => disconnectCredential(id)}
    >
      {texts.disconnectText}
    </ConfirmButton>
  );
}

/** What happened at the provider, or what has to happen there. */
export function StateBanner({ credential, mayConnect }: { credential: Credential; mayConnect: boolean }) {
  const now = useNow();
  const { state, rotate_at } = credential;
  const connect = mayConnect && <ConnectButton credential={credential} />;
  return (
    <>
      <ConnectedBanner path={`/credentials/${credential.id}`} isReady={state === 'ready'} />
      {state === 'connect' && (
        <Banner kind="waiting" icon="plug" action={connect}>
          {texts.connectText}
        </Banner>
      )}
      {state === 'reconnect' && (
        <Banner kind="failed" icon="circle-alert" action={connect}>
          {texts.reconnectText}
        </Banner>
      )}
      {state === 'ready' && rotate_at !== null && rotate_at <= now && (
        <Banner kind="warning" icon="clock">
          {texts.rotateText}
        </Banner>
      )}
    </>
  );
}
