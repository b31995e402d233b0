/** The dialog of the variable that the address names. */
import { Modal, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  deleteVariable,
  type ReferringWorkflow,
  VARIABLES,
  type VariableDetails,
  variableQuery,
} from '../api/variables.ts';
import { Icon } from '../look/icons.tsx';
import { ConfirmButton } from '../look/inputs/confirm-button.tsx';
import { ErrorState } from '../look/states/error-state.tsx';
import * as words from '../texts/common.ts';
import { variableDialog as texts } from '../texts/variables.ts';
import classes from './variable-dialog.module.css';
import { VariableForm } from './variable-form.tsx';

interface VariableDialogProps {
  /** An id, or `new`. Undefined when nothing is open. */
  variable: string | undefined;
  /** The organization whose variables are listed. */
  owner: string | undefined;
  onClose(): void;
}

export function VariableDialog({ variable, owner, onClose }: VariableDialogProps) {
  return (
    <Modal
      opened={variable !== undefined}
      onClose={onClose}
      title={variable === 'new' ? words.newVariable : <Title id={variable} />}
      // What was typed should not be lost by a click beside the dialog.
      closeOnClickOutside={false}
    >
      {variable === 'new' && <VariableForm owner={owner} onClose={onClose} />}
      {variable !== undefined && variable !== 'new' && <OneVariable key={variable} id={variable} onClose={onClose} />}
    </Modal>
  );
}

function Title({ id }: { id: string | undefined }) {
  const { data } = useQuery({ ...variableQuery(id ?? ''), enabled: id !== undefined });
  return <span className="truncate">{data ? texts.title(data.name) : texts.loading}</span>;
}

function OneVariable({ id, onClose }: { id: string; onClose(): void }) {
  // What is shown must not be older than what is saved, because saving is based on it.
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...variableQuery(id),
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
  });
  // What is typed stays when the variable could not be read again.
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data || !isFetchedAfterMount) return <Skeleton height={200} />;
  return (
    <>
      <VariableForm variable={data} actions={<DeleteButton variable={data} onDeleted={onClose} />} onClose={onClose} />
      <Users workflows={data.workflows} />
    </>
  );
}

function Users({ workflows }: { workflows: readonly ReferringWorkflow[] }) {
  return (
    <section className={classes.users} aria-label={texts.users}>
      <h3>{texts.users}</h3>
      {workflows.length === 0 ? (
        <p className="dim">{texts.unused}</p>
      ) : (
        <ul>
          {workflows.map(({ id, name }) => (
            <li key={id}>
              <Icon name="workflow" />
              <Link to="/workflows/$workflowId" params={{ workflowId: id }}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function DeleteButton({ variable, onDeleted }: { variable: VariableDetails; onDeleted(): void }) {
  const { id, name, workflows } = variable;
  return (
    <ConfirmButton
      icon="trash-2"
      button={{ variant: 'subtle', color: 'red.9' }}
      title={words.deleteQuestion(name)}
      action={words.deleteAction}
      danger
      changes={[VARIABLES]}
      onConfirm={async () => {
        await deleteVariable(id);
        onDeleted();
      }}
      done={texts.deleted(name)}
    >
      {workflows.length === 0 ? texts.deleteText : texts.deleteUsed(workflows.length)}
    </ConfirmButton>
  );
}
