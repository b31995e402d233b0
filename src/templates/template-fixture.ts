/** The compiler as the tests use it: with a clock and randomness wherever a test needs none of its own. */

import type { Context, EvaluateOptions, Template } from './template.ts';
import * as door from './template.ts';

const OPTIONS: EvaluateOptions = { now: () => performance.now(), random: Math.random };

export interface TestTemplate extends Pick<Template, 'isExpression' | 'references'> {
  evaluate(context: Context, options?: Partial<EvaluateOptions>): unknown;
  render(context: Context, options?: Partial<EvaluateOptions>): string;
}

export function compileTemplate(source: string): TestTemplate {
  return withOptions(door.compileTemplate(source));
}

export function compileExpression(source: string): TestTemplate {
  return withOptions(door.compileExpression(source));
}

export function withOptions(template: Template): TestTemplate {
  return {
    isExpression: template.isExpression,
    references: template.references,
    evaluate: (context, options) => template.evaluate(context, { ...OPTIONS, ...options }),
    render: (context, options) => template.render(context, { ...OPTIONS, ...options }),
  };
}

/** Recognizes an error that the interpreter raised on purpose, as opposed to one that wraps a bug of its own. */
export function isOrdinaryError(error: unknown): error is door.TemplateError {
  return error instanceof door.TemplateError && error.cause === undefined;
}
