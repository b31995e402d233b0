import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteTest, runTests, type WorkflowTest, workflowTestsQuery } from '../../api/workflow-tests.ts';
import { ConfirmDialog } from '../../look/confirm-dialog.tsx';
import { Icon } from '../../look/icons.tsx';
import { Mark } from '../../look/mark.tsx';
import { ErrorState } from '../../look/states/error-state.tsx';
import { Problem } from '../../look/states/problem.tsx';
import { useAction } from '../../look/use-action.ts';
import { workflowTests as texts } from '../../texts/flow.ts';
import { useEditorParts } from '../editor-context.ts';
import panel from '../panel.module.css';
import classes from './flow-panel.module.css';
import { TestForm } from './test-form.tsx';

/** The tests of the workflow. They are executed with the draft as it is saved. */
export function TestList() {
  const { workflow, saving } = useEditorParts();
  const { data, error, refetch } = useQuery({ ...workflowTestsQuery(workflow.id), refetchOnMount: 'always' });
  const [edited, setEdited] = useState<WorkflowTest | 'new'>();
  const { isBusy, problem, perform } = useAction({
    changes: [workflowTestsQuery(workflow.id).queryKey],
    rereadsRefused: true,
  });

  async function run(testIds?: string[]) {
    await perform(
      async () => {
        await saving.requireSaved();
        return runTests(workflow.id, testIds);
      },
      ({ passed, failed }) => texts.ended(passed, failed),
    );
  }

  if (edited !== undefined) {
    const test = edited === 'new' ? undefined : edited;
    return <TestForm workflowId={workflow.id} test={test} onClose={() => setEdited(undefined)} />;
  }
  return (
    <>
      <p className="text-13 dim">{texts.about}</p>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={80} />}
      {data?.length === 0 && (
        <p className="text-13 dim">
          {texts.none} {texts.noneHow}
        </p>
      )}
      <div className="flex wrap gap-8">
        {data !== undefined && data.length > 0 && (
          <Button size="compact-md" leftSection={<Icon name="play" />} loading={isBusy} onClick={() => void run()}>
            {texts.runAll}
          </Button>
        )}
        <Button size="compact-md" variant="default" leftSection={<Icon name="plus" />} onClick={() => setEdited('new')}>
          {texts.add}
        </Button>
      </div>
      <Problem>{problem}</Problem>
      <ul aria-label={texts.list}>
        {data?.map(test => (
          <OneTest
            key={test.id}
            test={test}
            isBusy={isBusy}
            onRun={() => void run([test.id])}
            onEdit={() => setEdited(test)}
          />
        ))}
      </ul>
    </>
  );
}

const STATES = {
  none: { word: texts.notRun, icon: 'circle', tone: 'dim' },
  passed: { word: texts.passed, icon: 'circle-check', tone: 'success' },
  failed: { word: texts.failed, icon: 'circle-x', tone: 'failed' },
} as const;

interface OneTestProps {
  test: WorkflowTest;
  isBusy: boolean;
  onRun(): void;
  onEdit(): void;
}

function OneTest({ test, isBusy, onRun, onEdit }: OneTestProps) {
  const [asks, setAsks] = useState(false);
  const { name, last_problems: problems } = test;
  const state = problems === null ? 'none' : problems.length === 0 ? 'passed' : 'failed';
  return (
    <li className={panel.entry}>
      <div className={panel.line}>
        <span className="break-anywhere medium">{name}</span>
        <span className="flex-none text-12">
          <Mark {...STATES[state]} size={14} />
        </span>
      </div>
      {problems !== null && problems.length > 0 && (
        <ul className={classes.problems}>
          {problems.map(problem => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <div className={panel.actions}>
        <Button variant="subtle" size="compact-sm" disabled={isBusy} aria-label={texts.run(name)} onClick={onRun}>
          <Icon name="play" size={14} />
        </Button>
        <Button variant="subtle" size="compact-sm" aria-label={texts.edit(name)} onClick={onEdit}>
          {texts.editShort}
        </Button>
        <Button variant="subtle" size="compact-sm" aria-label={texts.delete(name)} onClick={() => setAsks(true)}>
          {texts.deleteShort}
        </Button>
      </div>
      <ConfirmDialog
        opened={asks}
        title={texts.deleteTitle}
        action={texts.deleteShort}
        danger
        changes={[workflowTestsQuery(test.workflow_id).queryKey]}
        onConfirm={() => deleteTest(test.id)}
        onClose={() => setAsks(false)}
      >
        {texts.deleteText(name)}
      </ConfirmDialog>
    </li>
  );
}
