import { ConnectionsHeader } from '../connection-parts/connections-header.tsx';

export function CredentialPage() {
  return <ConnectionsHeader tab="credentials" />;
}
