/** What the templates of a step give: the same on the event loop and in a thread. */
import type { Params } from '../../engine/definition.ts';
import type { NodeType } from '../../nodes/node.ts';
import { type Renderer, StepError, type StepOutcome } from '../../nodes/step.ts';
import { renderParams } from './rendering.ts';

/** The outcome of a pure step, the items of a loop, or the rendered params of an effect. Throws TemplateErrors. */
export function evaluateStep({ execution, texts = 'template' }: NodeType, params: Params, render: Renderer): unknown {
  if (execution.kind === 'pure') return execution.evaluate(params, render);
  return execution.kind === 'loop' ? execution.items(params, render) : renderParams(params, texts, render);
}

/** The items of a loop, as `evaluateStep` gave them. */
export function requireItems(items: unknown, most: number): readonly unknown[] {
  if (!Array.isArray(items)) throw new StepError('The items of the loop are not a list');
  if (items.length > most) throw new StepError(`The loop has ${items.length} items (at most ${most})`);
  return items;
}

export function loopOutcome(count: number, results: readonly unknown[]): StepOutcome {
  return { output: { count, results }, handle: 'done' };
}

/** What is kept of one item of a loop. Throws TemplateErrors. */
export function evaluateItem({ execution }: NodeType, params: Params, render: Renderer): unknown {
  return execution.kind === 'loop' ? execution.collect(params, render) : undefined;
}

/** Which of the two. */
export type EvaluatedPart = 'step' | 'item';

export function evaluatePart(part: EvaluatedPart, type: NodeType, params: Params, render: Renderer): unknown {
  return part === 'step' ? evaluateStep(type, params, render) : evaluateItem(type, params, render);
}
