import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { PanelSummary } from '../api/panels.ts';
import { useSession } from '../api/session.ts';
import link from '../look/row-link.module.css';
import table from '../look/table.module.css';
import { Time } from '../look/time.tsx';
import { firstTab } from '../panel-parts/panel-tabs.ts';
import { StorageUsage } from '../panel-parts/storage-usage.tsx';
import { panels as texts } from '../texts/panels.ts';
import classes from './panel-table.module.css';

/** Undefined while the list is read for the first time. */
export function PanelTable({ panels }: { panels: readonly PanelSummary[] | undefined }) {
  const { columns } = texts;
  return (
    <table className={table.table}>
      <caption className="visually-hidden">{texts.title}</caption>
      <thead>
        <tr>
          <th scope="col">{columns.name}</th>
          <th scope="col" className={classes.owner}>
            {columns.owner}
          </th>
          <th scope="col" className={classes.number}>
            {columns.files}
          </th>
          <th scope="col" className={classes.storage}>
            {columns.storage}
          </th>
          <th scope="col" className={classes.records}>
            {columns.records}
          </th>
          <th scope="col" className={classes.changed}>
            {columns.changed}
          </th>
        </tr>
      </thead>
      <tbody>
        {panels
          ? panels.map(summary => <PanelRow key={summary.panel.id} summary={summary} />)
          : Array.from({ length: 5 }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else.
              <tr key={index}>
                <td colSpan={6}>
                  <Skeleton height={16} width={`${90 - ((index * 37) % 50)}%`} />
                </td>
              </tr>
            ))}
      </tbody>
    </table>
  );
}

function PanelRow({ summary }: { summary: PanelSummary }) {
  const { panel, owner, owned, may_use, files, size, records, updated } = summary;
  const { user } = useSession();
  return (
    <tr>
      <th scope="row">
        <Link
          to={`/panels/$panelId/${firstTab(summary)}`}
          params={{ panelId: panel.id }}
          className={`${link.link} ${table.name}`}
        >
          <bdi>{panel.name}</bdi>
        </Link>
        {!panel.enabled && <span className="tag">{texts.off}</span>}
        {!owned && may_use && <span className="tag">{texts.sharedWith}</span>}
      </th>
      <td className={classes.owner} title={owner.email}>
        <bdi>{owner.id === user.id ? texts.you : owner.name || owner.email}</bdi>
      </td>
      <td className={classes.number}>{texts.files(files)}</td>
      <td className={classes.storage}>
        <StorageUsage used={size} megabytes={panel.file_storage.limit_mb} />
      </td>
      <td className={classes.records}>{panel.database ? texts.records(records) : texts.noDatabase}</td>
      <td className={classes.changed}>
        <Time at={updated} />
      </td>
    </tr>
  );
}
