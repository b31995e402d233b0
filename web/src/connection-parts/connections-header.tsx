/** The head of the lists of connections, with the tabs that lead from one list to the others. */
import type { ReactNode } from 'react';
import { PageHeader } from '../look/page/page-header.tsx';
import { PageTabs } from '../look/page/page-tabs.tsx';
import * as words from '../texts/common.ts';
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
      <PageHeader title={words.connections} actions={actions}>
        {children}
      </PageHeader>
      <PageTabs label={texts.label} tabs={TABS} current={tab} words={texts} linkOf={name => ({ to: `/${name}` })} />
    </>
  );
}
