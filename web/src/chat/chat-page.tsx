import { PageHeader } from '../look/page-header.tsx';

export function ChatPage() {
  return <PageHeader title="Chat" />;
}
