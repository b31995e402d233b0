import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../look/empty-state.tsx';
import { frame as texts } from '../texts/frame.ts';

/** Says why the pages of workflows and runs are closed, instead of pages that could only show refusals. */
export function NoWorkflowsPage() {
  return (
    <EmptyState
      icon="lock"
      title={texts.noWorkflows}
      text={texts.noWorkflowsText}
      action={
        <Button component={Link} to="/approvals" variant="default">
          {texts.toApprovals}
        </Button>
      }
    />
  );
}
