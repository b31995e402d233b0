export type WorkflowsSearch = Record<string, never>;

export function readWorkflowsSearch(_raw: Record<string, unknown>): WorkflowsSearch {
  return {};
}
