import { Button, type ButtonProps, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import * as texts from '../texts/look.ts';
import { Icon, type IconName } from './icons.tsx';

interface DialogButtonsProps {
  /** The verb on the button, such as "Save". */
  action: ReactNode;
  icon?: IconName;
  isBusy?: boolean;
  disabled?: boolean;
  /** Whether the action destroys something, so that a key pressed too early must not start it. */
  danger?: boolean;
  /** Whether the action has the focus, because there is nothing else to do. */
  isFocused?: boolean;
  size?: ButtonProps['size'];
  mt?: string;
  /** The word for the way back, unless it is "Cancel". */
  back?: string;
  /** Undefined where the button submits the form around it. */
  onAction?: () => unknown;
  onCancel(): void;
}

/** The end of a dialog or of a form: the way back, and what it is all about. */
export function DialogButtons(props: DialogButtonsProps) {
  const { action, icon, isBusy = false, disabled = false, danger = false, isFocused = false } = props;
  const { size, mt, back, onAction, onCancel } = props;
  return (
    <Group justify="flex-end" gap="xs" mt={mt}>
      <Button variant="default" size={size} onClick={onCancel} data-autofocus={danger || undefined}>
        {back ?? texts.cancel}
      </Button>
      <Button
        type={onAction ? 'button' : 'submit'}
        color={danger ? 'red.9' : undefined}
        size={size}
        loading={isBusy}
        disabled={disabled}
        leftSection={icon && <Icon name={icon} />}
        data-autofocus={isFocused || undefined}
        onClick={onAction && (() => void onAction())}
      >
        {action}
      </Button>
    </Group>
  );
}
