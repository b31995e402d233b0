import { Budget, type BudgetLimits, DEFAULT_LIMITS } from './budget.ts';
import { evaluateExpression, renderBody } from './evaluate/evaluator.ts';
import { GLOBALS } from './evaluate/globals.ts';
import { FILTERS } from './filters/filters.ts';
import { TESTS } from './filters/type-tests.ts';
import { normalizeNewlines } from './syntax/lexer.ts';
import { parseExpression, parseTemplate } from './syntax/parser.ts';
import { collectReferences, type Reference } from './syntax/references.ts';
import type { Body, Expression } from './syntax/syntax.ts';
import { TemplateError } from './template-error.ts';

/** The variables of a template: plain JSON data, of which only own properties are read, and only those that are used. */
export type Context = Readonly<Record<string, unknown>>;

export interface EvaluateOptions {
  /** What differs from `DEFAULT_LIMITS`. */
  readonly limits?: Partial<BudgetLimits>;
  /** Milliseconds, for the time limit; default the monotonic clock. */
  readonly now?: () => number;
  /** For the `random` filter; default `Math.random`. */
  readonly random?: () => number;
  /** Told how the value of a single expression prints when it is a number or a boolean. */
  readonly onScalar?: (text: string) => void;
}

export interface Template {
  /** Exactly one `{{ expression }}`, or an expression without braces: evaluates to its native JSON value. */
  readonly isExpression: boolean;
  /** The variables that the template uses, in the order of the source. */
  readonly references: readonly Reference[];
  /** The native JSON value of an expression, otherwise the text. Throws `TemplateError` and nothing else. */
  evaluate(context: Context, options?: EvaluateOptions): unknown;
  /** The text, also of a single expression: what its value looks like when it is printed. */
  render(context: Context, options?: EvaluateOptions): string;
}

/** Text with `{{ }}`, `{% %}` and `{# #}` in it. */
export function compileTemplate(source: string): Template {
  return guarded(() => {
    if (!/\{[{%#]/.test(source)) return constantTemplate(normalizeNewlines(source));
    const body = parseTemplate(source, KNOWN);
    return templateOf(body, singleExpression(source, body));
  });
}

/** An expression: `a > 1`, or the same in braces, `{{ a > 1 }}`. */
export function compileExpression(source: string): Template {
  return guarded(() => {
    if (!source.trimStart().startsWith('{{')) {
      const value = parseExpression(source, KNOWN);
      return templateOf([{ kind: 'print', line: value.line, value }], value);
    }
    const body = parseTemplate(source, KNOWN);
    const expression = singleExpression(source, body);
    if (expression) return templateOf(body, expression);
    throw new TemplateError('an expression is needed here: one {{ ... }} with nothing around it, or no braces at all');
  });
}

/** Whether a native value counts as true, by the rules of the language: empty lists and objects do not. */
export function isTruthy(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}

const KNOWN = { filters: FILTERS, tests: TESTS };
const LANGUAGE_NAMES: ReadonlySet<string> = new Set([...GLOBALS.keys(), 'self']);

function constantTemplate(text: string): Template {
  return { isExpression: false, references: [], evaluate: () => text, render: () => text };
}

function templateOf(body: Body, expression: Expression | undefined): Template {
  const render = (context: Context, options?: EvaluateOptions): string =>
    guarded(() => renderBody(body, context, budgetOf(options)));
  const evaluate = (context: Context, options?: EvaluateOptions): unknown =>
    expression
      ? guarded(() => evaluateExpression(expression, context, budgetOf(options), options?.onScalar))
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

function budgetOf({ limits, now = monotonicNow, random = Math.random }: EvaluateOptions = {}): Budget {
  return new Budget(limits ? { ...DEFAULT_LIMITS, ...limits } : DEFAULT_LIMITS, now, random);
}

function monotonicNow(): number {
  return performance.now();
}

/**
 * The last net: budgets and checks come first, but what they may have missed (the engine's own limits on stack, text
 * and integer size, or a fault of this interpreter) must not reach the caller as anything but a template error.
 */
function guarded<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof TemplateError) throw error;
    if (error instanceof RangeError) throw new TemplateError('the template is nested too deeply or grows too large');
    throw new TemplateError('the template could not be evaluated', undefined, { cause: error });
  }
}
