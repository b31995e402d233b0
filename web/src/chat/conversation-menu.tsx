import { Menu, Modal, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import {
  CONVERSATIONS,
  type ConsoleConversation,
  conversationKey,
  deleteConversation,
  renameConversation,
} from '../api/chat.ts';
import { ConfirmDialog } from '../look/confirm-dialog.tsx';
import { DialogButtons } from '../look/dialog-buttons.tsx';
import { Icon } from '../look/icons.tsx';
import { IconButton } from '../look/inputs/icon-button.tsx';
import { Problem } from '../look/states/problem.tsx';
import { useAction } from '../look/use-action.ts';
import { chat as texts } from '../texts/chat.ts';

/** What can be done with the whole conversation. */
export function ConversationMenu({ conversation }: { conversation: ConsoleConversation }) {
  const { id, title, answering } = conversation;
  const [opened, setOpened] = useState<'rename' | 'delete'>();
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  async function remove() {
    await deleteConversation(id);
    await navigate({ to: '/chat', search: {} });
    queryClient.removeQueries({ queryKey: conversationKey(id) });
  }

  return (
    <>
      <Menu position="bottom-end" width={180}>
        <Menu.Target>
          <IconButton icon="ellipsis" label={texts.actions(title)} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="pencil" />} onClick={() => setOpened('rename')}>
            {texts.rename}
          </Menu.Item>
          <Menu.Item
            leftSection={<Icon name="trash-2" />}
            disabled={answering !== null}
            onClick={() => setOpened('delete')}
          >
            {texts.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {opened === 'rename' && <RenameDialog conversation={conversation} onClose={() => setOpened(undefined)} />}
      <ConfirmDialog
        opened={opened === 'delete'}
        title={texts.deleteTitle}
        action={texts.delete}
        danger
        changes={[CONVERSATIONS]}
        onConfirm={remove}
        onClose={() => setOpened(undefined)}
      >
        {texts.deleteText(title)}
      </ConfirmDialog>
    </>
  );
}

function RenameDialog({ conversation, onClose }: { conversation: ConsoleConversation; onClose(): void }) {
  const [title, setTitle] = useState(conversation.title);
  const { isBusy, problem, perform } = useAction({ changes: [conversationKey(conversation.id), CONVERSATIONS] });

  async function save(event: FormEvent) {
    event.preventDefault();
    if (await perform(() => renameConversation(conversation.id, title))) onClose();
  }

  return (
    <Modal opened onClose={onClose} title={texts.renameTitle}>
      <form onSubmit={event => void save(event)}>
        <TextInput
          label={texts.titleLabel}
          value={title}
          onChange={event => setTitle(event.currentTarget.value)}
          maxLength={80}
          required
          withAsterisk={false}
          data-autofocus
        />
        <Problem>{problem}</Problem>
        <DialogButtons action={texts.rename} isBusy={isBusy} mt="lg" onCancel={onClose} />
      </form>
    </Modal>
  );
}
