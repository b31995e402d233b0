import { PageHeader } from '../look/page-header.tsx';

export function GroupsPage() {
  return <PageHeader title="Groups" />;
}
