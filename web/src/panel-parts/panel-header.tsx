/** The head of every page of a panel, with the tabs that lead to the others. */
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type OpenedPanel, panelQuery } from '../api/panels.ts';
import { ApiError } from '../api/transport/client.ts';
import { Icon } from '../look/icons.tsx';
import { LinkButton } from '../look/inputs/link-button.tsx';
import { PageHeader } from '../look/page/page-header.tsx';
import { PageTabs } from '../look/page/page-tabs.tsx';
import { EmptyState } from '../look/states/empty-state.tsx';
import { ErrorState } from '../look/states/error-state.tsx';
import * as words from '../texts/common.ts';
import { panelHeader as texts } from '../texts/panels.ts';
import classes from './panel-header.module.css';
import { type PanelTab, visibleTabs } from './panel-tabs.ts';

interface PanelHeaderProps {
  panelId: string;
  tab: PanelTab;
  /** Filters and search of the page. */
  children?: ReactNode;
  /** What can be done on the page, at the right. */
  actions?: ReactNode;
}

export function PanelHeader({ panelId, tab, children, actions }: PanelHeaderProps) {
  const { data: opened } = useQuery(panelQuery(panelId));
  return (
    <>
      <PageHeader title={<Title opened={opened} />} actions={actions}>
        {children}
      </PageHeader>
      <PageTabs
        label={texts.label}
        tabs={visibleTabs(opened, tab)}
        current={tab}
        words={texts.tabs}
        linkOf={name => ({ to: `/panels/$panelId/${name}`, params: { panelId } })}
      />
    </>
  );
}

function Title({ opened }: { opened: OpenedPanel | undefined }) {
  return (
    <span className={classes.title}>
      <Link to="/panels" className={classes.up}>
        {words.panels}
      </Link>
      <Icon name="chevron-right" className="flex-none dim" />
      {opened ? <span className="truncate">{opened.panel.name}</span> : <Skeleton width={120} height={20} />}
      {opened && !opened.panel.enabled && <span className="tag">{words.offInText}</span>}
    </span>
  );
}

interface PanelGateProps {
  panelId: string;
  children(opened: OpenedPanel): ReactNode;
}

/** Shows a page of a panel once it is read. Who has no access sees the same as for a panel that does not exist. */
export function PanelGate({ panelId, children }: PanelGateProps) {
  const { data, error, refetch } = useQuery(panelQuery(panelId));
  // An address that is no id is refused as such. What was shown goes away when the panel is deleted or no longer shared.
  const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 422);
  if (data && !isUnknown) return children(data);
  if (!error) return <Skeleton height={200} m={20} width="auto" />;
  if (!isUnknown) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <EmptyState
      icon="database"
      title={texts.notFound}
      text={texts.notFoundText}
      action={<LinkButton to="/panels">{words.showAllPanels}</LinkButton>}
    />
  );
}
