import { PageHeader } from '../look/page-header.tsx';

export function FilesPage() {
  return <PageHeader title="Files" />;
}
