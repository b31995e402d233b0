/** Says why templates find no result of a step. */
import type { ExplainMissing } from '../../templates/template.ts';
import type { Step } from '../schemas.ts';

const REASONS: Readonly<Record<string, string>> = {
  skipped: 'was skipped',
  failed: 'failed',
  success: 'returned nothing',
};

/** For a step without an output. */
export function explainMissingOutput(nodeId: string, status: Step['status']): ExplainMissing {
  const reason = REASONS[status] ?? 'has not ended';
  return name => (name === 'output' ? `the step '${nodeId}' ${reason}, so it has no output` : undefined);
}

/** For a step that no path of the run leads to, or that does not exist. */
export const explainMissingStep: ExplainMissing = nodeId =>
  `the step '${nodeId}' takes no part in this run, so it has no result`;
