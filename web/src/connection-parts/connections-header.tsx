/** The head of the lists of connections, with the tabs that lead from one list to the others. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageHeader } from '../look/page-header.tsx';
import { connectionTabs as texts } from '../texts/connections.ts';
import classes from './connections-header.module.css';

const TABS = ['credentials', 'connectors', 'variables'] as const;
export type ConnectionTab = (typeof TABS)[number];

interface ConnectionsHeaderProps {
  tab: ConnectionTab;
  /** Filters and search of the page. */
  children?: ReactNode;
  /** What can be done on the page, at the right. */
  actions?: ReactNode;
}

export function ConnectionsHeader({ tab, children, actions }: ConnectionsHeaderProps) {
  return (
    <>
      <PageHeader title={texts.title} actions={actions}>
        {children}
      </PageHeader>
      <nav className={classes.tabs} aria-label={texts.label}>
        {TABS.map(name => (
          <Link key={name} to={`/${name}`} className={classes.tab} aria-current={name === tab ? 'page' : undefined}>
            {texts[name]}
          </Link>
        ))}
      </nav>
    </>
  );
}
