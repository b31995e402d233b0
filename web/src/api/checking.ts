/** Validation of a definition that is not saved. */
import type { CheckResult } from '../../../src/workflows/console-schemas.ts';
import { post } from './client.ts';

export function checkDefinition(definition: unknown, signal: AbortSignal): Promise<CheckResult> {
  return post('v1/workflow/check', { definition }, { signal });
}
