/** What uses a credential, and what was sent with it lately. */

import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Credential, type CredentialUsers, credentialUsersQuery } from '../api/credentials.ts';
import { FirstLines } from '../connection-parts/delete-section.tsx';
import { Icon } from '../look/icons.tsx';
import { ColumnHead } from '../look/lists/column-head.tsx';
import { FormSection } from '../look/page/section.tsx';
import { ErrorState } from '../look/states/error-state.tsx';
import * as words from '../texts/common.ts';
import { credentialPage as texts } from '../texts/credentials.ts';
import { formatNumber, LOCALE } from '../texts/locale.ts';
import classes from './credential-page.module.css';

const SHOWN = 10;

export function UsersSection({ credential }: { credential: Credential }) {
  const { data: users, error, refetch } = useQuery(credentialUsersQuery(credential.id));
  return (
    <FormSection title={texts.users} text={texts.usersText}>
      {users ? (
        <Users users={users} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={36} />
      )}
    </FormSection>
  );
}

function Users({ users: { workflows, connectors, mcp_servers, recent } }: { users: CredentialUsers }) {
  const isUnused = workflows.length + connectors.length + mcp_servers.length + recent.length === 0;
  if (isUnused) return <p className="dim">{texts.nobody}</p>;
  return (
    <div className={classes.users}>
      {workflows.length > 0 && <Workflows workflows={workflows} />}
      {connectors.length > 0 && (
        <>
          <h3>{words.connectors}</h3>
          <ul>
            {connectors.map(({ id, name }) => (
              <li key={id}>
                <Icon name="plug" />
                <Link to="/connectors/$connectorId" params={{ connectorId: id }}>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      {mcp_servers.length > 0 && (
        <>
          <h3>{words.mcpServers}</h3>
          <ul>
            {mcp_servers.map(({ id, name }) => (
              <li key={id}>
                <Icon name="server" />
                <Link to="/connectors/mcp/$serverId" params={{ serverId: id }}>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      {recent.length > 0 && <Recent recent={recent} />}
    </div>
  );
}

function Workflows({ workflows }: { workflows: CredentialUsers['workflows'] }) {
  const [shown, setShown] = useState(SHOWN);
  return (
    <>
      <h3>{words.workflows}</h3>
      <ul>
        {workflows.slice(0, shown).map(({ id, name, node_id, draft, published }) => (
          <li key={`${id} ${node_id}`}>
            <Icon name="workflow" />
            <Link to="/workflows/$workflowId" params={{ workflowId: id }} search={{ step: node_id }}>
              {name}
            </Link>
            <span className="mono dim">{texts.step(node_id)}</span>
            {draft !== published && <span className="dim">{draft ? texts.onlyDraft : texts.onlyPublished}</span>}
          </li>
        ))}
      </ul>
      {workflows.length > shown && (
        <Button variant="subtle" size="compact-sm" onClick={() => setShown(workflows.length)}>
          {texts.showMore(workflows.length - shown)}
        </Button>
      )}
    </>
  );
}

const hourFormat = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });

function Recent({ recent }: { recent: CredentialUsers['recent'] }) {
  const [shown, setShown] = useState(SHOWN);
  return (
    <>
      <h3>{texts.recent}</h3>
      <table className={classes.recent} aria-label={texts.recentTable}>
        <thead>
          <tr>
            <ColumnHead>{texts.hour}</ColumnHead>
            <ColumnHead>{texts.where}</ColumnHead>
            <ColumnHead>{texts.host}</ColumnHead>
            <ColumnHead className={classes.number}>{texts.requests}</ColumnHead>
          </tr>
        </thead>
        <tbody>
          {recent.slice(0, shown).map(({ workflow_id, workflow_name, node_id, host, hour, count, refused }) => (
            <tr key={`${hour} ${workflow_id} ${node_id} ${host}`}>
              <td>{hourFormat.format(hour)}</td>
              <td>
                {workflow_id === null ? (
                  <span className="dim">{texts.inChat}</span>
                ) : workflow_name === null ? (
                  <span className="dim">{texts.hiddenWorkflow}</span>
                ) : (
                  <Link
                    to="/workflows/$workflowId"
                    params={{ workflowId: workflow_id }}
                    search={node_id === null ? {} : { step: node_id }}
                  >
                    {workflow_name}
                  </Link>
                )}
              </td>
              <td className="mono">{host}</td>
              <td className={classes.number}>
                {formatNumber(count)}
                {refused > 0 && <span className="dim"> {texts.refused(refused)}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {recent.length > shown && (
        <Button variant="subtle" size="compact-sm" onClick={() => setShown(recent.length)}>
          {texts.showMore(recent.length - shown)}
        </Button>
      )}
    </>
  );
}

/** What stops working without the credential, before it is deleted. */
export function CredentialUses({ id }: { id: string }) {
  const { data: users } = useQuery(credentialUsersQuery(id));
  const { workflows = [], connectors = [], mcp_servers = [] } = users ?? {};
  const names = [...new Set([...workflows, ...connectors, ...mcp_servers].map(each => each.name))];
  if (names.length === 0) return texts.deleteNothing;
  return (
    <>
      {texts.deleteStops}
      <FirstLines lines={names} most={8} more={texts.deleteMore} />
      {words.irreversible}
    </>
  );
}
