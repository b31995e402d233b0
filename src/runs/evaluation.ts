/** What the templates of a step give: the same on the event loop and in a thread. */
import type { Params } from '../engine/definition.ts';
import type { NodeType } from '../nodes/node.ts';
import type { Renderer } from '../nodes/step.ts';
import { renderParams } from './rendering.ts';

/** The outcome of a pure step, the items of a loop, or the rendered params of an effect. Throws TemplateErrors. */
export function evaluateStep({ execution, texts = 'template' }: NodeType, params: Params, render: Renderer): unknown {
  if (execution.kind === 'pure') return execution.evaluate(params, render);
  return execution.kind === 'loop' ? execution.items(params, render) : renderParams(params, texts, render);
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
