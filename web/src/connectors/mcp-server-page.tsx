/** One MCP server: its tools, whether it answers, and who may use it. */

import { Button, Loader } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
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
import { Fact, Facts, RightsNote } from '../connection-parts/facts.tsx';
import { useOwnerNames } from '../connection-parts/owner.tsx';
import { SharingSection } from '../connection-parts/sharing-section.tsx';
import { useStoredForm } from '../connection-parts/use-stored-form.ts';
import { EmptyState } from '../look/empty-state.tsx';
import { ErrorState } from '../look/error-state.tsx';
import { Icon } from '../look/icons.tsx';
import { LinkButton } from '../look/link-button.tsx';
import { PageHeader } from '../look/page-header.tsx';
import { SaveBar } from '../look/save-bar.tsx';
import { Time } from '../look/time.tsx';
import { useAction } from '../look/use-action.ts';
import { ownership } from '../texts/connections.ts';
import { connectorPage, connectors as listTexts, serverPage as texts } from '../texts/connectors.ts';
import { AccessBanner } from './access-banner.tsx';
import { CheckButton } from './check-button.tsx';
import { UsedCredential } from './connector-facts.tsx';
import { DeleteSection } from './delete-section.tsx';
import { findServerChanges, isServerValid, toServerForm } from './server-form.ts';
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
      action={<LinkButton to="/connectors">{listTexts.all}</LinkButton>}
    />
  );
}

function OneServer({ server }: { server: McpServer }) {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const ownerOf = useOwnerNames([server.owner]);
  const { permissions, state, enabled } = server;
  const mayWrite = permissions.write;
  const { initial, form, hasChanged, change, discard, begin } = useStoredForm(server, toServerForm);
  const { isBusy, error, problem, perform, dismiss } = useAction({ changes: MCP_SERVER_CHANGES });

  async function save() {
    begin(await updateMcpServer(findServerChanges(server.id, initial, form)));
  }

  return (
    <>
      <PageHeader
        title={server.title}
        actions={
          <>
            <LinkButton to="/connectors" isBack>
              {listTexts.all}
            </LinkButton>
            {permissions.use && <CheckButton id={server.id} />}
            {permissions.use && server.credential === 'own' && state !== 'connect' && (
              <ConnectButton id={server.id} isNeeded={false} />
            )}
          </>
        }
      />
      <AccessBanner source={server} path={`/connectors/mcp/${server.id}`} />
      <StateBanner server={server} />
      <RightsNote permissions={permissions} readOnly={connectorPage.readOnly} adminOnly={connectorPage.adminOnly} />
      <Facts>
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
      </Facts>
      <ServerTools server={server} mayWrite={mayWrite} />
      <ServerSettings form={form} error={error} readOnly={!mayWrite} onChange={change} />
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
          discard();
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
