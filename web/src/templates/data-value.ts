/** The data of a place as one tree, whose paths are those that templates write. */
import type { PlaceData, PreviewStep } from './preview-data.ts';

export interface PlaceTree {
  readonly value: Readonly<Record<string, unknown>>;
  /** The steps before this one of which there is no data. */
  readonly missing: readonly string[];
}

export function toPlaceTree(
  { variables, steps, loops }: PlaceData,
  loop: unknown,
  reachable: readonly string[],
): PlaceTree {
  const { input, vars, workflow, run, now } = variables;
  const known = new Map(steps.map(step => [step.nodeId, step]));
  const shown = reachable.flatMap(id => known.get(id) ?? []);
  return {
    value: {
      ...(loops.length > 0 && loop !== undefined && { loop }),
      ...(input !== undefined && { input }),
      ...(shown.length > 0 && { steps: Object.fromEntries(shown.map(step => [step.nodeId, toView(step)])) }),
      ...(vars !== undefined && { vars }),
      ...(now !== undefined && { now }),
      workflow,
      ...(run !== undefined && { run }),
    },
    missing: reachable.filter(id => !known.has(id)),
  };
}

/** What is empty for nearly every step is left out. */
function toView({ output, status, text, error, fileIds }: PreviewStep): Record<string, unknown> {
  return {
    ...(output !== undefined && { output }),
    ...(text !== '' && text !== output && { text }),
    ...(status !== 'success' && { status }),
    ...(error !== '' && { error }),
    ...(fileIds.length > 0 && { file_ids: fileIds }),
  };
}
