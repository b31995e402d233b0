import { Link } from '@tanstack/react-router';
import type { PanelSummary } from '../api/panels.ts';
import { useSession } from '../api/session.ts';
import { ColumnHead } from '../look/lists/column-head.tsx';
import link from '../look/lists/row-link.module.css';
import table from '../look/lists/table.module.css';
import { Time } from '../look/time.tsx';
import { firstTab } from '../panel-parts/panel-tabs.ts';
import { StorageUsage } from '../panel-parts/storage-usage.tsx';
import * as words from '../texts/common.ts';
import { panels as texts } from '../texts/panels.ts';
import classes from './panel-table.module.css';

export function PanelTable({ panels }: { panels: readonly PanelSummary[] }) {
  const { columns } = texts;
  return (
    <table className={table.table}>
      <caption className="visually-hidden">{words.panels}</caption>
      <thead>
        <tr>
          <ColumnHead>{columns.name}</ColumnHead>
          <ColumnHead className={classes.owner}>{columns.owner}</ColumnHead>
          <ColumnHead className={classes.number}>{columns.files}</ColumnHead>
          <ColumnHead className={classes.storage}>{columns.storage}</ColumnHead>
          <ColumnHead className={classes.records}>{columns.records}</ColumnHead>
          <ColumnHead className={classes.changed}>{columns.changed}</ColumnHead>
        </tr>
      </thead>
      <tbody>
        {panels.map(summary => (
          <PanelRow key={summary.panel.id} summary={summary} />
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
        {!panel.enabled && <span className="tag">{words.offInText}</span>}
        {!owned && may_use && <span className="tag">{texts.sharedWith}</span>}
      </th>
      <td className={classes.owner} title={owner.email}>
        <bdi>{owner.id === user.id ? words.you : owner.name || owner.email}</bdi>
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
