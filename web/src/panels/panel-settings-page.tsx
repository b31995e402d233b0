import { PageHeader } from '../look/page-header.tsx';

export function PanelSettingsPage() {
  return <PageHeader title="Settings" />;
}
