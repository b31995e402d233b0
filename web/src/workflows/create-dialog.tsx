import { Button, Modal, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { createWorkflow, type Example, examplesQuery, importWorkflow } from '../api/workflows.ts';
import { Icon } from '../look/icons.tsx';
import classes from './create-dialog.module.css';
import { useRefreshLists } from './use-changes.ts';

interface CreateDialogProps {
  opened: boolean;
  onClose(): void;
}

/** Begins a workflow: empty, or from an example. */
export function CreateDialog({ opened, onClose }: CreateDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size={720}
      title="New workflow"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <CreateForm />
      <h3 className={classes.heading}>Or start from an example</h3>
      <ExampleList />
    </Modal>
  );
}

function CreateForm() {
  const [name, setName] = useState('');
  const { problem, isBusy, begin } = useBegin();

  function submit(event: FormEvent) {
    event.preventDefault();
    void begin(async () => (await createWorkflow(name.trim() || 'New workflow')).id);
  }

  return (
    <form onSubmit={submit} className={classes.form}>
      <TextInput
        label="Name"
        placeholder="New workflow"
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        maxLength={200}
        error={problem}
        className={classes.name}
        data-autofocus
      />
      <Button type="submit" loading={isBusy}>
        Create empty
      </Button>
    </form>
  );
}

/** The examples as cards. Each becomes a workflow of the user, which is opened. */
export function ExampleList({ most = Number.POSITIVE_INFINITY }: { most?: number }) {
  const { data, error } = useQuery(examplesQuery);
  const { problem, busyWith, begin } = useBegin();
  if (error) return <p role="alert">{error.message}</p>;
  const use = (example: Example) =>
    void begin(async () => (await importWorkflow(example.document)).workflow.id, example.id);
  return (
    <>
      {problem !== undefined && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      <ul className={classes.examples}>
        {data
          ? data.slice(0, most).map(example => (
              <li key={example.id}>
                <button
                  type="button"
                  className={classes.example}
                  onClick={() => use(example)}
                  disabled={busyWith !== undefined}
                  aria-busy={busyWith === example.id}
                >
                  <span className={classes.title}>
                    {example.title}
                    <Icon name="arrow-right" size={14} />
                  </span>
                  <span className={classes.description}>{example.description}</span>
                  <span className={classes.features}>{example.features.join(' · ')}</span>
                </button>
              </li>
            ))
          : Array.from({ length: Math.min(most, 6) }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else.
              <Skeleton key={index} height={104} component="li" />
            ))}
      </ul>
    </>
  );
}

/** Creates a workflow and opens it. */
function useBegin() {
  const [busyWith, setBusyWith] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const navigate = useNavigate();
  const refresh = useRefreshLists();

  async function begin(create: () => Promise<string>, what = '') {
    setBusyWith(what);
    setProblem(undefined);
    try {
      const workflowId = await create();
      void refresh();
      await navigate({ to: '/workflows/$workflowId', params: { workflowId } });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusyWith(undefined);
    }
  }

  return { problem, isBusy: busyWith !== undefined, busyWith, begin };
}
