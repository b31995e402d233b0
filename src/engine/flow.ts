import { BitTable } from './bit-set.ts';
import { Certainty } from './certainty.ts';
import { findAncestors, type Graph, reachableFrom } from './graph.ts';
import { Loops } from './loops.ts';
import { isTrigger } from './node-rules.ts';
import type { PlanStep } from './steps.ts';

/** What the edges of a definition without cycles imply about the order of its steps. */
export interface Flow {
  /** The ancestors of every step. */
  readonly ancestors: BitTable;
  readonly loops: Loops;
  readonly certainty: Certainty;
  readonly triggers: readonly number[];
  /** For every step, the indexes in `triggers` of the triggers that lead to it. */
  readonly startedBy: BitTable;
}

export function analyseFlow(steps: readonly PlanStep[], graph: Graph, order: readonly number[]): Flow {
  const triggers = steps.flatMap(({ rules }, index) => (isTrigger(rules) ? index : []));
  const reached = reachableFrom(graph, triggers);
  const bodyHandle = (index: number) => steps[index]?.rules?.bodyHandle;
  return {
    ancestors: findAncestors(graph, order),
    loops: new Loops(graph, order, bodyHandle),
    certainty: new Certainty(graph, order, {
      runs: index => reached.has(index),
      exits: index => findExits(steps[index], graph, index),
      bodyHandle,
    }),
    triggers,
    startedBy: findStarters(graph, order, triggers),
  };
}

/** Returns the outputs of which a step selects one when it succeeds. */
function findExits(step: PlanStep | undefined, graph: Graph, index: number): (string | null)[] {
  if (!step || step.outputs.size === 0) return [null];
  const { rules, outputs } = step;
  const connected = new Set(graph.outgoing(index).map(({ handle }) => handle));
  const named = [...outputs].filter(output => {
    if (output === rules?.bodyHandle) return false;
    return connected.has(output) || !rules?.failingHandles?.includes(output);
  });
  return rules?.defaultOutput ? [null, ...named] : named;
}

function findStarters(graph: Graph, order: readonly number[], triggers: readonly number[]): BitTable {
  const startedBy = new BitTable(graph.size, triggers.length);
  triggers.forEach((trigger, index) => {
    startedBy.row(trigger).add(index);
  });
  for (const node of order) {
    for (const { source } of graph.incoming(node)) startedBy.row(node).addAll(startedBy.row(source));
  }
  return startedBy;
}
