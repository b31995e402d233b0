/** The connection to the account of a provider: begins it, says how it ended, and ends it. */
import { Button, CloseButton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type Credential, connectCredential, disconnectCredential, refreshCredentials } from '../api/credentials.ts';
import { ConfirmDialog } from '../look/confirm-dialog.tsx';
import { Icon } from '../look/icons.tsx';
import { showNotice } from '../look/notices.tsx';
import { useNow } from '../look/time.tsx';
import { credentialPage as texts } from '../texts/credentials.ts';
import classes from './credential-page.module.css';
import { readCredentialSearch } from './search.ts';

export function ConnectButton({ credential: { id, state } }: { credential: Credential }) {
  const [isBusy, setBusy] = useState(false);

  async function connect() {
    setBusy(true);
    try {
      await connectCredential(id, `/credentials/${id}`);
    } catch (error) {
      showNotice({ message: error instanceof Error ? error.message : String(error), failed: true });
      setBusy(false);
    }
  }

  return (
    <Button
      variant={state === 'ready' ? 'default' : 'filled'}
      leftSection={<Icon name="plug" />}
      loading={isBusy}
      onClick={() => void connect()}
    >
      {state === 'connect' ? texts.connect : texts.reconnect}
    </Button>
  );
}

export function DisconnectButton({ credential: { id, name } }: { credential: Credential }) {
  const queryClient = useQueryClient();
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
        onConfirm={async () => {
          await disconnectCredential(id);
          await refreshCredentials(queryClient);
        }}
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
  return (
    <>
      {problem !== undefined && (
        <div className={classes.banner} data-kind="failed" role="alert">
          <Icon name="circle-x" size={18} />
          <span>
            <strong>{texts.problem}</strong> {problem}
          </span>
          <CloseButton size="sm" aria-label={texts.dismiss} onClick={dismiss} />
        </div>
      )}
      {connected && state === 'ready' && (
        <div className={classes.banner} data-kind="success" role="status">
          <Icon name="circle-check" size={18} />
          <span>{texts.connected}</span>
          <CloseButton size="sm" aria-label={texts.dismiss} onClick={dismiss} />
        </div>
      )}
      {state !== 'ready' && (
        <div className={classes.banner} data-kind={state === 'connect' ? 'waiting' : 'failed'} role="status">
          <Icon name={state === 'connect' ? 'plug' : 'circle-alert'} size={18} />
          <span>{state === 'connect' ? texts.connectText : texts.reconnectText}</span>
          {mayConnect && <ConnectButton credential={credential} />}
        </div>
      )}
      {state === 'ready' && rotate_at !== null && rotate_at <= now && (
        <div className={classes.banner} data-kind="warning" role="status">
          <Icon name="clock" size={18} />
          <span>{texts.rotateText}</span>
        </div>
      )}
    </>
  );
}
