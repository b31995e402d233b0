import { Button, Group, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type ApiKey, updateKey } from '../api/keys.ts';
import { useAction } from '../api/use-action.ts';
import * as texts from '../texts/settings.ts';
import { Problem } from './section.tsx';

interface RenameKeyDialogProps {
  apiKey: ApiKey;
  onRenamed(): Promise<unknown>;
  onClose(): void;
}

export function RenameKeyDialog({ apiKey, onRenamed, onClose }: RenameKeyDialogProps) {
  const [name, setName] = useState(apiKey.name);
  const { isBusy, problem, perform } = useAction();

  async function save(event: FormEvent) {
    event.preventDefault();
    const isRenamed = await perform(async () => {
      await updateKey(apiKey.id, { name });
      await onRenamed();
    });
    if (isRenamed) onClose();
  }

  return (
    <Modal opened onClose={onClose} title={texts.renameKey} closeButtonProps={{ 'aria-label': texts.close }}>
      <form onSubmit={save}>
        <Problem>{problem}</Problem>
        <TextInput
          label={texts.name}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
          maxLength={200}
          required
          withAsterisk={false}
          data-autofocus
        />
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={isBusy}>
            {texts.rename}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
