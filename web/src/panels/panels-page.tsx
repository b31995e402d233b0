import { PageHeader } from '../look/page-header.tsx';

export function PanelsPage() {
  return <PageHeader title="Panels" />;
}
