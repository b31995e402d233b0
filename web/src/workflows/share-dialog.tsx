import { Button, Modal, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readWorkflow, saveSharing, type WorkflowSummary } from '../api/workflows.ts';
import classes from './share-dialog.module.css';
import { ShareFields } from './share-fields.tsx';
import { fromShares, mergeShares, type Share, toShares } from './shares.ts';
import { countWorkflows } from './summary-words.ts';
import { notify, useBulkAction, useRefreshLists } from './use-changes.ts';
import { useLastList } from './use-dialogs.ts';

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
      title={isSingle ? `Share ${first.name}` : `Share ${countWorkflows(shown.length)}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {isSingle ? <ShareOne workflow={first} onClose={onClose} /> : <ShareMany workflows={shown} onClose={onClose} />}
    </Modal>
  );
}

function ShareOne({ workflow, onClose }: { workflow: WorkflowSummary; onClose(): void }) {
  const { data, error } = useQuery({
    queryKey: ['workflow-sharing', workflow.id],
    queryFn: ({ signal }) => readWorkflow(workflow.id, signal),
    // What others have changed meanwhile must not be overwritten by something old.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const refresh = useRefreshLists();
  if (error) return <Text c="var(--failed)">{error.message}</Text>;
  if (!data) return <Skeleton height={160} />;

  async function save(shares: readonly Share[]) {
    await saveSharing(workflow.id, fromShares(shares));
    await refresh();
    notify(shares.length === 0 ? `${workflow.name} is not shared any more.` : `${workflow.name} is shared.`);
  }

  return <ShareEditor initial={toShares(data)} action="Save" onSave={save} onClose={onClose} />;
}

function ShareMany({ workflows, onClose }: ShareDialogProps) {
  const act = useBulkAction();

  async function add(added: readonly Share[]) {
    const addTo = async ({ id }: WorkflowSummary) =>
      saveSharing(id, fromShares(mergeShares(toShares(await readWorkflow(id)), added)));
    await act(workflows, addTo, 'shared');
  }

  return (
    <>
      <p className={classes.hint}>They are added to each of the workflows. Who has access already keeps it.</p>
      <ShareEditor initial={[]} action={`Share ${workflows.length}`} onSave={add} onClose={onClose} />
    </>
  );
}

interface ShareEditorProps {
  initial: readonly Share[];
  action: string;
  onSave(shares: readonly Share[]): Promise<void>;
  onClose(): void;
}

function ShareEditor({ initial, action, onSave, onClose }: ShareEditorProps) {
  const [shares, setShares] = useState(initial);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function save() {
    setBusy(true);
    setProblem(undefined);
    try {
      await onSave(shares);
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <ShareFields shares={shares} onChange={setShares} />
      {problem !== undefined && (
        <Text c="var(--failed)" role="alert" mt="sm">
          {problem}
        </Text>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={isBusy} disabled={shares === initial} onClick={save}>
          {action}
        </Button>
      </div>
    </>
  );
}
