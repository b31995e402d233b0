import { ConnectionsHeader } from '../connection-parts/connections-header.tsx';

export function McpServerPage() {
  return <ConnectionsHeader tab="connectors" />;
}
