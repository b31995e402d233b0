import { ActionIcon } from '@mantine/core';
import { Icon } from '../look/icons.tsx';
import * as texts from '../texts/workflows.ts';
import classes from './pages.module.css';
import { PAGE_SIZE } from './search.ts';

interface PagesProps {
  page: number;
  total: number;
  onChange(page: number): void;
}

/** Says which part of a long list is shown, and turns its pages. */
export function Pages({ page, total, onChange }: PagesProps) {
  const last = Math.max(1, Math.ceil(total / PAGE_SIZE));
  if (last === 1 && page === 1) return null;
  const first = (page - 1) * PAGE_SIZE + 1;
  return (
    <nav className={classes.pages} aria-label={texts.pages}>
      <span className="dim">
        {texts.ofIt2(Math.min(first, total), Math.min(page * PAGE_SIZE, total), total.toLocaleString())}
      </span>
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
