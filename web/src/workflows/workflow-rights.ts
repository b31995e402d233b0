/** What the user may do with a workflow of the list: the account and the share both decide. */
import type { WorkflowSummary } from '../api/workflows.ts';

export interface Rights {
  activate: boolean;
  share: boolean;
  export: boolean;
  copy: boolean;
  delete: boolean;
}

export function rightsTo(
  workflow: Pick<WorkflowSummary, 'permissions' | 'published_version'>,
  mayWrite: boolean,
): Rights {
  const { permissions, published_version } = workflow;
  const change = mayWrite && permissions.write;
  return {
    activate: change && published_version !== null,
    share: change,
    export: permissions.export,
    copy: mayWrite && permissions.copy,
    delete: change,
  };
}

/** Whether a row offers anything to select it for. */
export function isSelectable(rights: Rights): boolean {
  return rights.share || rights.export;
}
