import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { checkMcpServer, mcpServerQuery, refreshMcpServers } from '../api/mcp-servers.ts';
import { Icon } from '../look/icons.tsx';
import { showNotice } from '../look/notices.tsx';
import { serverPage as texts } from '../texts/connectors.ts';

/** Asks an MCP server for its tools now. */
export function CheckButton({ id }: { id: string }) {
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);

  async function check() {
    setBusy(true);
    try {
      const server = await checkMcpServer(id);
      queryClient.setQueryData(mcpServerQuery(id).queryKey, server);
      void refreshMcpServers(queryClient);
      if (server.state === 'ready') showNotice({ message: texts.checked });
    } catch (error) {
      showNotice({ message: error instanceof Error ? error.message : String(error), failed: true });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button variant="default" leftSection={<Icon name="refresh-cw" />} loading={isBusy} onClick={() => void check()}>
      {texts.check}
    </Button>
  );
}
