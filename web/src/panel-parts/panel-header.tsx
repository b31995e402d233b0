/** The head of every page of a panel, with the tabs that lead to the others. */
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError } from '../api/client.ts';
import { type OpenedPanel, panelQuery } from '../api/panels.ts';
import { EmptyState } from '../look/empty-state.tsx';
import { ErrorState } from '../look/error-state.tsx';
import { Icon } from '../look/icons.tsx';
import { LinkButton } from '../look/link-button.tsx';
import { PageHeader } from '../look/page-header.tsx';
import { showChosen } from '../look/show-chosen.ts';
import tabs from '../look/tabs.module.css';
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
      <nav ref={showChosen} className={tabs.tabs} aria-label={texts.label}>
        {visibleTabs(opened, tab).map(name => (
          <Link
            key={name}
            to={`/panels/$panelId/${name}`}
            params={{ panelId }}
            className={tabs.tab}
            aria-current={name === tab ? 'page' : undefined}
          >
            {texts.tabs[name]}
          </Link>
        ))}
      </nav>
    </>
  );
}

function Title({ opened }: { opened: OpenedPanel | undefined }) {
  return (
    <span className={classes.title}>
      <Link to="/panels" className={classes.up}>
        {texts.panels}
      </Link>
      <Icon name="chevron-right" className={classes.arrow} />
      {opened ? <span className="truncate">{opened.panel.name}</span> : <Skeleton width={120} height={20} />}
      {opened && !opened.panel.enabled && <span className="tag">{texts.off}</span>}
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
      action={<LinkButton to="/panels">{texts.toPanels}</LinkButton>}
    />
  );
}
