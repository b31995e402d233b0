import { Modal, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readWorkflow, saveSharing, sharingQuery, WORKFLOWS, type WorkflowSummary } from '../api/workflows.ts';
import { DialogButtons } from '../look/dialog-buttons.tsx';
import { Problem } from '../look/states/problem.tsx';
import { useAction } from '../look/use-action.ts';
import { ShareFields } from '../sharing/share-fields.tsx';
import { fromShares, mergeShares, toShares } from '../sharing/shares.ts';
import * as words from '../texts/common.ts';
import { countWorkflows } from '../texts/counts.ts';
import { sharing as texts } from '../texts/sharing.ts';
import { sharedDone } from '../texts/workflows.ts';
import { ShareScopes } from './share-scopes.tsx';
import { notify, useBulkAction } from './use-changes.ts';
import { useLastList } from './use-dialogs.ts';
import { type GrantedScopes, NEW_SHARE, type WorkflowShare } from './workflow-shares.ts';

interface ShareDialogProps {
  workflows: readonly WorkflowSummary[];
  onClose(): void;
}

/** Shares one workflow, showing all who have access; or adds people and groups to several. */
export function ShareDialog({ workflows, onClose }: ShareDialogProps) {
  const shown = useLastList(workflows);
  const [first] = shown;
  const isSingle = shown.length === 1 && first !== undefined;
  return (
    <Modal
      opened={workflows.length > 0}
      onClose={onClose}
      size={600}
      title={texts.share(isSingle ? first.name : countWorkflows(shown.length))}
    >
      {isSingle ? <ShareOne workflow={first} onClose={onClose} /> : <ShareMany workflows={shown} onClose={onClose} />}
    </Modal>
  );
}

function ShareOne({ workflow, onClose }: { workflow: WorkflowSummary; onClose(): void }) {
  const { data, error } = useQuery(sharingQuery(workflow.id));
  if (error && !data) return <Text c="var(--failed)">{error.message}</Text>;
  if (!data) return <Skeleton height={160} />;

  async function save(shares: readonly WorkflowShare[]) {
    await saveSharing(workflow.id, fromShares(shares));
    notify(shares.length === 0 ? texts.notShared(workflow.name) : texts.shared(workflow.name));
  }

  return <ShareEditor initial={toShares<GrantedScopes>(data)} action={words.save} onSave={save} onClose={onClose} />;
}

function ShareMany({ workflows, onClose }: ShareDialogProps) {
  const act = useBulkAction();

  async function add(added: readonly WorkflowShare[]) {
    const addTo = async ({ id }: WorkflowSummary) =>
      saveSharing(id, fromShares(mergeShares(toShares<GrantedScopes>(await readWorkflow(id)), added)));
    await act(workflows, addTo, sharedDone);
  }

  return (
    <>
      <p className="mb-8 dim">{texts.addedToEach}</p>
      <ShareEditor initial={[]} action={texts.share(String(workflows.length))} onSave={add} onClose={onClose} />
    </>
  );
}

interface ShareEditorProps {
  initial: readonly WorkflowShare[];
  action: string;
  onSave(shares: readonly WorkflowShare[]): Promise<void>;
  onClose(): void;
}

function ShareEditor({ initial, action, onSave, onClose }: ShareEditorProps) {
  const [shares, setShares] = useState(initial);
  const { isBusy, problem, perform } = useAction({ changes: [WORKFLOWS] });

  async function save() {
    if (await perform(() => onSave(shares))) onClose();
  }

  return (
    <>
      <ShareFields
        shares={shares}
        extra={NEW_SHARE}
        onChange={setShares}
        renderExtra={(share, name, change) => <ShareScopes share={share} name={name} onChange={change} />}
        autoFocus
      />
      <Problem>{problem}</Problem>
      <DialogButtons
        action={action}
        isBusy={isBusy}
        disabled={shares === initial}
        mt="lg"
        onAction={save}
        onCancel={onClose}
      />
    </>
  );
}
