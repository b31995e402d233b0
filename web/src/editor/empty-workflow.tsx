import { Button } from '@mantine/core';
import { Icon } from '../look/icons.tsx';
import classes from './empty-workflow.module.css';

export function EmptyWorkflow({ onAdd }: { onAdd?: ((element: HTMLElement) => void) | undefined }) {
  return (
    <div className={classes.empty}>
      <h2>This workflow is empty</h2>
      <p>It begins with a trigger: what starts it. The other steps follow.</p>
      {onAdd && (
        <Button leftSection={<Icon name="plus" />} onClick={event => onAdd(event.currentTarget)}>
          Add a trigger
        </Button>
      )}
    </div>
  );
}
