import type { ComponentType, ReactNode } from 'react';
import { useSession } from '../api/session.ts';
import { LinkButton } from '../look/inputs/link-button.tsx';
import { PageHeader } from '../look/page/page-header.tsx';
import { PageTabs } from '../look/page/page-tabs.tsx';
import { EmptyState } from '../look/states/empty-state.tsx';
import * as words from '../texts/common.ts';
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
      <PageHeader title={words.administration} actions={actions}>
        {children}
      </PageHeader>
      <PageTabs
        label={texts.label}
        tabs={TABS}
        current={tab}
        words={texts}
        linkOf={name => ({ to: `/administration/${name}` })}
      />
    </>
  );
}

/** Makes a page that shows its content to administrators, and to everybody else why there is nothing to see. */
export function forAdministrators(Content: ComponentType): ComponentType {
  return function Page() {
    const { user } = useSession();
    if (user.admin) return <Content />;
    return (
      <>
        <PageHeader title={words.administration} />
        <EmptyState
          icon="lock"
          title={texts.notAllowed}
          text={texts.notAllowedText}
          action={<LinkButton to="/workflows">{words.goToTheWorkflows}</LinkButton>}
        />
      </>
    );
  };
}
