import { Button, Modal, TextInput } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { DialogButtons } from '../look/dialog-buttons.tsx';
import { Problem } from '../look/states/problem.tsx';
import { useAction } from '../look/use-action.ts';
import { groups as texts } from '../texts/administration.ts';
import * as words from '../texts/common.ts';
import classes from './administration.module.css';

interface NameFormProps {
  name: string;
  changes: readonly QueryKey[];
  onSave(name: string): Promise<unknown>;
}

/** Renames a group or an organization. */
export function NameForm({ name, changes, onSave }: NameFormProps) {
  const [typed, setTyped] = useState<string>();
  const { isBusy, problem, perform } = useAction({ changes });
  const wanted = (typed ?? name).trim();
  return (
    <form
      className={classes.fields}
      onSubmit={async (event: FormEvent) => {
        event.preventDefault();
        if (await perform(() => onSave(wanted), texts.saved)) setTyped(undefined);
      }}
    >
      <TextInput
        label={words.name}
        value={typed ?? name}
        onChange={event => setTyped(event.currentTarget.value)}
        maxLength={200}
        required
        withAsterisk={false}
      />
      <Problem>{problem}</Problem>
      <Button type="submit" variant="default" loading={isBusy} disabled={wanted === '' || wanted === name}>
        {words.save}
      </Button>
    </form>
  );
}

interface CreateDialogProps {
  opened: boolean;
  title: string;
  onCreate(name: string): Promise<unknown>;
  onClose(): void;
}

export function CreateDialog({ opened, title, onCreate, onClose }: CreateDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <CreateForm title={title} onCreate={onCreate} onClose={onClose} />
    </Modal>
  );
}

function CreateForm({ title, onCreate, onClose }: Omit<CreateDialogProps, 'opened'>) {
  const [name, setName] = useState('');
  const { isBusy, problem, perform } = useAction();
  return (
    <form
      onSubmit={async (event: FormEvent) => {
        event.preventDefault();
        if (await perform(() => onCreate(name.trim()))) onClose();
      }}
    >
      <TextInput
        label={words.name}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        maxLength={200}
        required
        withAsterisk={false}
        data-autofocus
      />
      <Problem>{problem}</Problem>
      <DialogButtons action={title} isBusy={isBusy} disabled={name.trim() === ''} mt="lg" onCancel={onClose} />
    </form>
  );
}
