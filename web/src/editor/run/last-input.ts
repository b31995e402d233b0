/** The input with which a workflow was last run from this tab, so that Run does the same again. */
import type { QueryClient } from '@tanstack/react-query';

/** Inputs may hold what nobody should find in a browser later, so they are only in memory. */
function keyOf(workflowId: string, triggerId: string) {
  return ['last input', workflowId, triggerId];
}

export function lastInput(
  queryClient: QueryClient,
  workflowId: string,
  triggerId: string,
): Record<string, unknown> | undefined {
  return queryClient.getQueryData<Record<string, unknown>>(keyOf(workflowId, triggerId));
}

export function rememberInput(
  queryClient: QueryClient,
  workflowId: string,
  triggerId: string,
  input: Record<string, unknown>,
): void {
  queryClient.setQueryDefaults(keyOf(workflowId, triggerId), { gcTime: Number.POSITIVE_INFINITY });
  queryClient.setQueryData(keyOf(workflowId, triggerId), input);
}
