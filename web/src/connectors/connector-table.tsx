import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Connector } from '../api/connectors.ts';
import { usableCredentialsQuery } from '../api/credentials.ts';
import type { McpServerSummary } from '../api/mcp-servers.ts';
import { CredentialMark } from '../connection-parts/credential-mark.tsx';
import classes from '../connection-parts/list.module.css';
import { useOwnerNames } from '../connection-parts/owner.tsx';
import { Icon } from '../look/icons.tsx';
import { ColumnHead } from '../look/lists/column-head.tsx';
import link from '../look/lists/row-link.module.css';
import table from '../look/lists/table.module.css';
import { Time } from '../look/time.tsx';
import * as common from '../texts/common.ts';
import { connectors as texts } from '../texts/connectors.ts';
import { formatNumber } from '../texts/locale.ts';
import { ServerMark } from './server-mark.tsx';

interface ConnectorTableProps {
  connectors: readonly Connector[];
  servers: readonly McpServerSummary[];
}

/** One line of either kind. */
type Line = { kind: 'api'; item: Connector } | { kind: 'server'; item: McpServerSummary };

export function ConnectorTable({ connectors, servers }: ConnectorTableProps) {
  const ownerOf = useOwnerNames([...connectors, ...servers].map(({ owner }) => owner));
  const lines: Line[] = [
    ...connectors.map(item => ({ kind: 'api' as const, item })),
    ...servers.map(item => ({ kind: 'server' as const, item })),
  ];
  lines.sort((one, other) => one.item.title.localeCompare(other.item.title));
  return (
    <table className={table.table} aria-label={texts.table}>
      <thead>
        <tr>
          <ColumnHead>{common.title}</ColumnHead>
          <ColumnHead className={classes.prefix}>{common.toolsBeginWith}</ColumnHead>
          <ColumnHead className={classes.short}>{common.kind}</ColumnHead>
          <ColumnHead className={classes.short}>{common.tools}</ColumnHead>
          <ColumnHead className={classes.wide}>{common.credential}</ColumnHead>
          <ColumnHead className={classes.owner}>{common.owner}</ColumnHead>
          <ColumnHead className={classes.time}>{common.changed}</ColumnHead>
        </tr>
      </thead>
      <tbody>
        {lines.map(line => (
          <tr key={line.item.id}>
            <th scope="row">
              <TitleLink line={line} />
            </th>
            <td className={classes.prefix}>
              <span className="mono">{line.item.name}_</span>
            </td>
            <td className={classes.short}>
              <span className="row gap-6 min-w-0">
                <Icon name={line.kind === 'api' ? 'plug' : 'server'} />
                {line.kind === 'api' ? common.api : common.mcpServer}
              </span>
            </td>
            <td className={classes.short}>
              {line.kind === 'api'
                ? common.numberOfAll(line.item.enabled, line.item.operations)
                : formatNumber(line.item.tool_count)}
            </td>
            <td className={classes.wide}>
              <Access line={line} />
            </td>
            <td className={classes.owner}>
              <bdi>{ownerOf(line.item.owner)}</bdi>
            </td>
            <td className={classes.time}>
              <Time at={line.item.updated} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function TitleLink({ line: { kind, item } }: { line: Line }) {
  return kind === 'api' ? (
    <Link to="/connectors/$connectorId" params={{ connectorId: item.id }} className={`${link.link} ${table.name}`}>
      <bdi>{item.title}</bdi>
    </Link>
  ) : (
    <Link to="/connectors/mcp/$serverId" params={{ serverId: item.id }} className={`${link.link} ${table.name}`}>
      <bdi>{item.title}</bdi>
    </Link>
  );
}

/** What it is called with, and whether that works. */
function Access({ line }: { line: Line }) {
  const { data: credentials } = useQuery(usableCredentialsQuery);
  const { item } = line;
  const credential = credentials?.find(({ id }) => id === item.credential_id);
  const words: ReactNode =
    item.credential === 'own'
      ? texts.own
      : item.credential_id === null
        ? common.noneInText
        : (credential?.name ?? (credentials ? texts.hidden : ''));
  return (
    <span className="row gap-6 min-w-0">
      {line.kind === 'server' && (line.item.state !== 'ready' || !line.item.enabled) ? (
        <ServerMark server={line.item} />
      ) : credential && credential.state !== 'ready' ? (
        <CredentialMark credential={credential} />
      ) : null}
      {(credential || line.kind === 'api' || line.item.state === 'ready') && (
        <span className={`truncate min-w-0 ${credential ? '' : 'dim'}`}>{words}</span>
      )}
    </span>
  );
}
