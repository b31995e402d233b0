import { Button } from '@mantine/core';
import { Icon } from '../look/icons.tsx';
import * as texts from '../texts/editor.ts';
import classes from './empty-workflow.module.css';

export function EmptyWorkflow({ onAdd }: { onAdd?: ((element: HTMLElement) => void) | undefined }) {
  return (
    <div className={classes.empty}>
      <h2>{texts.workflowEmpty}</h2>
      <p>{texts.beginsTriggerWhatStarts}</p>
      {onAdd && (
        <Button leftSection={<Icon name="plus" />} onClick={event => onAdd(event.currentTarget)}>
          {texts.addTrigger}
        </Button>
      )}
    </div>
  );
}
