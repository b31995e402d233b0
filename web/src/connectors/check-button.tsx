import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { checkMcpServer, MCP_SERVER_CHANGES, mcpServerQuery } from '../api/mcp-servers.ts';
import { Icon } from '../look/icons.tsx';
import { useAction } from '../look/use-action.ts';
import { serverPage as texts } from '../texts/connectors.ts';

/** Asks an MCP server for its tools now. */
export function CheckButton({ id }: { id: string }) {
  const queryClient = useQueryClient();
  const { isBusy, perform } = useAction({ changes: MCP_SERVER_CHANGES, noticesProblem: true });

  async function check() {
    const server = await checkMcpServer(id);
    queryClient.setQueryData(mcpServerQuery(id).queryKey, server);
    return server.state === 'ready' ? texts.checked : undefined;
  }

  return (
    <Button
      variant="default"
      leftSection={<Icon name="refresh-cw" />}
      loading={isBusy}
      onClick={() => perform(check, done => done)}
    >
      {texts.check}
    </Button>
  );
}
