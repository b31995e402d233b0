/** Evaluates the templates of a step. The event loop and the threads share this code. */
import type { Params } from '../../engine/definition.ts';
import type { NodeType } from '../../nodes/node.ts';
import { type Renderer, StepError, type StepOutcome } from '../../nodes/step.ts';
import { renderParams, type StepRenderer } from './rendering.ts';
import { nameTemplate } from './template-errors.ts';

/** Returns the outcome of a pure step, the items of a loop, or the rendered params of an effect. */
function evaluateStep({ execution, texts = 'template' }: NodeType, params: Params, render: Renderer): unknown {
  if (execution.kind === 'pure') return execution.evaluate(params, render);
  return execution.kind === 'loop' ? execution.items(params, render) : renderParams(params, texts, render);
}

/** Checks the items of a loop, which are the result of evaluating it. */
export function requireItems(items: unknown, most: number): readonly unknown[] {
  if (!Array.isArray(items)) throw new StepError('The items of the loop are not a list');
  if (items.length > most) throw new StepError(`The loop has ${items.length} items (at most ${most})`);
  return items;
}

export function loopOutcome(count: number, results: readonly unknown[]): StepOutcome {
  return { output: { count, results }, handle: 'done' };
}

/** Returns the result of one item of a loop. */
function evaluateItem({ execution }: NodeType, params: Params, render: Renderer): unknown {
  return execution.kind === 'loop' ? execution.collect(params, render) : undefined;
}

/** Whether a step itself is evaluated, or one item of a loop. */
export type EvaluatedPart = 'step' | 'item';

/** Throws TemplateErrors, which name the param. */
export function evaluatePart(part: EvaluatedPart, type: NodeType, params: Params, render: StepRenderer): unknown {
  try {
    return part === 'step' ? evaluateStep(type, params, render) : evaluateItem(type, params, render);
  } catch (error) {
    throw nameTemplate(error, params, render.lastSource);
  }
}
