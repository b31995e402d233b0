/** The connection to the account of a provider: begins it, says how it ended, and ends it. */

import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { CREDENTIALS, type Credential, connectCredential, disconnectCredential } from '../api/credentials.ts';
import { Banner } from '../connection-parts/banner.tsx';
import { ConfirmDialog } from '../look/confirm-dialog.tsx';
import { Icon } from '../look/icons.tsx';
import { useNow } from '../look/time.tsx';
import { useAction } from '../look/use-action.ts';
import { credentialPage as texts } from '../texts/credentials.ts';
import { readCredentialSearch } from './search.ts';

export function ConnectButton({ credential: { id, state } }: { credential: Credential }) {
  const { isBusy, perform } = useAction({ noticesProblem: true });
  return (
    <Button
      variant={state === 'ready' ? 'default' : 'filled'}
      leftSection={<Icon name="plug" />}
      loading={isBusy}
      onClick={() => perform(() => connectCredential(id, `/credentials/${id}`))}
    >
      {state === 'connect' ? texts.connect : texts.reconnect}
    </Button>
  );
}

export function DisconnectButton({ credential: { id, name } }: { credential: Credential }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<Icon name="unlink" />} onClick={() => setAsking(true)}>
        {texts.disconnect}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={texts.disconnectTitle(name)}
        action={texts.disconnect}
        danger
        changes={[CREDENTIALS]}
        onConfirm={() => disconnectCredential(id)}
        onClose={() => setAsking(false)}
      >
        {texts.disconnectText}
      </ConfirmDialog>
    </>
  );
}

/** What happened at the provider, or what has to happen there. */
export function StateBanner({ credential, mayConnect }: { credential: Credential; mayConnect: boolean }) {
  const { connected, problem } = readCredentialSearch({ ...useSearch({ from: '/shell/credentials/$credentialId' }) });
  const navigate = useNavigate();
  const now = useNow();
  const { state, rotate_at } = credential;
  const dismiss = () =>
    void navigate({
      to: '/credentials/$credentialId',
      params: { credentialId: credential.id },
      search: {},
      replace: true,
    });
  const connect = mayConnect && <ConnectButton credential={credential} />;
  return (
    <>
      {problem !== undefined && (
        <Banner kind="failed" icon="circle-x" onDismiss={dismiss}>
          <strong>{texts.problem}</strong> {problem}
        </Banner>
      )}
      {connected && state === 'ready' && (
        <Banner kind="success" icon="circle-check" onDismiss={dismiss}>
          {texts.connected}
        </Banner>
      )}
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
