/**
 * Asks for the password again in front of the page, which stays as it is: nothing that was typed is lost. Somebody who
 * signs in with the identity provider does so in another tab, and finds this page open again when they come back.
 */

import { Anchor, Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { beginSession, type Session } from '../api/session.ts';
import { post } from '../api/transport/client.ts';
import * as texts from '../texts/sign-in.ts';
import classes from './sign-in.module.css';
import { SignInForm } from './sign-in-form.tsx';

interface SessionEndedProps {
  /** Who was signed in. */
  user: Session['user'];
  onSignedIn(): void;
}

export function SessionEnded({ user, onSignedIn }: SessionEndedProps) {
  const queryClient = useQueryClient();

  function resume(session: Session) {
    // The page shows what belongs to somebody else.
    if (session.user.id !== user.id) return location.assign('/');
    beginSession(queryClient, session);
    onSignedIn();
    void queryClient.invalidateQueries();
  }

  useOnReturn(async () => {
    const session = await post<Session>('v1/session/get').catch(() => undefined);
    if (session) resume(session);
  });

  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={texts.yourSessionEnded}
    >
      <p className={classes.text}>{texts.signContinuePageStays}</p>
      <SignInForm knownEmail={user.email} returnPath="/settings/profile" providerInNewTab onSignedIn={resume} />
      <p className={classes.help}>
        <Anchor href="/sign-in" inherit>
          {texts.leavePageSignSomebody}
        </Anchor>
      </p>
    </Modal>
  );
}

/** Calls back whenever the tab is shown again. */
function useOnReturn(listener: () => void): void {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => {
    const onShown = () => {
      if (!document.hidden) latest.current();
    };
    document.addEventListener('visibilitychange', onShown);
    addEventListener('focus', onShown);
    return () => {
      document.removeEventListener('visibilitychange', onShown);
      removeEventListener('focus', onShown);
    };
  }, []);
}
