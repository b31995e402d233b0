import { Budget, type BudgetLimits, DEFAULT_LIMITS } from './budget.ts';
import { evaluateExpression, renderBody } from './evaluate/evaluator.ts';
import { GLOBALS } from './evaluate/globals.ts';
import { FILTERS } from './filters/filters.ts';
import { TESTS } from './filters/type-tests.ts';
import type { Language } from './syntax/expression-parser.ts';
import { normalizeNewlines } from './syntax/lexer.ts';
import { parseExpression, parseTemplate } from './syntax/parser.ts';
import { collectReferences, type Reference } from './syntax/references.ts';
import type { Body, Expression } from './syntax/syntax.ts';
import { TemplateError } from './template-error.ts';
import { Float } from './values/values.ts';

/**
 * The variables of a template: plain JSON data. The template reads own properties only, and only those that it uses.
 */
export type Context = Readonly<Record<string, unknown>>;

export interface EvaluateOptions {
  /** Limits that differ from `DEFAULT_LIMITS`. */
  readonly limits?: Partial<BudgetLimits>;
  /** The clock for the time limit, in milliseconds. */
  readonly now: () => number;
  /** The source of the `random` filter: returns numbers from 0 up to, but not including, 1. */
  readonly random: () => number;
  /** Receives the printed form when a single expression evaluates to a number or a boolean. */
  readonly onScalar?: (text: string) => void;
}

export interface Template {
  /**
   * True for exactly one `{{ expression }}` or an expression without braces, which evaluates to a native JSON value.
   */
  readonly isExpression: boolean;
  /** The variables that the template uses, in the order of the source. */
  readonly references: readonly Reference[];
  /**
   * Returns the native JSON value of an expression, and the text otherwise. Throws `TemplateError` and nothing else.
   */
  evaluate(context: Context, options: EvaluateOptions): unknown;
  /** Returns the text. A single expression is printed as it would be inside a longer text. */
  render(context: Context, options: EvaluateOptions): string;
}

/** Compiles a text with `{{ }}`, `{% %}` and `{# #}` in it. */
export function compileTemplate(source: string): Template {
  return withTemplateErrors(() => {
    if (!/\{[{%#]/.test(source)) return constantTemplate(normalizeNewlines(source));
    const body = parseTemplate(source, LANGUAGE);
    return createTemplate(body, singleExpression(source, body));
  });
}

/** Compiles an expression: `a > 1`, or the same in braces, `{{ a > 1 }}`. */
export function compileExpression(source: string): Template {
  return withTemplateErrors(() => {
    if (!source.trimStart().startsWith('{{')) {
      const value = parseExpression(source, LANGUAGE);
      return createTemplate([{ kind: 'print', line: value.line, value }], value);
    }
    const body = parseTemplate(source, LANGUAGE);
    const expression = singleExpression(source, body);
    if (expression) return createTemplate(body, expression);
    throw new TemplateError('an expression is needed here: one {{ ... }} with nothing around it, or no braces at all');
  });
}

/** Tells whether a native value counts as true by the rules of the language: empty lists and objects do not. */
export function isTruthy(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}

const LANGUAGE: Language = { filters: FILTERS, tests: TESTS, createFloat: Float.of };
const LANGUAGE_NAMES: ReadonlySet<string> = new Set([...GLOBALS.keys(), 'self']);

function constantTemplate(text: string): Template {
  return { isExpression: false, references: [], evaluate: () => text, render: () => text };
}

function createTemplate(body: Body, expression: Expression | undefined): Template {
  const render = (context: Context, options: EvaluateOptions): string =>
    withTemplateErrors(() => renderBody(body, context, createBudget(options)));
  const evaluate = (context: Context, options: EvaluateOptions): unknown =>
    expression
      ? withTemplateErrors(() => evaluateExpression(expression, context, createBudget(options), options.onScalar))
      : render(context, options);
  const references = collectReferences(body, LANGUAGE_NAMES);
  return { isExpression: expression !== undefined, references, evaluate, render };
}

function singleExpression(source: string, body: Body): Expression | undefined {
  const trimmed = source.trim();
  if (!trimmed.startsWith('{{') || !trimmed.endsWith('}}')) return undefined;
  const parts = body.filter(statement => statement.kind !== 'text' || statement.text.trim() !== '');
  const [only] = parts;
  return parts.length === 1 && only?.kind === 'print' ? only.value : undefined;
}

function createBudget({ limits, now, random }: EvaluateOptions): Budget {
  return new Budget(limits ? { ...DEFAULT_LIMITS, ...limits } : DEFAULT_LIMITS, now, random);
}

/**
 * The last safety net. Budgets and checks should stop every template in time. Whatever they miss (the limits of the
 * JavaScript engine on stack, text and integer size, or a bug of this interpreter) reaches the caller as a template
 * error too.
 */
function withTemplateErrors<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof TemplateError) throw error;
    if (error instanceof RangeError) throw new TemplateError('the template is nested too deeply or grows too large');
    throw new TemplateError('the template could not be evaluated', undefined, { cause: error });
  }
}
