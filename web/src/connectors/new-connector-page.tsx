import { ConnectionsHeader } from '../connection-parts/connections-header.tsx';

export function NewConnectorPage() {
  return <ConnectionsHeader tab="connectors" />;
}
