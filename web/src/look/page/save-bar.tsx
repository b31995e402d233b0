/** Appears as soon as something is not saved, and asks before it is lost. */
import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import * as words from '../../texts/common.ts';
import { saving as texts } from '../../texts/look.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import classes from './save-bar.module.css';

interface SaveBarProps {
  hasChanged: boolean;
  /** Whether the bar is only an offer: nothing was typed that could be lost. */
  isUntouched?: boolean;
  isBusy: boolean;
  /** What the service said. */
  problem?: string | undefined;
  /** What is missing, or what comes next. */
  note?: string | undefined;
  canSave: boolean;
  action?: string;
  onSave(): void;
  /** Undefined where there is nothing to go back to. */
  onDiscard?: () => void;
}

export function SaveBar(props: SaveBarProps) {
  const { hasChanged, isUntouched = false, isBusy, problem, note, canSave, action, onSave, onDiscard } = props;
  return (
    <>
      {hasChanged && (
        <section className={classes.bar} aria-label={texts.unsaved}>
          <span className={classes.text} data-failed={problem !== undefined || undefined} role="status">
            {problem ?? (note || texts.unsaved)}
          </span>
          {onDiscard && (
            <Button variant="default" disabled={isBusy} onClick={onDiscard}>
              {words.discard}
            </Button>
          )}
          <Button loading={isBusy} disabled={!canSave} onClick={onSave}>
            {action ?? words.save}
          </Button>
        </section>
      )}
      <LeaveGuard hasChanged={hasChanged && !isUntouched && !isBusy} />
    </>
  );
}

/** Asks before what was typed is lost. */
export function LeaveGuard({ hasChanged }: { hasChanged: boolean }) {
  const blocker = useBlocker({
    // Another filter or tab of the same page loses nothing.
    shouldBlockFn: ({ current, next }) => hasChanged && current.pathname !== next.pathname,
    enableBeforeUnload: hasChanged,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      title={words.leaveWithoutSaving}
      action={words.leave}
      danger
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {texts.leaveText}
    </ConfirmDialog>
  );
}
