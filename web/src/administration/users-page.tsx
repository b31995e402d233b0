import { PageHeader } from '../look/page-header.tsx';

export function UsersPage() {
  return <PageHeader title="Users" />;
}
