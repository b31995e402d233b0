import type { Budget } from '../budget.ts';
import type { Body, Expression } from '../syntax/syntax.ts';
import { TemplateError, TemplateTimeout } from '../template-error.ts';
import { toNative } from '../values/native.ts';
import { isNumber } from '../values/numbers.ts';
import { toText } from '../values/printing.ts';
import { ExpressionEvaluator } from './expressions.ts';
import { Renderer } from './renderer.ts';
import { Scope } from './scope.ts';

type Context = Readonly<Record<string, unknown>>;

/** Renders a template as text. */
export function renderBody(body: Body, context: Context, budget: Budget): string {
  const renderer = new Renderer(body, context, budget);
  try {
    return renderer.render(body);
  } catch (error) {
    throw withLine(error, renderer.line);
  }
}

/** Evaluates an expression to its native JSON value. */
export function evaluateExpression(
  expression: Expression,
  context: Context,
  budget: Budget,
  onScalar?: (text: string) => void,
): unknown {
  try {
    const value = new ExpressionEvaluator(context, budget).evaluate(expression, new Scope());
    if (onScalar && (isNumber(value) || typeof value === 'boolean')) onScalar(toText(value, budget));
    return toNative(value, budget);
  } catch (error) {
    throw withLine(error, expression.line);
  }
}

function withLine(error: unknown, line: number): unknown {
  if (!(error instanceof TemplateError) || error.line !== undefined) return error;
  const Kind = error instanceof TemplateTimeout ? TemplateTimeout : TemplateError;
  return new Kind(error.message, line);
}
