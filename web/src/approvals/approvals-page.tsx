import { PageHeader } from '../look/page-header.tsx';
import { approvals as texts } from '../texts/approvals.ts';

export function ApprovalsPage() {
  return <PageHeader title={texts.title} />;
}
