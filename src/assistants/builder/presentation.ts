/** Presents workflows, runs and revisions to a model: briefly, but with all that it needs to know. */

import { isObject } from '../../platform/is-object.ts';
import type { Run, Step } from '../../runs/schemas.ts';
import type { Issue, RevisionEntry } from '../../workflows/schemas.ts';
import { builderLimits } from './builder-limits.ts';
import { listIn } from './draft.ts';

/** Returns the whole definition, an outline without params if it is too long, or the requested nodes with their params. */
export function presentDefinition(definition: unknown, nodeIds: readonly string[]): Record<string, unknown> {
  if (nodeIds.length === 0 && JSON.stringify(definition).length <= builderLimits.definitionCharacters) {
    return { definition };
  }
  const nodes = listIn(definition, 'nodes');
  if (nodeIds.length > 0) {
    const isNamed = (node: unknown) => isObject(node) && typeof node.id === 'string' && nodeIds.includes(node.id);
    return { nodes: nodes.filter(isNamed).map(wholeNode) };
  }
  const shown = [nodes.map(outlineNode), listIn(definition, 'edges').map(outlineEdge)].map(lines =>
    abbreviate(lines.join('\n'), builderLimits.definitionCharacters / 2),
  );
  return {
    outline: { nodes: shown[0], edges: shown[1] },
    note: "The definition is too long to be shown whole. Name 'nodes' to read these with their params.",
  };
}

function wholeNode(node: unknown): unknown {
  if (!isObject(node)) return node;
  const params = JSON.stringify(node.params ?? {});
  return params.length <= builderLimits.paramsCharacters
    ? node
    : { ...node, params: abbreviate(params, builderLimits.paramsCharacters) };
}

function outlineNode(node: unknown): string {
  if (!isObject(node)) return JSON.stringify(node);
  return [node.id, node.type, JSON.stringify(node.name ?? '')].join(' ');
}

function outlineEdge(edge: unknown): string {
  if (!isObject(edge)) return JSON.stringify(edge);
  const { source, target, source_handle } = edge;
  return `${source}${source_handle == null ? '' : ` (${source_handle})`} -> ${target}`;
}

export function presentIssues(issues: readonly Issue[]): { issues: Issue[]; more_issues?: number } {
  const more = issues.length - builderLimits.issues;
  return { issues: issues.slice(0, builderLimits.issues), ...(more > 0 && { more_issues: more }) };
}

export function presentRun(run: Run): Record<string, unknown> {
  const steps = notableSteps(run.steps);
  const more = run.steps.length - steps.length;
  return {
    run_id: run.id,
    status: run.status,
    error: abbreviate(run.error, builderLimits.errorCharacters),
    version: run.version ?? 'draft',
    trigger: run.trigger_node_id,
    input: abbreviate(run.input_json, builderLimits.inputCharacters),
    output: abbreviate(run.output_json, builderLimits.outputCharacters),
    credits: run.credits,
    steps: steps.map(presentStep),
    ...(more > 0 && { more_steps: more }),
  };
}

/** Returns steps in the order of their start. Of too many, it prefers those that show what went wrong. */
function notableSteps(steps: readonly Step[]): Step[] {
  const isNotable = ({ status }: Step) => status !== 'success' && status !== 'skipped';
  const rest = steps.filter(step => !isNotable(step));
  const chosen = new Set([...steps.filter(isNotable), ...rest].slice(0, builderLimits.steps));
  return steps.filter(step => chosen.has(step));
}

function presentStep({ node_id, status, handle, iteration, error, output_json }: Step): Record<string, unknown> {
  return {
    id: node_id,
    status,
    ...(handle !== null && { handle }),
    ...(iteration.length > 0 && { iteration }),
    ...(error !== '' && { error: abbreviate(error, builderLimits.errorCharacters) }),
    ...(output_json !== '' && { output: abbreviate(output_json, builderLimits.stepOutputCharacters) }),
  };
}

export function presentRevision(entry: RevisionEntry): Record<string, unknown> {
  const { added_nodes, removed_nodes, changed_nodes, added_edges, removed_edges } = entry.changes;
  return {
    revision_id: entry.id,
    created: new Date(entry.created_at).toISOString(),
    user_id: entry.user_id,
    origin: entry.origin,
    changes: {
      added_nodes: limitIds(added_nodes),
      removed_nodes: limitIds(removed_nodes),
      changed_nodes: limitIds(changed_nodes),
      added_edges,
      removed_edges,
    },
    ...(entry.restored_from !== null && { restored_from: entry.restored_from }),
    nodes: entry.nodes,
    edges: entry.edges,
  };
}

function limitIds(ids: readonly string[]): string[] {
  const more = ids.length - builderLimits.changedNodes;
  return more > 0 ? [...ids.slice(0, builderLimits.changedNodes), `and ${more} more`] : [...ids];
}

/** Cuts a text, but never in the middle of a character, and notes its length. */
export function abbreviate(text: string, characters: number): string {
  if (text.length <= characters) return text;
  return `${text
    .slice(0, characters)
    .toWellFormed()
    .replace(/\uFFFD$/, '')}… (${text.length} characters in all)`;
}
