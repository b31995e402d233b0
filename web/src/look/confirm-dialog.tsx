import { Modal, Text } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DialogButtons } from './dialog-buttons.tsx';
import { Problem } from './states/problem.tsx';
import { type Done, useAction } from './use-action.ts';

export interface ConfirmDialogProps<Result> {
  opened: boolean;
  title: string;
  /** Says plainly what happens. */
  children: ReactNode;
  /** The verb on the button, such as "Delete". */
  action: string;
  danger?: boolean;
  /** The beginnings of the keys of what it changes. */
  changes?: readonly QueryKey[];
  onConfirm(): Promise<Result> | Result;
  done?: Done<Result> | undefined;
  onClose(): void;
}

/** Stays open, with the reason, when the action fails. */
export function ConfirmDialog<Result>(props: ConfirmDialogProps<Result>) {
  const { opened, title, children, action, danger = false, changes = [], onConfirm, done, onClose } = props;
  const { isBusy, problem, perform, dismiss } = useAction({ changes });

  function close() {
    dismiss();
    onClose();
  }

  return (
    <Modal opened={opened} onClose={close} title={title}>
      <Text component="div">{children}</Text>
      <Problem>{problem}</Problem>
      <DialogButtons
        action={action}
        isBusy={isBusy}
        danger={danger}
        isFocused={!danger}
        mt="lg"
        onAction={async () => {
          if (await perform(onConfirm, done)) close();
        }}
        onCancel={close}
      />
    </Modal>
  );
}
