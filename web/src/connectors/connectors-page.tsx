import { ConnectionsHeader } from '../connection-parts/connections-header.tsx';

export function ConnectorsPage() {
  return <ConnectionsHeader tab="connectors" />;
}
