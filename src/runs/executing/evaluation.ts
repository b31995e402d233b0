/** Evaluates the templates of a step. The event loop and the threads share this code. */
import type { Params } from '../../engine/definition.ts';
import type { NodeType } from '../../nodes/node.ts';
import { type Renderer, StepError, type StepOutcome } from '../../nodes/step.ts';
import { TemplateError } from '../../templates/template.ts';
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

export interface ShownParams {
  params: Params;
  /** The params whose templates can not be rendered. */
  problems: { param: string; message: string }[];
}

/** Renders the params one by one, for people who look at a step that has ended. */
function renderForPeople({ texts = 'template' }: NodeType, params: Params, render: StepRenderer): ShownParams {
  const rendered: [string, unknown][] = [];
  const problems: ShownParams['problems'] = [];
  for (const [param, value] of Object.entries(params)) {
    const one = { [param]: value };
    try {
      rendered.push(...Object.entries(renderParams(one, texts, render).params));
    } catch (error) {
      const problem = nameTemplate(error, one, render.lastSource);
      if (!(problem instanceof TemplateError)) throw problem;
      problems.push({ param, message: problem.message });
    }
  }
  return { params: Object.fromEntries(rendered), problems };
}

/** Whether a step itself is evaluated, or one item of a loop, or its params for people. */
export type EvaluatedPart = 'step' | 'item' | 'params';

/** Throws TemplateErrors, which name the param. */
export function evaluatePart(part: EvaluatedPart, type: NodeType, params: Params, render: StepRenderer): unknown {
  if (part === 'params') return renderForPeople(type, params, render);
  try {
    return part === 'step' ? evaluateStep(type, params, render) : evaluateItem(type, params, render);
  } catch (error) {
    throw nameTemplate(error, params, render.lastSource);
  }
}
