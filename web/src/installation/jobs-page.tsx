import { PageHeader } from '../look/page-header.tsx';

export function JobsPage() {
  return <PageHeader title="Jobs" />;
}
