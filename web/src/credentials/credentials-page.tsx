import { ConnectionsHeader } from '../connection-parts/connections-header.tsx';

export function CredentialsPage() {
  return <ConnectionsHeader tab="credentials" />;
}
