import { deleteWorkflow, WORKFLOWS, type WorkflowSummary } from '../api/workflows.ts';
import { ConfirmDialog } from '../look/confirm-dialog.tsx';
import { countWorkflows } from '../texts/counts.ts';
import * as texts from '../texts/workflows.ts';
import classes from './delete-dialog.module.css';
import { describeDeletion } from './summary-words.ts';
import { useBulkAction } from './use-changes.ts';
import { useLastList } from './use-dialogs.ts';

interface DeleteDialogProps {
  workflows: readonly WorkflowSummary[];
  onClose(): void;
}

/** Says what goes with the workflows before they are deleted. */
export function DeleteDialog({ workflows: chosen, onClose }: DeleteDialogProps) {
  const workflows = useLastList(chosen);
  const act = useBulkAction();
  const [first] = workflows;
  const isSingle = workflows.length === 1 && first !== undefined;
  const title = isSingle ? texts.deleteQuestion(first.name) : texts.deleteQuestion(countWorkflows(workflows.length));

  async function remove() {
    if (isSingle) await deleteWorkflow(first.id);
    else await act(workflows, ({ id }) => deleteWorkflow(id), texts.deletedDone);
  }

  return (
    <ConfirmDialog
      opened={chosen.length > 0}
      title={title}
      action={isSingle ? texts.deleteAction : texts.deleteCounted(workflows.length)}
      danger
      changes={[WORKFLOWS]}
      onConfirm={remove}
      done={isSingle ? texts.wasDeleted(first.name) : undefined}
      onClose={onClose}
    >
      {!isSingle && <p className="mb-8 medium break-anywhere">{listNames(workflows)}</p>}
      <p className={classes.line}>{isSingle ? texts.whatGoesWithOne : texts.whatGoesWithMany}</p>
      <ul className={classes.list}>
        {describeDeletion(workflows).map(line => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}

const SHOWN_NAMES = 5;

function listNames(workflows: readonly WorkflowSummary[]): string {
  const names = workflows.slice(0, SHOWN_NAMES).map(({ name }) => name);
  const more = workflows.length - names.length;
  return [...names, ...(more > 0 ? [texts.more(more)] : [])].join(', ');
}
