import { LinkButton } from '../look/inputs/link-button.tsx';
import { EmptyState } from '../look/states/empty-state.tsx';
import * as words from '../texts/common.ts';
import { frame as texts } from '../texts/frame.ts';

/** Says why the pages of workflows and runs are closed, instead of pages that could only show refusals. */
export function NoWorkflowsPage() {
  return (
    <EmptyState
      icon="lock"
      title={texts.noWorkflows}
      text={texts.noWorkflowsText}
      action={<LinkButton to="/approvals">{words.goToTheApprovals}</LinkButton>}
    />
  );
}
