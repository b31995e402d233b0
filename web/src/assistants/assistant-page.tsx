import { PageHeader } from '../look/page-header.tsx';

export function AssistantPage() {
  return <PageHeader title="Assistant" />;
}
