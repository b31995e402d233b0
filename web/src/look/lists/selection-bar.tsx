import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icons.tsx';
import classes from './selection-bar.module.css';

interface SelectionBarProps {
  label: string;
  /** How many are selected, in words. */
  selected: string;
  clear: string;
  onClear(): void;
  children: ReactNode;
}

/** What can be done with the selected entries of a list, below it. */
export function SelectionBar({ label, selected, clear, onClear, children }: SelectionBarProps) {
  return (
    <div className={classes.bar} role="toolbar" aria-label={label}>
      <strong aria-live="polite">{selected}</strong>
      {children}
      <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
        {clear}
      </Button>
    </div>
  );
}

export function SelectionAction({ icon, label, onClick }: { icon: IconName; label: string; onClick(): void }) {
  return (
    <Button size="xs" variant="default" leftSection={<Icon name={icon} size={14} />} onClick={onClick}>
      {label}
    </Button>
  );
}
