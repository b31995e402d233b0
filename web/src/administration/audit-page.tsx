import { PageHeader } from '../look/page-header.tsx';

export function AuditPage() {
  return <PageHeader title="Audit log" />;
}
