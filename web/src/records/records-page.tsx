import { PageHeader } from '../look/page-header.tsx';

export function RecordsPage() {
  return <PageHeader title="Records" />;
}
