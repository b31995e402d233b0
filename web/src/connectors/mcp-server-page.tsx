/** One MCP server: its tools, whether it answers, and who may use it. */

import { Button, Loader } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ApiError } from '../api/client.ts';
import {
  connectMcpServer,
  deleteMcpServer,
  MCP_SERVER_CHANGES,
  type McpServer,
  mcpServerQuery,
  updateMcpServer,
} from '../api/mcp-servers.ts';
import { useSession } from '../api/session.ts';
import { Banner } from '../connection-parts/banner.tsx';
import { useOwnerNames } from '../connection-parts/owner.tsx';
import { SaveBar } from '../connection-parts/save-bar.tsx';
import { SharingSection } from '../connection-parts/sharing-section.tsx';
import type { Update } from '../forms/form-context.ts';
import { EmptyState } from '../look/empty-state.tsx';
import { ErrorState } from '../look/error-state.tsx';
import { Icon } from '../look/icons.tsx';
import { PageHeader } from '../look/page-header.tsx';
import { Time } from '../look/time.tsx';
import { useAction } from '../look/use-action.ts';
import { ownership } from '../texts/connections.ts';
import { connectorPage, connectors as listTexts, serverPage as texts } from '../texts/connectors.ts';
import { AccessBanner } from './access-banner.tsx';
import type { AccessForm } from './access-form.ts';
import { CheckButton } from './check-button.tsx';
import { Fact, UsedCredential } from './connector-facts.tsx';
import classes from './connector-page.module.css';
import { DeleteSection } from './delete-section.tsx';
import { findServerChanges, isServerChanged, isServerValid, type ServerForm, toServerForm } from './server-form.ts';
import { ServerMark } from './server-mark.tsx';
import { ServerSettings } from './server-settings.tsx';
import { ServerTools } from './server-tools.tsx';

export function McpServerPage() {
  const { serverId } = useParams({ from: '/shell/connectors/mcp/$serverId' });
  const { data: server, error, refetch } = useQuery(mcpServerQuery(serverId));
  if (error instanceof ApiError && (error.status === 404 || error.status === 422)) return <NoServer />;
  if (error && !server) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!server) return <Loader size="sm" m="md" aria-label={listTexts.server} />;
  return <OneServer key={server.id} server={server} />;
}

/** The same for a server that is not shared with the user as for one that never was. */
function NoServer() {
  return (
    <EmptyState
      icon="server"
      title={texts.notFound}
      text={listTexts.notFoundText}
      action={
        <Button component={Link} to="/connectors" variant="default">
          {listTexts.all}
        </Button>
      }
    />
  );
}

function OneServer({ server }: { server: McpServer }) {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const ownerOf = useOwnerNames([server.owner]);
  const { permissions, state, enabled } = server;
  const mayWrite = permissions.write;
  // The form begins with what was read first: it must not change under somebody's hands.
  const [initial, setInitial] = useState(() => toServerForm(server));
  const [form, setForm] = useState(initial);
  const { isBusy, error, problem, perform, dismiss } = useAction({ changes: MCP_SERVER_CHANGES });
  const hasChanged = isServerChanged(initial, form);
  useEffect(() => {
    if (hasChanged) return;
    setInitial(toServerForm(server));
    setForm(toServerForm(server));
  }, [server, hasChanged]);

  async function save() {
    const saved = await updateMcpServer(findServerChanges(server.id, initial, form));
    setInitial(toServerForm(saved));
    setForm(toServerForm(saved));
  }
  const change = (changes: Partial<ServerForm>) => setForm(before => ({ ...before, ...changes }));
  const changeAccess = (update: Update<AccessForm>) =>
    setForm(before => ({ ...before, access: update(before.access) }));

  return (
    <>
      <PageHeader
        title={server.title}
        actions={
          <>
            <Button
              component={Link}
              to="/connectors"
              variant="subtle"
              color="gray"
              leftSection={<Icon name="arrow-left" />}
            >
              {listTexts.all}
            </Button>
            {permissions.use && <CheckButton id={server.id} />}
            {permissions.use && server.credential === 'own' && state !== 'connect' && (
              <ConnectButton id={server.id} isNeeded={false} />
            )}
          </>
        }
      />
      <AccessBanner source={server} path={`/connectors/mcp/${server.id}`} />
      <StateBanner server={server} />
      {!permissions.use ? (
        <p className={classes.note}>{connectorPage.adminOnly}</p>
      ) : (
        !mayWrite && <p className={classes.note}>{connectorPage.readOnly}</p>
      )}
      <dl className={classes.facts}>
        <Fact label={texts.facts.state}>
          <ServerMark server={{ state, enabled }} />
        </Fact>
        <Fact label={texts.facts.prefix}>
          <span className="mono">{server.name}_</span>
        </Fact>
        <Fact label={texts.facts.url}>
          <span className="mono">{server.url}</span>
        </Fact>
        <Fact label={texts.facts.credential}>
          <UsedCredential source={server} />
        </Fact>
        <Fact label={texts.facts.owner}>{ownerOf(server.owner)}</Fact>
        <Fact label={texts.facts.checkedAt}>
          {server.checked_at === null ? texts.never : <Time at={server.checked_at} />}
        </Fact>
      </dl>
      <ServerTools server={server} mayWrite={mayWrite} />
      <ServerSettings form={form} error={error} readOnly={!mayWrite} onChange={change} onAccess={changeAccess} />
      {(mayWrite || user.admin) && <SharingSection sharing={form} hint={ownership.toolsHint} onChange={change} />}
      {(mayWrite || user.admin) && (
        <DeleteSection
          kind="mcp-server"
          id={server.id}
          title={server.title}
          prefix={server.name}
          changes={MCP_SERVER_CHANGES}
          onDelete={() => deleteMcpServer(server.id)}
          onDeleted={() => queryClient.removeQueries({ queryKey: mcpServerQuery(server.id).queryKey })}
        />
      )}
      <SaveBar
        hasChanged={hasChanged}
        isBusy={isBusy}
        problem={problem}
        canSave={isServerValid(form)}
        onSave={() => perform(save, texts.saved)}
        onDiscard={() => {
          setForm(initial);
          dismiss();
        }}
      />
    </>
  );
}

function StateBanner({ server }: { server: McpServer }) {
  const { id, state, enabled, error, permissions } = server;
  if (!enabled) {
    return (
      <Banner kind="warning" icon="power">
        {texts.offText}
      </Banner>
    );
  }
  if (state === 'connect') {
    return (
      <Banner kind="waiting" icon="plug" action={permissions.use && <ConnectButton id={id} isNeeded />}>
        {texts.connectText}
      </Banner>
    );
  }
  if (state === 'ready') return null;
  return (
    <Banner kind="failed" icon="circle-x">
      {error ?? texts.unreachable}
    </Banner>
  );
}

function ConnectButton({ id, isNeeded }: { id: string; isNeeded: boolean }) {
  const { isBusy, perform } = useAction({ noticesProblem: true });
  return (
    <Button
      variant={isNeeded ? 'filled' : 'default'}
      leftSection={<Icon name="plug" />}
      loading={isBusy}
      onClick={() => perform(() => connectMcpServer(id, `/connectors/mcp/${id}`))}
    >
      {isNeeded ? texts.connect : texts.connectAgain}
    </Button>
  );
}
