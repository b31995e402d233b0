/**
 * The steps of the tour, in which a newcomer builds a workflow, runs it, breaks it and mends it. PURE.
 *
 *   new ─▶ transform ─▶ value ─▶ run ─▶ break ─▶ fail ─▶ mend ─▶ again ─▶ end
 *
 * Each step waits until the newcomer has done it, which the editor tells as facts. Nothing leads back: what is undone
 * later can be done again, or the tour started over.
 */

import { STEPS, type TourFacts, type TourState, type TourStep } from './tour-state.ts';

/** What is to be typed. */
export const WORKING = '{{ 6 * 7 }}';
export const BROKEN = '{{ 6 / 0 }}';

/** Goes on as far as the facts say. */
export function advance(state: TourState, facts: TourFacts): TourState {
  let { step, workflowId } = state;
  if (step === 'new' && isNew(facts)) workflowId = facts.workflowId;
  if (workflowId !== facts.workflowId) return state;
  while (isDone(step, facts)) step = STEPS[STEPS.indexOf(step) + 1] ?? 'end';
  return step === state.step ? state : { ...state, step, workflowId };
}

function isDone(step: TourStep, { nodes, edges, run }: TourFacts): boolean {
  switch (step) {
    case 'new':
      return true;
    case 'transform':
      // What nothing leads to would never run.
      return nodes.some(({ id, type }) => type === 'transform' && edges.some(({ target }) => target === id));
    case 'value':
    case 'mend':
      return hasValue(nodes, WORKING);
    case 'break':
      return hasValue(nodes, BROKEN);
    case 'run':
    case 'again':
      return run === 'success';
    case 'fail':
      return run === 'failed';
    case 'end':
      return false;
  }
}

/** A new workflow has nothing but its trigger. */
function isNew({ nodes }: TourFacts): boolean {
  return nodes.every(({ type }) => type.startsWith('trigger.'));
}

/** Spaces do not matter, as in templates. */
function hasValue(nodes: TourFacts['nodes'], wanted: string): boolean {
  const plain = (text: string) => text.replaceAll(/\s/g, '');
  return nodes.some(({ type, params }) => {
    const value = params?.value;
    return type === 'transform' && typeof value === 'string' && plain(value) === plain(wanted);
  });
}
