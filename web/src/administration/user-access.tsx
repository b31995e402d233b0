/** How a user gets in: invitations, links for new passwords, and whether the account is enabled at all. */

import { Button } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { type Invitation, type ListedUser, revokeLink, sendLink } from '../api/administration.ts';
import { ConfirmDialog } from '../look/confirm-dialog.tsx';
import { Icon } from '../look/icons.tsx';
import { Problem } from '../look/problem.tsx';
import { useNow } from '../look/time.tsx';
import { useAction } from '../look/use-action.ts';
import { userPanel as texts } from '../texts/administration.ts';
import classes from './administration.module.css';
import { formatMoment } from './days.ts';
import { LinkDialog, type ShownLink } from './invite-dialog.tsx';

interface UserAccessProps {
  listed: ListedUser;
  sendsMail: boolean;
  changed: readonly QueryKey[];
  onChange(changes: { enabled: boolean }): Promise<unknown>;
}

export function UserAccess({ listed, sendsMail, changed, onChange }: UserAccessProps) {
  const { user, invitation } = listed;
  const [shown, setShown] = useState<ShownLink>();
  const [isAsking, setAsking] = useState(false);
  const { isBusy, problem, perform } = useAction({ changes: changed });
  const isNew = !listed.has_password && listed.last_seen_at === null;

  async function send(delivery: 'mail' | 'link') {
    const { link } = await sendLink(user.id, delivery);
    if (link === null) return texts.mailSent(user.email);
    setShown({ email: user.email, link });
    return undefined;
  }

  if (!user.enabled) {
    return (
      <>
        <p className={classes.text}>{texts.isDisabled}</p>
        <Button
          variant="default"
          leftSection={<Icon name="power" />}
          loading={isBusy}
          onClick={() => perform(() => onChange({ enabled: true }), texts.enabledNow)}
        >
          {texts.enable}
        </Button>
        <Problem>{problem}</Problem>
      </>
    );
  }
  return (
    <>
      <p className={classes.text}>{howUserGetsIn(listed)}</p>
      {invitation && <InvitationState invitation={invitation} />}
      <div className={classes.buttons}>
        {sendsMail && (
          <Button
            variant="default"
            leftSection={<Icon name="mail" />}
            loading={isBusy}
            onClick={() =>
              perform(
                () => send('mail'),
                done => done,
              )
            }
          >
            {isNew ? (invitation ? texts.inviteAgain : texts.inviteByMail) : texts.resetByMail}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<Icon name="link" />}
          disabled={isBusy}
          onClick={() =>
            perform(
              () => send('link'),
              done => done,
            )
          }
        >
          {isNew ? texts.inviteByLink : texts.resetByLink}
        </Button>
        {invitation && (
          <Button variant="default" disabled={isBusy} onClick={() => perform(() => revokeLink(user.id), texts.revoked)}>
            {texts.revoke}
          </Button>
        )}
        <Button variant="default" leftSection={<Icon name="ban" />} onClick={() => setAsking(true)}>
          {texts.disable}
        </Button>
      </div>
      <Problem>{problem}</Problem>
      <LinkDialog shown={shown} onClose={() => setShown(undefined)} />
      <ConfirmDialog
        opened={isAsking}
        title={texts.disableQuestion(user.name)}
        action={texts.disable}
        danger
        changes={changed}
        onConfirm={() => onChange({ enabled: false })}
        done={texts.disabledNow}
        onClose={() => setAsking(false)}
      >
        {texts.disableText}
      </ConfirmDialog>
    </>
  );
}

function howUserGetsIn({ has_password, has_provider }: ListedUser): string {
  if (has_password) return texts.hasPassword;
  return has_provider ? texts.hasProvider : texts.hasNothing;
}

function InvitationState({ invitation }: { invitation: Invitation }) {
  const now = useNow();
  const { purpose, delivery, expires_at, mailed_at } = invitation;
  const way = delivery === 'link' ? texts.byLink : mailed_at === null ? texts.mailWaits : texts.mailed;
  const time = formatMoment(expires_at);
  return (
    <p className={classes.text}>
      {`${texts.invitation[purpose]} (${way}). `}
      {expires_at > now ? texts.worksUntil(time) : texts.overSince(time)}
    </p>
  );
}
