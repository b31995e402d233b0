/** Evaluates the templates of a step. The event loop and the threads share this code. */
import type { Params } from '../../engine/definition.ts';
import type { NodeType } from '../../nodes/node.ts';
import { type Renderer, StepError, type StepOutcome } from '../../nodes/step.ts';
import { TemplateError } from '../../templates/template.ts';
import { renderParams, type StepRenderer } from './rendering.ts';
import { nameTemplate } from './template-errors.ts';

/** Returns the outcome of a pure step, the items of a loop, or the rendered params of an effect. A repeat has nothing before its first round. */
function evaluateStep({ execution, texts = 'template' }: NodeType, params: Params, render: Renderer): unknown {
  if (execution.kind === 'pure') return execution.evaluate(params, render);
  if (execution.kind === 'repeat') return undefined;
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

export interface RepeatOutput {
  rounds: number;
  /** The result of the last round. */
  last: unknown;
  ended: 'until' | 'most';
}

export function repeatOutcome(output: RepeatOutput): StepOutcome {
  return { output, handle: 'done' };
}

/** Returns the result of one item of a loop, or of one round of a repeat. */
function evaluateItem({ execution }: NodeType, params: Params, render: Renderer): unknown {
  if (execution.kind === 'repeat') return execution.result(params, render);
  return execution.kind === 'loop' ? execution.collect(params, render) : undefined;
}

/** Returns whether a round was the last one of its repeat. */
function evaluateEnd({ execution }: NodeType, params: Params, render: Renderer): boolean {
  return execution.kind === 'repeat' && execution.isOver(params, render);
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

/** Whether a step itself is evaluated, or one item of a loop, or the end of a round, or its params for people. */
export type EvaluatedPart = 'step' | 'item' | 'end' | 'params';

/** Throws TemplateErrors, which name the param. */
export function evaluatePart(part: EvaluatedPart, type: NodeType, params: Params, render: StepRenderer): unknown {
  if (part === 'params') return renderForPeople(type, params, render);
  try {
    if (part === 'end') return evaluateEnd(type, params, render);
    return part === 'step' ? evaluateStep(type, params, render) : evaluateItem(type, params, render);
  } catch (error) {
    throw nameTemplate(error, params, render.lastSource);
  }
}
