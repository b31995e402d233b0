import { EmptyState } from '../look/empty-state.tsx';
import { LinkButton } from '../look/link-button.tsx';
import { frame as texts } from '../texts/frame.ts';

/** Says why the pages of workflows and runs are closed, instead of pages that could only show refusals. */
export function NoWorkflowsPage() {
  return (
    <EmptyState
      icon="lock"
      title={texts.noWorkflows}
      text={texts.noWorkflowsText}
      action={<LinkButton to="/approvals">{texts.toApprovals}</LinkButton>}
    />
  );
}
