import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../api/session.ts';
import { EmptyState } from '../look/empty-state.tsx';
import { LinkButton } from '../look/link-button.tsx';
import { PageHeader } from '../look/page-header.tsx';
import { showChosen } from '../look/show-chosen.ts';
import tabs from '../look/tabs.module.css';
import { administrationTabs as texts } from '../texts/installation.ts';

const TABS = ['users', 'groups', 'organizations', 'audit', 'installation', 'jobs'] as const;
export type AdministrationTab = (typeof TABS)[number];

interface AdministrationHeaderProps {
  tab: AdministrationTab;
  /** Filters and search of the page. */
  children?: ReactNode;
  /** What can be done on the page, at the right. */
  actions?: ReactNode;
}

export function AdministrationHeader({ tab, children, actions }: AdministrationHeaderProps) {
  return (
    <>
      <PageHeader title={texts.title} actions={actions}>
        {children}
      </PageHeader>
      <nav ref={showChosen} className={tabs.tabs} aria-label={texts.label}>
        {TABS.map(name => (
          <Link
            key={name}
            to={`/administration/${name}`}
            className={tabs.tab}
            aria-current={name === tab ? 'page' : undefined}
          >
            {texts[name]}
          </Link>
        ))}
      </nav>
    </>
  );
}

/** Shows a page of the administration to administrators, and to everybody else why there is nothing to see. */
export function ForAdministrators({ children }: { children: ReactNode }) {
  const { user } = useSession();
  if (user.admin) return children;
  return (
    <>
      <PageHeader title={texts.title} />
      <EmptyState
        icon="lock"
        title={texts.notAllowed}
        text={texts.notAllowedText}
        action={<LinkButton to="/workflows">{texts.toWorkflows}</LinkButton>}
      />
    </>
  );
}
