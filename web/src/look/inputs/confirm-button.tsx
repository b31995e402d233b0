import { Button, type ButtonProps } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog, type ConfirmDialogProps } from '../confirm-dialog.tsx';
import { Icon, type IconName } from '../icons.tsx';

interface ConfirmButtonProps<Result> extends Omit<ConfirmDialogProps<Result>, 'opened' | 'onClose'> {
  /** The words on the button, unless they are those of the action. */
  label?: string;
  icon?: IconName;
  button?: ButtonProps;
}

/** A button that asks before it acts. */
export function ConfirmButton<Result>({ label, icon, button, ...dialog }: ConfirmButtonProps<Result>) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={icon && <Icon name={icon} {...(button?.size === 'xs' && { size: 14 })} />}
        {...button}
        onClick={() => setAsking(true)}
      >
        {label ?? dialog.action}
      </Button>
      <ConfirmDialog {...dialog} opened={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}
