import { Modal, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type ApiKey, keysQuery, updateKey } from '../api/keys.ts';
import { DialogButtons } from '../look/dialog-buttons.tsx';
import { Problem } from '../look/states/problem.tsx';
import { useAction } from '../look/use-action.ts';
import * as texts from '../texts/settings.ts';

interface RenameKeyDialogProps {
  apiKey: ApiKey;
  onClose(): void;
}

export function RenameKeyDialog({ apiKey, onClose }: RenameKeyDialogProps) {
  const [name, setName] = useState(apiKey.name);
  const { isBusy, problem, perform } = useAction({ changes: [keysQuery(apiKey.user_id).queryKey] });

  async function save(event: FormEvent) {
    event.preventDefault();
    if (await perform(() => updateKey(apiKey.id, { name }))) onClose();
  }

  return (
    <Modal opened onClose={onClose} title={texts.renameKey}>
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
        <DialogButtons action={texts.rename} isBusy={isBusy} mt="lg" onCancel={onClose} />
      </form>
    </Modal>
  );
}
