/** Checks the structure of a definition: ids, types, outputs, order and loop bodies. */
import { type Edge, quote } from './definition.ts';
import { type Graph, reachableFrom } from './graph.ts';
import type { Issues } from './issue.ts';
import type { Crossing, Loops } from './loops.ts';
import { isTrigger } from './node-rules.ts';
import type { PlanStep } from './steps.ts';

const STEP_ID = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

export function checkSteps(steps: readonly PlanStep[], issues: Issues): void {
  const known = new Set<string>();
  const repeated = new Set<string>();
  for (const { node, rules } of steps) {
    const { id, type } = node;
    if (!STEP_ID.test(id)) {
      const rule = 'at most 64 letters, digits and _, and no digit at the start';
      issues.error(`${quote(id)} is not a valid step id: ${rule}`, id);
    }
    if (known.has(id) && !repeated.has(id)) {
      repeated.add(id);
      issues.error(`The step id ${quote(id)} is used more than once`, id);
    }
    known.add(id);
    if (!rules && type !== '') issues.error(`Step ${quote(id)} has the unknown type ${quote(type)}`, id);
  }
  if (!steps.some(({ rules }) => isTrigger(rules))) issues.error('The workflow has no trigger');
}

/** Reports the problems of a duplicate edge only once. */
export function checkEdges(
  steps: readonly PlanStep[],
  edges: readonly { edge: Edge; count: number }[],
  issues: Issues,
): void {
  const byId = new Map<string, PlanStep>();
  for (const step of steps) if (!byId.has(step.node.id)) byId.set(step.node.id, step);
  for (const { edge, count } of edges) {
    checkEdge(edge, byId, issues);
    if (count > 1) issues.edgeWarning(`${sentenceStart(edge)} is there ${count} times`, edge);
  }
}

export function reportCycles(graph: Graph, cycles: readonly (readonly number[])[], issues: Issues): void {
  for (const cycle of cycles) {
    const [first = 0] = cycle;
    const id = graph.id(first);
    if (cycle.length === 1) {
      issues.error(`Step ${quote(id)} leads back to itself: a workflow must not have cycles`, id);
      continue;
    }
    const names = cycle.slice(0, LISTED_NAMES).map(node => quote(graph.id(node)));
    const path = [...names, ...(cycle.length > LISTED_NAMES ? ['…'] : []), quote(id)].join(' → ');
    issues.error(`The steps ${path} form a cycle`, id);
  }
}

export function reportCrossings(graph: Graph, crossings: readonly Crossing[], issues: Issues): void {
  for (const { link, loop, direction } of crossings) {
    const edge = { source: graph.id(link.source), target: graph.id(link.target), source_handle: link.handle };
    const name = quote(graph.id(loop));
    const problem =
      direction === 'enters'
        ? `enters the body of loop ${name} from outside`
        : `leaves the body of loop ${name}: what follows the loop must be connected to the loop itself`;
    issues.edgeError(`${sentenceStart(edge)} ${problem}`, edge);
  }
}

/** The items of a loop with a source go by in windows, one after the other, which an item of another loop can not wait for. */
export function reportNestedSources(steps: readonly PlanStep[], loops: Loops, issues: Issues): void {
  steps.forEach(({ node: { id, params }, rules }, index) => {
    if (!rules?.readsSource?.(params)) return;
    const [outer] = loops.around(index);
    const around = outer === undefined ? undefined : steps[outer]?.node.id;
    if (around === undefined) return;
    issues.error(
      `Step ${quote(id)}: a loop over a file, records or a query can not be in the body of another loop (${quote(around)})`,
      id,
    );
  });
}

export function warnOfUnreachable(steps: readonly PlanStep[], graph: Graph, issues: Issues): void {
  const triggers = steps.flatMap(({ rules }, index) => (isTrigger(rules) ? index : []));
  if (triggers.length === 0) return;
  const reached = reachableFrom(graph, triggers);
  steps.forEach(({ node: { id } }, index) => {
    // A second step with the same id has no edges of its own and was reported already.
    if (!reached.has(index) && graph.index(id) === index) {
      issues.warning(`Step ${quote(id)} is never run: no trigger leads to it`, id);
    }
  });
}

export function warnOfOpenOutputs(steps: readonly PlanStep[], graph: Graph, issues: Issues): void {
  steps.forEach(({ node: { id }, rules, outputs }, index) => {
    if (outputs.size === 0 || graph.index(id) !== index) return;
    const ignored = new Set<string | null>(rules?.openHandles);
    for (const { handle } of graph.outgoing(index)) ignored.add(handle);
    const open = [...outputs].filter(output => !ignored.has(output));
    if (open.length === 0) return;
    const what = open.length === 1 ? 'The output' : 'The outputs';
    issues.warning(
      `${what} ${listNames(open)} of step ${quote(id)} ${open.length === 1 ? 'leads' : 'lead'} nowhere`,
      id,
    );
  });
}

/** The number of names that a message lists. */
const LISTED_NAMES = 10;

function checkEdge(edge: Edge, byId: ReadonlyMap<string, PlanStep>, issues: Issues): void {
  const source = byId.get(edge.source);
  const target = byId.get(edge.target);
  const error = (problem: string) => issues.edgeError(`${sentenceStart(edge)} ${problem}`, edge);
  if (!source) error('starts at a step that does not exist');
  if (!target) error('ends at a step that does not exist');
  if (isTrigger(target?.rules)) error('leads to a trigger');
  const problem = source && outputProblem(source, edge.source_handle);
  if (problem) error(problem);
}

function outputProblem({ node, rules, outputs }: PlanStep, handle: string | null): string | undefined {
  if (!rules) return undefined;
  if (rules.terminal) return `is not possible: step ${quote(node.id)} ends its branch`;
  const error = isTrigger(rules) ? [] : ['error'];
  const hasDefault = outputs.size === 0 || rules.defaultOutput === true;
  if (handle === null ? hasDefault : outputs.has(handle) || error.includes(handle)) return undefined;
  const named = listNames([...outputs, ...error]);
  if (handle === null) return `must leave by one of the outputs ${named}`;
  const known = hasDefault ? `the default one${named === '' ? '' : ` and ${named}`}` : named;
  return `leaves by the output ${quote(handle)}, which step ${quote(node.id)} does not have (it has ${known})`;
}

function sentenceStart({ source, target }: Edge): string {
  return `The edge from ${quote(source)} to ${quote(target)}`;
}

function listNames(names: readonly string[]): string {
  return [...names.slice(0, LISTED_NAMES).map(quote), ...(names.length > LISTED_NAMES ? ['…'] : [])].join(', ');
}
