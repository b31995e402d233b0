import { Checkbox, Modal, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { createPanel, PANEL_LISTS } from '../api/panels.ts';
import { DialogButtons } from '../look/dialog-buttons.tsx';
import { useAction } from '../look/use-action.ts';
import * as words from '../texts/common.ts';
import { createPanelDialog as texts } from '../texts/panels.ts';

interface CreatePanelDialogProps {
  opened: boolean;
  onClose(): void;
}

/** Asks for little: everything else has good defaults, and the settings open next. */
export function CreatePanelDialog({ opened, onClose }: CreatePanelDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={words.newPanel}>
      <CreatePanelForm onClose={onClose} />
    </Modal>
  );
}

function CreatePanelForm({ onClose }: { onClose(): void }) {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [hasDatabase, setDatabase] = useState(true);
  const [hasFiles, setFiles] = useState(true);
  const { isBusy, problem, perform } = useAction({ changes: [PANEL_LISTS] });

  async function create() {
    const { id } = await createPanel({
      name: name.trim(),
      database: hasDatabase,
      ...(!hasFiles && { file_storage: { enabled: false, folders: {} } }),
    });
    await navigate({ to: '/panels/$panelId/settings', params: { panelId: id } });
  }

  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        void perform(create);
      }}
    >
      <Stack gap="md">
        <TextInput
          label={words.name}
          description={texts.nameHint}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
          maxLength={200}
          error={problem}
          required
          withAsterisk={false}
          data-autofocus
        />
        <Stack gap="xs" role="group" aria-label={texts.contents}>
          <Checkbox
            label={words.records}
            description={texts.databaseHint}
            checked={hasDatabase}
            onChange={event => setDatabase(event.currentTarget.checked)}
          />
          <Checkbox
            label={words.files}
            description={texts.storageHint}
            checked={hasFiles}
            onChange={event => setFiles(event.currentTarget.checked)}
          />
        </Stack>
        <DialogButtons action={words.create} isBusy={isBusy} disabled={name.trim() === ''} onCancel={onClose} />
      </Stack>
    </form>
  );
}
