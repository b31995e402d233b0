import { ConnectionsHeader } from '../connection-parts/connections-header.tsx';

export function NewCredentialPage() {
  return <ConnectionsHeader tab="credentials" />;
}
