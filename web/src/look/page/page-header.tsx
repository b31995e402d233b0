import type { ReactNode } from 'react';
import classes from './page-header.module.css';

interface PageHeaderProps {
  title: ReactNode;
  /** Filters and search, beside the title. */
  children?: ReactNode;
  /** What can be done on this page, at the right. */
  actions?: ReactNode;
}

export function PageHeader({ title, children, actions }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      <h1>{title}</h1>
      <div className={classes.middle}>{children}</div>
      <div className="row wrap gap-8">{actions}</div>
    </header>
  );
}
