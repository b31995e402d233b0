import { ActionIcon } from '@mantine/core';
import * as texts from '../texts/look.ts';
import { Icon } from './icons.tsx';
import classes from './pages.module.css';

interface PagesProps {
  page: number;
  pageSize: number;
  total: number;
  onChange(page: number): void;
}

/** Says which part of a long list is shown, and turns its pages. */
export function Pages({ page, pageSize, total, onChange }: PagesProps) {
  const last = Math.max(1, Math.ceil(total / pageSize));
  if (last === 1 && page === 1) return null;
  const first = (page - 1) * pageSize + 1;
  return (
    <nav className={classes.pages} aria-label={texts.pages}>
      <span className="dim">{texts.range(Math.min(first, total), Math.min(page * pageSize, total), total)}</span>
      <ActionIcon
        size="md"
        aria-label={texts.previousPage}
        disabled={page <= 1}
        onClick={() => onChange(Math.min(page - 1, last))}
      >
        <Icon name="chevron-left" />
      </ActionIcon>
      <ActionIcon size="md" aria-label={texts.nextPage} disabled={page >= last} onClick={() => onChange(page + 1)}>
        <Icon name="chevron-right" />
      </ActionIcon>
    </nav>
  );
}
