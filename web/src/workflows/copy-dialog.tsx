import { Modal, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { copyWorkflow, WORKFLOWS, type WorkflowSummary } from '../api/workflows.ts';
import { DialogButtons } from '../look/dialog-buttons.tsx';
import { useAction } from '../look/use-action.ts';
import * as texts from '../texts/workflows.ts';
import { notify } from './use-changes.ts';
import { useLastList } from './use-dialogs.ts';

/** Copies a workflow under another name, and opens the copy. It is open while the list has a workflow. */
export function CopyDialog({ workflows, onClose }: { workflows: readonly WorkflowSummary[]; onClose(): void }) {
  const [workflow] = useLastList(workflows);
  return (
    <Modal opened={workflows.length > 0} onClose={onClose} title={texts.copyNamed(workflow?.name ?? '')}>
      {workflow && <CopyForm workflow={workflow} onClose={onClose} />}
    </Modal>
  );
}

const NAME_CHARACTERS = 200;

function CopyForm({ workflow, onClose }: { workflow: WorkflowSummary; onClose(): void }) {
  const [name, setName] = useState(texts.copyName(workflow.name).slice(0, NAME_CHARACTERS));
  const { isBusy, problem, perform } = useAction({ changes: [WORKFLOWS] });
  const navigate = useNavigate();

  async function copy() {
    const { workflow: made, secret_keys } = await copyWorkflow(workflow.id, name.trim());
    if (secret_keys.length > 0) notify(texts.credentialsFill(secret_keys.join(', ')));
    await navigate({ to: '/workflows/$workflowId', params: { workflowId: made.id } });
  }

  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        void perform(copy);
      }}
    >
      <p className="mb-8 dim">{texts.copyYoursNotShared}</p>
      <TextInput
        label={texts.nameCopy}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        maxLength={NAME_CHARACTERS}
        error={problem}
        data-autofocus
      />
      <DialogButtons action={texts.copy} isBusy={isBusy} disabled={name.trim() === ''} mt="lg" onCancel={onClose} />
    </form>
  );
}
