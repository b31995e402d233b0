/** What validation says, by step and edge, and together with everything else that the canvas shows on a step. */
import { type Definition, edgeKey, type GraphEdge } from '../../graph/definition.ts';
import type { StepMark } from '../../graph/flow-items.ts';

export interface EditorIssue {
  severity: 'error' | 'warning';
  message: string;
  node_id: string | null;
  edge: GraphEdge | null;
  /** The param that the issue is about, when that is known. Without a step, `settings`. */
  param: string | null;
  /** The param that it suggests to use instead. */
  instead?: string;
}

export function issuesOf(issues: readonly EditorIssue[], id: string): EditorIssue[] {
  return issues.filter(({ node_id }) => node_id === id);
}

/** Returns the keys of the edges with an error. */
export function edgesWithIssues(issues: readonly EditorIssue[]): ReadonlySet<string> {
  return new Set(issues.flatMap(({ edge, severity }) => (edge && severity === 'error' ? edgeKey(edge) : [])));
}

/** Issues that belong to no step and no edge, such as a missing trigger. */
export function generalIssues(issues: readonly EditorIssue[]): EditorIssue[] {
  return issues.filter(({ node_id, edge }) => node_id === null && edge === null);
}

/** Issues of the settings of the workflow. */
export function settingsIssues(issues: readonly EditorIssue[]): EditorIssue[] {
  return issues.filter(({ node_id, param }) => node_id === null && param === 'settings');
}

/** Returns the step with an issue that follows the given one, from the last on to the first again. */
export function nextIssueStep(issues: readonly EditorIssue[], after: string | null): string | undefined {
  const ids = [...new Set(issues.flatMap(({ node_id, edge }) => node_id ?? edge?.source ?? []))];
  return ids[(ids.indexOf(after ?? '') + 1) % ids.length];
}

export function combineMarks(
  issues: readonly EditorIssue[],
  pins: NonNullable<Definition['editor']>['pins'],
  runMarks: ReadonlyMap<string, StepMark> | undefined,
): ReadonlyMap<string, StepMark> {
  const marks = new Map<string, StepMark>(runMarks);
  const add = (id: string, mark: StepMark) => marks.set(id, { ...marks.get(id), ...mark });
  for (const [id, ofStep] of Map.groupBy(issues, ({ node_id }) => node_id ?? '')) {
    if (id === '') continue;
    const errors = ofStep.filter(({ severity }) => severity === 'error').length;
    add(id, { errors, warnings: ofStep.length - errors });
  }
  for (const id of Object.keys(pins ?? {})) add(id, { pinned: true });
  return marks;
}
