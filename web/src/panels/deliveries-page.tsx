import { PageHeader } from '../look/page-header.tsx';

export function DeliveriesPage() {
  return <PageHeader title="Deliveries" />;
}
