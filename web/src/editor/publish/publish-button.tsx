import { Button } from '@mantine/core';
import * as texts from '../../texts/publish.ts';
import { useEditor } from '../editor-context.ts';
import classes from './publish-button.module.css';

interface PublishButtonProps {
  /** How many changes wait. Undefined: nothing is published yet. */
  changes: number | undefined;
  isOpen: boolean;
  onClick(): void;
}

/** Opens the publish panel, and says how many changes wait for it. */
export function PublishButton({ changes, isOpen, onClick }: PublishButtonProps) {
  const isReadOnly = useEditor(state => state.isReadOnly);
  if (isReadOnly) return null;
  return (
    <Button
      data-tour="publish"
      size="xs"
      variant={changes === 0 ? 'default' : 'filled'}
      aria-expanded={isOpen}
      aria-label={changes === undefined ? texts.publish : texts.publishChanges(changes)}
      onClick={onClick}
      rightSection={changes !== undefined && changes > 0 && <span className={classes.changes}>{changes}</span>}
    >
      {texts.publish}
    </Button>
  );
}
