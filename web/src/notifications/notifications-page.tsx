import { PageHeader } from '../look/page-header.tsx';

export function NotificationsPage() {
  return <PageHeader title="Notifications" />;
}
