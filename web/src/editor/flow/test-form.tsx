import { Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { createTest, updateTest, type WorkflowTest, workflowTestsQuery } from '../../api/workflow-tests.ts';
import { DialogButtons } from '../../look/dialog-buttons.tsx';
import { Problem } from '../../look/states/problem.tsx';
import { useAction } from '../../look/use-action.ts';
import { workflowTests as texts } from '../../texts/flow.ts';
import panel from '../panel.module.css';
import { readTestText, writeTestText } from './test-text.ts';

interface TestFormProps {
  workflowId: string;
  /** Undefined when it is a new one. */
  test: WorkflowTest | undefined;
  onClose(): void;
}

export function TestForm({ workflowId, test, onClose }: TestFormProps) {
  const [name, setName] = useState(test?.name ?? '');
  const [text, setText] = useState(() => writeTestText(test));
  const { isBusy, problem, perform } = useAction({ changes: [workflowTestsQuery(workflowId).queryKey] });
  const read = readTestText(text);

  async function save(event: FormEvent) {
    event.preventDefault();
    if (!('content' in read)) return;
    const { content } = read;
    await perform(async () => {
      if (test) await updateTest({ id: test.id, name, ...content });
      else await createTest({ workflow_id: workflowId, name, ...content });
      onClose();
    });
  }

  return (
    <form className={panel.form} onSubmit={event => void save(event)}>
      <TextInput
        label={texts.name}
        value={name}
        maxLength={200}
        autoFocus
        onChange={event => setName(event.currentTarget.value)}
      />
      <Textarea
        label={texts.content}
        description={texts.contentAbout}
        classNames={{ input: 'font-mono text-12' }}
        autosize
        minRows={10}
        maxRows={30}
        spellCheck={false}
        value={text}
        error={'problem' in read && read.problem}
        onChange={event => setText(event.currentTarget.value)}
      />
      <Problem>{problem}</Problem>
      <DialogButtons
        action={texts.save}
        isBusy={isBusy}
        disabled={name.trim() === '' || 'problem' in read}
        size="compact-md"
        onCancel={onClose}
      />
    </form>
  );
}
