import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { usePeopleNames } from '../../api/people.ts';
import type { RevisionEntry } from '../../api/revisions.ts';
import { formatClock } from '../../look/duration.ts';
import { Icon } from '../../look/icons.tsx';
import * as texts from '../../texts/revisions.ts';
import {
  dayTitle,
  describeChanges,
  isSameSpan,
  type RevisionDay,
  type RevisionGroup,
  type RevisionSpan,
  spanOf,
} from './revision-groups.ts';
import classes from './revisions-view.module.css';

interface RevisionListProps {
  days: readonly RevisionDay[];
  selected: RevisionSpan | undefined;
  onSelect(span: RevisionSpan): void;
}

/** Revisions by day and author. */
export function RevisionList({ days, selected, onSelect }: RevisionListProps) {
  const nameOf = usePeopleNames(days.flatMap(({ groups }) => groups.map(({ userId }) => userId)));
  const now = Date.now();
  return (
    <div className={classes.scroll}>
      {days.map(({ day, groups }) => (
        <section key={day} aria-label={dayTitle(day, now)}>
          <h3 className={classes.day}>{dayTitle(day, now)}</h3>
          <ul>
            {groups.map(group => (
              <GroupEntry
                key={group.revisions.at(-1)?.id}
                group={group}
                author={nameOf(group.userId) ?? texts.somebody}
                selected={selected}
                onSelect={onSelect}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface GroupEntryProps {
  group: RevisionGroup;
  author: string;
  selected: RevisionSpan | undefined;
  onSelect(span: RevisionSpan): void;
}

function GroupEntry({ group, author, selected, onSelect }: GroupEntryProps) {
  const { revisions, changes, origin } = group;
  const [isOpen, setOpen] = useState(false);
  const span = spanOf(group);
  if (!span) return null;
  return (
    <li>
      <div className="flex">
        <RevisionButton
          at={span.newest.created_at}
          title={author}
          text={describeChanges(changes, origin)}
          isSelected={isSameSpan(selected, span)}
          onClick={() => onSelect(span)}
        />
        {revisions.length > 1 && (
          <UnstyledButton
            className={classes.fold}
            aria-expanded={isOpen}
            aria-label={texts.saves(revisions.length, author)}
            onClick={() => setOpen(!isOpen)}
          >
            {revisions.length}
            <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size={14} />
          </UnstyledButton>
        )}
      </div>
      {isOpen && (
        <ul className={classes.saves}>
          {revisions.map(revision => (
            <SaveEntry key={revision.id} revision={revision} selected={selected} onSelect={onSelect} />
          ))}
        </ul>
      )}
    </li>
  );
}

function SaveEntry({ revision, selected, onSelect }: { revision: RevisionEntry } & Omit<RevisionListProps, 'days'>) {
  const span = { newest: revision, oldest: revision };
  return (
    <li>
      <RevisionButton
        at={revision.created_at}
        text={describeChanges(revision.changes, revision.origin)}
        isSelected={isSameSpan(selected, span)}
        onClick={() => onSelect(span)}
      />
    </li>
  );
}

interface RevisionButtonProps {
  at: number;
  title?: string;
  text: string;
  isSelected: boolean;
  onClick(): void;
}

function RevisionButton({ at, title, text, isSelected, onClick }: RevisionButtonProps) {
  return (
    <UnstyledButton className={classes.revision} aria-current={isSelected || undefined} onClick={onClick}>
      <span className={classes.time}>{formatClock(at, at)}</span>
      <span className="grid min-w-0">
        {title !== undefined && <strong className="medium">{title}</strong>}
        <span className="tiny dim">{text}</span>
      </span>
    </UnstyledButton>
  );
}
