import { PageHeader } from '../look/page-header.tsx';

export function OrganizationsPage() {
  return <PageHeader title="Organizations" />;
}
