import { Button, Code } from '@mantine/core';
import type { ReactNode } from 'react';
import * as texts from '../../texts/look.ts';
import { CopyButton } from '../copy-button.tsx';
import { Icon, type IconName } from '../icons.tsx';
import classes from './empty-state.module.css';

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
      <Icon name={icon} size={28} className="dim" />
      <h2>{title}</h2>
      <p>{text}</p>
      {action}
      {curl !== undefined && (
        <div className={classes.curl}>
          <Code>{curl}</Code>
          <CopyButton text={curl} label={texts.copyTheCommand} />
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

interface EmptyListProps extends Pick<EmptyStateProps, 'icon' | 'action' | 'curl'> {
  texts: {
    emptyTitle: string;
    emptyText: string;
    nothingFits: string;
    nothingFitsText: string;
    /** "Show all", unless it says of what. */
    showAll?: string;
  };
  isFiltered: boolean;
  onReset(): void;
}

/** An empty list says why it is empty, and what to do about it. */
export function EmptyList({ texts: said, isFiltered, onReset, ...props }: EmptyListProps) {
  if (!isFiltered) return <EmptyState title={said.emptyTitle} text={said.emptyText} {...props} />;
  const { nothingFits, nothingFitsText, showAll = texts.showAll } = said;
  return <NothingFits title={nothingFits} text={nothingFitsText} action={showAll} onReset={onReset} />;
}
