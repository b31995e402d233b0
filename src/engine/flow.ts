import { BitTable } from './bit-set.ts';
import { Certainty } from './certainty.ts';
import { ancestorsOf, type Graph, reachableFrom } from './graph.ts';
import { Loops } from './loops.ts';
import { isTrigger } from './node-rules.ts';
import type { Step } from './steps.ts';

/** What the edges of a definition without cycles say about the order of its steps. */
export interface Flow {
  /** For every step, the steps that lead to it. */
  readonly ancestors: BitTable;
  readonly loops: Loops;
  readonly certainty: Certainty;
  readonly triggers: readonly number[];
  /** For every step, places in `triggers`: those whose runs it takes part in. */
  readonly startedBy: BitTable;
}

export function analyseFlow(steps: readonly Step[], graph: Graph, order: readonly number[]): Flow {
  const triggers = steps.flatMap(({ rules }, index) => (isTrigger(rules) ? index : []));
  const reached = reachableFrom(graph, triggers);
  const bodyHandle = (index: number) => steps[index]?.rules?.bodyHandle;
  return {
    ancestors: ancestorsOf(graph, order),
    loops: new Loops(graph, order, bodyHandle),
    certainty: new Certainty(graph, order, {
      runs: index => reached.has(index),
      exits: index => exitsOf(steps[index], graph, index),
      bodyHandle,
    }),
    triggers,
    startedBy: findStarters(graph, order, triggers),
  };
}

/** The outputs on one of which a step continues when it succeeds. */
function exitsOf(step: Step | undefined, graph: Graph, index: number): (string | null)[] {
  if (!step || step.outputs.size === 0) return [null];
  const { rules, outputs } = step;
  const connected = new Set(graph.outgoing(index).map(({ handle }) => handle));
  return [...outputs].filter(output => {
    if (output === rules?.bodyHandle) return false;
    return connected.has(output) || !rules?.failingHandles?.includes(output);
  });
}

function findStarters(graph: Graph, order: readonly number[], triggers: readonly number[]): BitTable {
  const startedBy = new BitTable(graph.size, triggers.length);
  triggers.forEach((trigger, place) => {
    startedBy.row(trigger).add(place);
  });
  for (const node of order) {
    for (const { source } of graph.incoming(node)) startedBy.row(node).addAll(startedBy.row(source));
  }
  return startedBy;
}
