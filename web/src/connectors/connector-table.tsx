import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Connector } from '../api/connectors.ts';
import { usableCredentialsQuery } from '../api/credentials.ts';
import type { McpServerSummary } from '../api/mcp-servers.ts';
import { CredentialMark } from '../connection-parts/credential-mark.tsx';
import classes from '../connection-parts/list.module.css';
import { useOwnerNames } from '../connection-parts/owner.tsx';
import { ColumnHead } from '../look/column-head.tsx';
import { Icon } from '../look/icons.tsx';
import link from '../look/row-link.module.css';
import table from '../look/table.module.css';
import { Time } from '../look/time.tsx';
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
          <ColumnHead>{texts.title}</ColumnHead>
          <ColumnHead className={classes.prefix}>{texts.prefix}</ColumnHead>
          <ColumnHead className={classes.short}>{texts.kind}</ColumnHead>
          <ColumnHead className={classes.short}>{texts.tools}</ColumnHead>
          <ColumnHead className={classes.wide}>{texts.credential}</ColumnHead>
          <ColumnHead className={classes.owner}>{texts.owner}</ColumnHead>
          <ColumnHead className={classes.time}>{texts.changed}</ColumnHead>
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
              <span className={classes.withIcon}>
                <Icon name={line.kind === 'api' ? 'plug' : 'server'} />
                {line.kind === 'api' ? texts.api : texts.server}
              </span>
            </td>
            <td className={classes.short}>
              {line.kind === 'api'
                ? texts.toolsOf(line.item.enabled, line.item.operations)
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
        ? texts.none
        : (credential?.name ?? (credentials ? texts.hidden : ''));
  return (
    <span className={classes.withIcon}>
      {line.kind === 'server' && (line.item.state !== 'ready' || !line.item.enabled) ? (
        <ServerMark server={line.item} />
      ) : credential && credential.state !== 'ready' ? (
        <CredentialMark credential={credential} />
      ) : null}
      {(credential || line.kind === 'api' || line.item.state === 'ready') && (
        <span className={`truncate ${classes.shrink} ${credential ? '' : 'dim'}`}>{words}</span>
      )}
    </span>
  );
}
