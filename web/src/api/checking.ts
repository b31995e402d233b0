/** Validation of a definition that is not saved. */
import type { CheckResult } from '../../../src/workflows/console-schemas.ts';
import { post } from './transport/client.ts';

export function checkDefinition(definition: unknown, workflowId: string, signal: AbortSignal): Promise<CheckResult> {
  return post('v1/workflow/check', { definition, workflow_id: workflowId }, { signal });
}
