import { Modal, Text, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { panelChanges } from '../api/panels.ts';
import { type StoredFile, updateFile } from '../api/storage.ts';
import { DialogButtons } from '../look/dialog-buttons.tsx';
import { useAction } from '../look/use-action.ts';
import * as words from '../texts/common.ts';
import { files as texts } from '../texts/files.ts';
import { folderNameProblem } from './names.ts';
import { parentOf } from './search.ts';

interface RenameDialogProps {
  panelId: string;
  file: StoredFile;
  onClose(): void;
}

export function RenameDialog({ panelId, file, onClose }: RenameDialogProps) {
  const [name, setName] = useState(file.name);
  const { isBusy, problem, perform } = useAction({ changes: panelChanges(panelId) });
  const input = useRef<HTMLInputElement>(null);

  // Most people keep the ending.
  useEffect(() => {
    const dot = file.name.lastIndexOf('.');
    input.current?.setSelectionRange(0, dot > 0 ? dot : file.name.length);
  }, [file.name]);

  async function rename(event: FormEvent) {
    event.preventDefault();
    const path = `${parentOf(file.path)}/${name}`;
    if (await perform(() => updateFile(panelId, file.id, { path }))) onClose();
  }

  return (
    <Modal opened onClose={onClose} title={texts.renameTitle(file.name)}>
      <form onSubmit={rename}>
        <TextInput
          ref={input}
          label={texts.newName}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
          error={problem}
          required
          withAsterisk={false}
          data-autofocus
        />
        <DialogButtons action={words.rename} isBusy={isBusy} disabled={name === file.name} mt="lg" onCancel={onClose} />
      </form>
    </Modal>
  );
}

interface NewFolderDialogProps {
  directory: string;
  onClose(): void;
  onFolder(directory: string): void;
}

/** A folder exists only while it holds a file, so a new one is only a place to upload to. */
export function NewFolderDialog({ directory, onClose, onFolder }: NewFolderDialogProps) {
  const [name, setName] = useState('');
  const problem = name === '' ? undefined : folderNameProblem(directory, name);

  function open(event: FormEvent) {
    event.preventDefault();
    if (name === '' || problem !== undefined) return;
    onFolder(directory === '' ? name : `${directory}/${name}`);
    onClose();
  }

  return (
    <Modal opened onClose={onClose} title={words.newFolder}>
      <form onSubmit={open}>
        <TextInput
          label={texts.newFolderName}
          description={directory === '' ? texts.newTopHint : undefined}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
          error={problem}
          required
          withAsterisk={false}
          data-autofocus
        />
        <Text size="sm" c="var(--dim)" mt="sm">
          {texts.newFolderHint}
        </Text>
        <DialogButtons
          action={words.openThis}
          disabled={name === '' || problem !== undefined}
          mt="lg"
          onCancel={onClose}
        />
      </form>
    </Modal>
  );
}
