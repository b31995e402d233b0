/** Invites a user: by mail, or with a link that is shown once. */
import { Button, Checkbox, Group, Modal, Radio, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { inviteUser, USERS, type User } from '../api/administration.ts';
import { CopyBox } from '../look/copy-box.tsx';
import { DialogButtons } from '../look/dialog-buttons.tsx';
import { Problem } from '../look/states/problem.tsx';
import { useAction } from '../look/use-action.ts';
import { inviteDialog as texts, userPanel } from '../texts/administration.ts';
import * as words from '../texts/common.ts';
import classes from './administration.module.css';
import { PermissionSelect } from './permission-select.tsx';

interface InviteDialogProps {
  opened: boolean;
  sendsMail: boolean;
  onClose(): void;
  onInvited(userId: string): void;
}

export interface ShownLink {
  email: string;
  link: string;
}

export function InviteDialog({ opened, sendsMail, onClose, onInvited }: InviteDialogProps) {
  const [shown, setShown] = useState<ShownLink>();

  function close() {
    onClose();
    setShown(undefined);
  }

  return (
    <>
      <Modal opened={opened && shown === undefined} onClose={close} title={texts.title}>
        <InviteForm sendsMail={sendsMail} onClose={close} onLink={setShown} onInvited={onInvited} />
      </Modal>
      <LinkDialog shown={shown} onClose={close} />
    </>
  );
}

interface InviteFormProps {
  sendsMail: boolean;
  onClose(): void;
  onLink(shown: ShownLink): void;
  onInvited(userId: string): void;
}

function InviteForm({ sendsMail, onClose, onLink, onInvited }: InviteFormProps) {
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [admin, setAdmin] = useState(false);
  const [workflow, setWorkflow] = useState<User['permissions']['workflow']>('write');
  const [chosen, setChosen] = useState<'mail' | 'link'>();
  // Whether the service sends mails may become known only while the form is open.
  const delivery = chosen ?? (sendsMail ? 'mail' : 'link');
  const { isBusy, problem, perform } = useAction({ changes: [USERS] });

  async function invite() {
    const sent = await inviteUser({ email, name: name.trim(), admin, permissions: { workflow }, delivery });
    onInvited(sent.user_id);
    if (sent.link === null) onClose();
    else onLink({ email, link: sent.link });
    return sent;
  }

  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void perform(invite, ({ link }) => (link === null ? texts.sent(email) : undefined));
      }}
    >
      <Stack gap="md">
        <TextInput
          type="email"
          label={words.eMailAddress}
          description={texts.emailHint}
          value={email}
          onChange={event => setEmail(event.currentTarget.value)}
          maxLength={254}
          autoComplete="off"
          required
          withAsterisk={false}
          data-autofocus
        />
        <TextInput
          label={words.name}
          description={texts.nameHint}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
          maxLength={200}
          autoComplete="off"
          required
          withAsterisk={false}
        />
        <PermissionSelect value={workflow} onChange={setWorkflow} />
        <Checkbox
          label={words.administrator}
          description={userPanel.administratorHint}
          checked={admin}
          onChange={event => setAdmin(event.currentTarget.checked)}
        />
        {sendsMail ? (
          <Radio.Group
            label={texts.delivery}
            value={delivery}
            onChange={value => setChosen(value === 'link' ? 'link' : 'mail')}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="mail" label={texts.byMail} />
              <Radio value="link" label={texts.byLink} />
            </Stack>
          </Radio.Group>
        ) : (
          <p className={classes.text}>{texts.noMail}</p>
        )}
        <Problem>{problem}</Problem>
        <DialogButtons action={delivery === 'mail' ? texts.send : texts.makeLink} isBusy={isBusy} onCancel={onClose} />
      </Stack>
    </form>
  );
}

/** The only place where the link can be seen. */
export function LinkDialog({ shown, onClose }: { shown: ShownLink | undefined; onClose(): void }) {
  return (
    <Modal
      opened={shown !== undefined}
      onClose={onClose}
      title={words.theLink}
      // A click beside it must not lose a link that nobody has copied.
      closeOnClickOutside={false}
    >
      {shown && (
        <>
          <p className={classes.text}>{texts.linkText(shown.email)}</p>
          <CopyBox text={shown.link} label={words.copyTheLink} />
          <Group justify="flex-end" mt="lg">
            <Button onClick={onClose}>{words.done}</Button>
          </Group>
        </>
      )}
    </Modal>
  );
}
