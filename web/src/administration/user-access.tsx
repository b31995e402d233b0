/** How a user gets in: invitations, links for new passwords, and whether the account is enabled at all. */

import { Button } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { type Invitation, type ListedUser, revokeLink, sendLink } from '../api/administration.ts';
import { Icon } from '../look/icons.tsx';
import { ConfirmButton } from '../look/inputs/confirm-button.tsx';
import { Problem } from '../look/states/problem.tsx';
import { useNow } from '../look/time.tsx';
import { useAction } from '../look/use-action.ts';
import { userPanel as texts } from '../texts/administration.ts';
import * as words from '../texts/common.ts';
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
  const { isBusy, problem, perform } = useAction({ changes: changed });
  const isNew = !listed.has_password && listed.last_seen_at === null;

  const send = (delivery: 'mail' | 'link') =>
    perform(
      async () => {
        const { link } = await sendLink(user.id, delivery);
        if (link !== null) setShown({ email: user.email, link });
        return link;
      },
      link => (link === null ? texts.mailSent(user.email) : undefined),
    );

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
          {words.enable}
        </Button>
        <Problem>{problem}</Problem>
      </>
    );
  }
  return (
    <>
      <p className={classes.text}>{howUserGetsIn(listed)}</p>
      {invitation && <InvitationState invitation={invitation} />}
      <div className="row wrap gap-8">
        {sendsMail && (
          <Button variant="default" leftSection={<Icon name="mail" />} loading={isBusy} onClick={() => send('mail')}>
            {isNew ? (invitation ? texts.inviteAgain : texts.inviteByMail) : texts.resetByMail}
          </Button>
        )}
        <Button variant="default" leftSection={<Icon name="link" />} disabled={isBusy} onClick={() => send('link')}>
          {isNew ? texts.inviteByLink : texts.resetByLink}
        </Button>
        {invitation && (
          <Button variant="default" disabled={isBusy} onClick={() => perform(() => revokeLink(user.id), texts.revoked)}>
            {texts.revoke}
          </Button>
        )}
        <ConfirmButton
          icon="ban"
          title={texts.disableQuestion(user.name)}
          action={words.disable}
          danger
          changes={changed}
          onConfirm={() => onChange({ enabled: false })}
          done={texts.disabledNow}
        >
          {texts.disableText}
        </ConfirmButton>
      </div>
      <Problem>{problem}</Problem>
      <LinkDialog shown={shown} onClose={() => setShown(undefined)} />
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
