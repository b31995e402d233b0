import { PageHeader } from '../look/page-header.tsx';

export function AssistantsPage() {
  return <PageHeader title="Assistants" />;
}
