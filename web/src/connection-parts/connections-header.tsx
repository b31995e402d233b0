/** The head of the lists of connections, with the tabs that lead from one list to the others. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageHeader } from '../look/page-header.tsx';
import { showChosen } from '../look/show-chosen.ts';
import tabs from '../look/tabs.module.css';
import { connectionTabs as texts } from '../texts/connections.ts';

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
      <nav ref={showChosen} className={tabs.tabs} aria-label={texts.label}>
        {TABS.map(name => (
          <Link key={name} to={`/${name}`} className={tabs.tab} aria-current={name === tab ? 'page' : undefined}>
            {texts[name]}
          </Link>
        ))}
      </nav>
    </>
  );
}
