/**
 * Whether a definition can be run, and what is wrong with it: every problem at once, errors before warnings, and what
 * concerns the whole before what concerns a single step. Pure: what the caller may use is asked for beforehand
 * (`referencedResources`) and handed in.
 */
import { countEdges, countSteps, isDeeperThan, readDefinition } from './definition.ts';
import { checkDetails, type DetailEnvironment } from './details.ts';
import { analyseFlow } from './flow.ts';
import { sortTopologically } from './graph.ts';
import { type Issue, Issues } from './issue.ts';
import type { NodeTypes } from './node-types.ts';
import { ReferenceCheck } from './references.ts';
import { graphOf, readSteps } from './steps.ts';
import {
  checkEdges,
  checkSteps,
  reportCrossings,
  reportCycles,
  warnOfOpenOutputs,
  warnOfUnreachable,
} from './structure.ts';

export type { DetailEnvironment, TemplateCompiler } from './details.ts';
export type { Issue } from './issue.ts';
export { NodeTypes } from './node-types.ts';

export interface ValidationEnvironment extends DetailEnvironment {
  readonly limits: { readonly nodes: number };
}

/** Far below what the stack bears, far above what anyone writes. */
const DEPTH = 500;

export function validateDefinition(json: unknown, environment: ValidationEnvironment): Issue[] {
  const issues = new Issues();
  if (isDeeperThan(json, DEPTH)) {
    issues.error(`The definition is nested too deeply (at most ${DEPTH} levels)`);
    return issues.list();
  }
  const count = countSteps(json);
  const isTooBig = count > environment.limits.nodes;
  if (isTooBig) issues.error(`The workflow has too many steps (${count}, at most ${environment.limits.nodes})`);

  let isReadable = true;
  const definition = readDefinition(json, problem => {
    if (problem.isWhole) isReadable = false;
    issues.report(problem);
  });
  // Without a list of steps or edges everything else would be a consequence of that.
  if (!isReadable) return issues.list();

  const steps = readSteps(definition, environment.nodeTypes);
  checkSteps(steps, issues);
  const edges = countEdges(definition.edges);
  checkEdges(steps, edges, issues);
  const graph = graphOf(
    steps,
    edges.map(({ edge }) => edge),
  );
  const { order, cycles } = sortTopologically(graph);
  reportCycles(graph, cycles, issues);
  // Who comes before whom has no answer on a cycle, and costs the square of the steps: see `ancestorsOf`.
  const flow = cycles.length > 0 || isTooBig ? undefined : analyseFlow(steps, graph, order);
  if (flow) reportCrossings(graph, flow.loops.crossings, issues);
  warnOfUnreachable(steps, graph, issues);
  warnOfOpenOutputs(steps, graph, issues);

  const references = new ReferenceCheck(graph, flow, issues);
  steps.forEach((step, index) => {
    checkDetails(step, index, environment, references, issues);
  });
  return issues.list();
}

export interface ReferencedResources {
  /** In lower case. */
  assistants: string[];
  panels: string[];
  tools: string[];
}

/** The assistants, panels and tools that a definition names: those of which a validation must know. */
export function referencedResources(json: unknown, nodeTypes: NodeTypes): ReferencedResources {
  const assistants = new Set<string>();
  const panels = new Set<string>();
  const tools = new Set<string>();
  for (const { node, rules } of readSteps(readDefinition(json), nodeTypes)) {
    const resources = rules?.resources?.(node.params);
    for (const id of resources?.assistants ?? []) if (UUID.test(id)) assistants.add(id.toLowerCase());
    for (const id of resources?.panels ?? []) if (UUID.test(id)) panels.add(id.toLowerCase());
    for (const name of resources?.tools ?? []) tools.add(name);
  }
  return { assistants: [...assistants], panels: [...panels], tools: [...tools] };
}

/** Anything else names nothing, and a database would refuse to look for it. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
