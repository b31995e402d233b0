import * as texts from '../texts/look.ts';
import { IconButton } from './icon-button.tsx';
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
      <IconButton
        icon="chevron-left"
        label={texts.previousPage}
        size="md"
        disabled={page <= 1}
        onClick={() => onChange(Math.min(page - 1, last))}
      />
      <IconButton
        icon="chevron-right"
        label={texts.nextPage}
        size="md"
        disabled={page >= last}
        onClick={() => onChange(page + 1)}
      />
    </nav>
  );
}
