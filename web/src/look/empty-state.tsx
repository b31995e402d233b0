import { Button, Code } from '@mantine/core';
import type { ReactNode } from 'react';
import * as texts from '../texts/look.ts';
import { CopyButton } from './copy-button.tsx';
import classes from './empty-state.module.css';
import { Icon, type IconName } from './icons.tsx';

interface EmptyStateProps {
  icon: IconName;
  title: string;
  /** Says what the list is for. */
  text: ReactNode;
  action?: ReactNode;
  /** The same by the API. */
  curl?: string;
}

export function EmptyState({ icon, title, text, action, curl }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      <Icon name={icon} size={28} className={classes.icon} />
      <h2>{title}</h2>
      <p>{text}</p>
      {action}
      {curl !== undefined && (
        <div className={classes.curl}>
          <Code>{curl}</Code>
          <CopyButton text={curl} label={texts.copyCommand} />
        </div>
      )}
    </div>
  );
}

interface NothingFitsProps extends Pick<EmptyStateProps, 'title' | 'text' | 'curl'> {
  /** The word for showing everything again. */
  action: string;
  onReset(): void;
}

/** What a list shows whose filters leave out all that it has. */
export function NothingFits({ action, onReset, ...words }: NothingFitsProps) {
  return (
    <EmptyState
      {...words}
      icon="search"
      action={
        <Button variant="default" onClick={onReset}>
          {action}
        </Button>
      }
    />
  );
}
