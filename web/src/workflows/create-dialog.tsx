import { Button, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { createWorkflow } from '../api/workflows.ts';
import * as texts from '../texts/workflows.ts';
import classes from './create-dialog.module.css';
import { ExampleList } from './example-list.tsx';
import { useBegin } from './use-begin.ts';

interface CreateDialogProps {
  opened: boolean;
  onClose(): void;
}

/** Begins a workflow: empty, or from an example. */
export function CreateDialog({ opened, onClose }: CreateDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} size={720} title={texts.newWorkflow}>
      <CreateForm />
      <h3 className={classes.heading}>{texts.orStartExample}</h3>
      <ExampleList />
    </Modal>
  );
}

function CreateForm() {
  const [name, setName] = useState('');
  const { problem, isBusy, begin } = useBegin();

  function submit(event: FormEvent) {
    event.preventDefault();
    void begin(async () => (await createWorkflow(name.trim() || texts.newWorkflow)).id);
  }

  return (
    <form onSubmit={submit} className="flex items-end gap-8">
      <TextInput
        label={texts.name}
        placeholder={texts.newWorkflow}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        maxLength={200}
        error={problem}
        className="flex-1"
        data-autofocus
      />
      <Button type="submit" loading={isBusy} data-tour="create">
        {texts.createEmpty}
      </Button>
    </form>
  );
}
