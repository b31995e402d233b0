import { Code } from '@mantine/core';
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
