/** Converts the steps of a run into the data of previews. */
import type { RunDetail, StepSummary } from '../api/run.ts';
import { parsePartialJson } from '../look/json/partial-json.ts';
import type { PreviewData, PreviewStep } from './preview-data.ts';

type RunStep = Pick<
  StepSummary,
  'node_id' | 'iteration' | 'status' | 'output_json' | 'text' | 'error' | 'file_ids' | 'output_truncated'
> & { readonly pinned?: boolean };

/** The steps that have no result yet are left out, as a template can not see them either. */
export function toPreviewStep(step: RunStep): PreviewStep | undefined {
  if (step.status === 'running' || step.status === 'waiting') return undefined;
  const parsed = step.output_json === '' ? undefined : parsePartialJson(step.output_json);
  return {
    nodeId: step.node_id,
    // The API names the innermost loop first, and previews the outermost.
    iteration: step.iteration.toReversed(),
    status: step.status,
    ...(parsed && { output: parsed.value }),
    ...((parsed?.isCut || step.output_truncated) && { isCut: true }),
    text: step.text,
    error: step.error,
    fileIds: step.file_ids,
  };
}

export function toPreviewData(
  workflow: { id: string; name: string },
  run: Pick<RunDetail, 'id' | 'started_at' | 'created' | 'input_json' | 'steps'>,
  whole: readonly RunStep[] = [],
): PreviewData {
  const wholeSteps = new Map(whole.map(step => [placeKey(step), step]));
  return {
    workflow,
    run: { id: run.id, startedAt: run.started_at ?? run.created.timestamp },
    input: parsePartialJson(run.input_json)?.value ?? {},
    steps: run.steps.flatMap(step => toPreviewStep(wholeSteps.get(placeKey(step)) ?? step) ?? []),
  };
}

/** Whether a listed step shows only the beginning of an output of which more is stored. */
export function isShortened({
  output_json,
  output_characters,
}: Pick<StepSummary, 'output_json' | 'output_characters'>): boolean {
  return output_characters > output_json.length;
}

export function placeKey({ node_id, iteration }: Pick<StepSummary, 'node_id' | 'iteration'>): string {
  return `${node_id} ${iteration.join('.')}`;
}
