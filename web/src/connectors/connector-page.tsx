import { ConnectionsHeader } from '../connection-parts/connections-header.tsx';

export function ConnectorPage() {
  return <ConnectionsHeader tab="connectors" />;
}
