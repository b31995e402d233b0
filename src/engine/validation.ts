/**
 * Validates definitions. It reports all problems at once: errors before warnings, and problems of the whole definition
 * before those of a single step. It is pure: the caller determines beforehand (`referencedResources`) which resources
 * the user may use, and passes them in.
 */
import { countEqualEdges, countSteps, isDeeperThan, readDefinition } from './definition.ts';
import { checkDetails, type DetailEnvironment } from './details.ts';
import { analyseFlow } from './flow.ts';
import { sortTopologically } from './graph.ts';
import { type Issue, Issues, type ParamIssue, withoutParam } from './issue.ts';
import type { ParamSource } from './node-rules.ts';
import type { NodeTypes } from './node-types.ts';
import { ReferenceCheck } from './references.ts';
import { findNamedSecrets } from './secrets.ts';
import { checkSettings } from './settings.ts';
import { buildGraph, readSteps } from './steps.ts';
import {
  checkEdges,
  checkSteps,
  reportCrossings,
  reportCycles,
  reportNestedSources,
  warnOfOpenOutputs,
  warnOfUnreachable,
} from './structure.ts';

export type { Issue, ParamIssue } from './issue.ts';
export { withoutParam } from './issue.ts';
export { NodeTypes } from './node-types.ts';

export interface ValidationEnvironment extends DetailEnvironment {
  readonly limits: { readonly nodes: number };
  /** The names of the variables that the workflow sees. Undefined when they do not matter. */
  readonly variables?: ReadonlySet<string> | undefined;
}

/** Far less than the stack allows, and far more than anyone writes. */
const MAX_DEPTH = 500;

export function validateDefinition(json: unknown, environment: ValidationEnvironment): Issue[] {
  return validateParams(json, environment).map(withoutParam);
}

/** Validates a definition, and tells of each issue which param it is about. */
export function validateParams(json: unknown, environment: ValidationEnvironment): ParamIssue[] {
  const issues = new Issues();
  if (isDeeperThan(json, MAX_DEPTH)) {
    issues.error(`The definition is nested too deeply (at most ${MAX_DEPTH} levels)`);
    return issues.list();
  }
  const count = countSteps(json);
  const isTooBig = count > environment.limits.nodes;
  if (isTooBig) {
    const most = environment.limits.nodes;
    issues.error(
      `The workflow has too many steps (${count}, at most ${most}): move some of them into another workflow, and run that with a step`,
    );
  }

  let isReadable = true;
  const definition = readDefinition(json, problem => {
    if (problem.isWhole) isReadable = false;
    issues.report(problem);
  });
  // Without a list of steps or edges, all further problems would be consequences of that.
  if (!isReadable) return issues.list();

  checkSettings(Object(json), environment.templates, issues);
  const steps = readSteps(definition, environment.nodeTypes);
  checkSteps(steps, issues);
  const edges = countEqualEdges(definition.edges);
  checkEdges(steps, edges, issues);
  const graph = buildGraph(
    steps,
    edges.map(({ edge }) => edge),
  );
  const { order, cycles } = sortTopologically(graph);
  reportCycles(graph, cycles, issues);
  // Cycles have no order, and the analysis takes quadratic time in the number of steps (see `findAncestors`).
  const flow = cycles.length > 0 || isTooBig ? undefined : analyseFlow(steps, graph, order);
  if (flow) {
    reportCrossings(graph, flow.loops.crossings, issues);
    reportNestedSources(steps, flow.loops, issues);
  }
  warnOfUnreachable(steps, graph, issues);
  warnOfOpenOutputs(steps, graph, issues);

  const references = new ReferenceCheck(graph, flow, issues, {
    variables: environment.variables,
    isCalled: index => steps[index]?.rules?.isCalled?.(steps[index].node.params) ?? false,
    isRepeat: index => steps[index]?.rules?.isRepeat === true,
  });
  steps.forEach((step, index) => {
    checkDetails(step, index, environment, references, issues);
  });
  return issues.list();
}

interface ReferencedResources {
  /** Ids in lower case. */
  assistants: string[];
  panels: string[];
  tools: string[];
  /** Names or ids, of steps and of templates. */
  credentials: string[];
  /** Ids in lower case. */
  workflows: string[];
}

/** Returns the assistants, panels, tools, credentials and workflows that a definition names, for a validation. */
export function referencedResources(json: unknown, nodeTypes: NodeTypes): ReferencedResources {
  const assistants = new Set<string>();
  const panels = new Set<string>();
  const tools = new Set<string>();
  const credentials = new Set<string>();
  const workflows = new Set<string>();
  for (const { node, rules } of readSteps(readDefinition(json), nodeTypes)) {
    const resources = rules?.resources?.(node.params);
    for (const id of resources?.assistants ?? []) if (UUID.test(id)) assistants.add(id.toLowerCase());
    for (const id of resources?.panels ?? []) if (UUID.test(id)) panels.add(id.toLowerCase());
    for (const name of resources?.tools ?? []) tools.add(name);
    for (const name of resources?.credentials ?? []) credentials.add(name);
    const { workflows: run = [], drafts = [], watched = [] } = resources ?? {};
    for (const id of [...run, ...drafts, ...watched]) {
      if (UUID.test(id)) workflows.add(id.toLowerCase());
    }
    if (rules?.sendsSecrets) for (const { credential } of findNamedSecrets(node.params)) credentials.add(credential);
  }
  return {
    assistants: [...assistants],
    panels: [...panels],
    tools: [...tools],
    credentials: [...credentials],
    workflows: [...workflows],
  };
}

/** Returns the code that a definition contains, for a check of its syntax. */
export function containedSources(json: unknown, nodeTypes: NodeTypes): readonly ParamSource[] {
  return readSteps(readDefinition(json), nodeTypes).flatMap(({ node, rules }) => rules?.sources?.(node.params) ?? []);
}

/** Other texts are no ids, and the database would refuse to search for them. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
