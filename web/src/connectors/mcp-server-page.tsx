/** One MCP server: its tools, whether it answers, and who may use it. */

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import {
  connectMcpServer,
  deleteMcpServer,
  MCP_SERVER_CHANGES,
  type McpServer,
  mcpServerQuery,
  updateMcpServer,
} from '../api/mcp-servers.ts';
import { Banner } from '../connection-parts/banner.tsx';
import { ConnectionGate, ConnectionPage } from '../connection-parts/connection-page.tsx';
import { Fact, Facts } from '../connection-parts/facts.tsx';
import { useOwnerNames } from '../connection-parts/owner.tsx';
import { useStoredForm } from '../connection-parts/use-stored-form.ts';
import { Icon } from '../look/icons.tsx';
import { Time } from '../look/time.tsx';
import { useAction } from '../look/use-action.ts';
import * as words from '../texts/common.ts';
import { ownership } from '../texts/connections.ts';
import { connectorPage, connectors as listTexts, serverPage as texts } from '../texts/connectors.ts';
import { AccessBanner } from './access-banner.tsx';
import { CheckButton } from './check-button.tsx';
import { UsedCredential } from './connector-facts.tsx';
import { findServerChanges, isServerValid, toServerForm } from './server-form.ts';
import { ServerMark } from './server-mark.tsx';
import { ServerSettings } from './server-settings.tsx';
import { ServerTools } from './server-tools.tsx';
import { ToolUses } from './tool-uses.tsx';

export function McpServerPage() {
  const { serverId } = useParams({ from: '/shell/connectors/mcp/$serverId' });
  const query = useQuery(mcpServerQuery(serverId));
  return (
    <ConnectionGate
      query={query}
      icon="server"
      texts={{ ...listTexts, notFound: texts.notFound }}
      list="/connectors"
      label={words.mcpServer}
    >
      {server => <OneServer key={server.id} server={server} />}
    </ConnectionGate>
  );
}

function OneServer({ server }: { server: McpServer }) {
  const ownerOf = useOwnerNames([server.owner]);
  const { id, permissions, state, enabled } = server;
  const mayWrite = permissions.write;
  const stored = useStoredForm(server, toServerForm);
  const { initial, form, change, begin } = stored;
  const action = useAction({ changes: MCP_SERVER_CHANGES });

  return (
    <ConnectionPage
      name={server.title}
      list="/connectors"
      all={listTexts.all}
      texts={{ ...connectorPage, saved: texts.saved }}
      permissions={permissions}
      actions={
        permissions.use && (
          <>
            <CheckButton id={id} />
            {server.credential === 'own' && state !== 'connect' && <ConnectButton id={id} isNeeded={false} />}
          </>
        )
      }
      banners={
        <>
          <AccessBanner source={server} path={`/connectors/mcp/${id}`} />
          <StateBanner server={server} />
        </>
      }
      stored={stored}
      sharingHint={ownership.toolsHint}
      action={action}
      canSave={isServerValid(form)}
      save={async () => begin(await updateMcpServer(findServerChanges(id, initial, form)))}
      queryKey={mcpServerQuery(id).queryKey}
      changes={MCP_SERVER_CHANGES}
      deletion={<ToolUses kind="mcp-server" id={id} prefix={server.name} />}
      onDelete={() => deleteMcpServer(id)}
    >
      <Facts>
        <Fact label={words.state}>
          <ServerMark server={{ state, enabled }} />
        </Fact>
        <Fact label={words.toolsBeginWith}>
          <span className="mono">{server.name}_</span>
        </Fact>
        <Fact label={words.url}>
          <span className="mono">{server.url}</span>
        </Fact>
        <Fact label={words.credential}>
          <UsedCredential source={server} />
        </Fact>
        <Fact label={words.owner}>{ownerOf(server.owner)}</Fact>
        <Fact label={texts.facts.checkedAt}>
          {server.checked_at === null ? words.never : <Time at={server.checked_at} />}
        </Fact>
      </Facts>
      <ServerTools server={server} mayWrite={mayWrite} />
      <ServerSettings form={form} error={action.error} readOnly={!mayWrite} onChange={change} />
    </ConnectionPage>
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
