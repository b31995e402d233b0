import { PageHeader } from '../look/page-header.tsx';

export function InstallationPage() {
  return <PageHeader title="Installation" />;
}
