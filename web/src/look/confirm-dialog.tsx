import { Button, Group, Modal, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import * as texts from '../texts/look.ts';

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  /** Says plainly what happens. */
  children: ReactNode;
  /** The verb on the button, such as "Delete". */
  action: string;
  danger?: boolean;
  onConfirm(): Promise<unknown> | unknown;
  onClose(): void;
}

/** Stays open, with the reason, when the action fails. */
export function ConfirmDialog({ opened, title, children, action, danger, onConfirm, onClose }: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  function close() {
    setProblem(undefined);
    onClose();
  }

  async function confirm() {
    setBusy(true);
    setProblem(undefined);
    try {
      await onConfirm();
      close();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Modal opened={opened} onClose={close} title={title} closeButtonProps={{ 'aria-label': texts.close }}>
      <Text component="div">{children}</Text>
      {problem !== undefined && (
        <Text c="var(--failed)" role="alert" mt="sm">
          {problem}
        </Text>
      )}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={close} data-autofocus={danger || undefined}>
          {texts.cancel}
        </Button>
        <Button
          color={danger ? 'red.9' : undefined}
          loading={busy}
          onClick={confirm}
          data-autofocus={!danger || undefined}
        >
          {action}
        </Button>
      </Group>
    </Modal>
  );
}
