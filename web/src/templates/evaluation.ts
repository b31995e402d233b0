/** Evaluates templates as a run does, with the interpreter of the service. The worker runs this. */
import { isObject } from '../../../src/engine/definition.ts';
import { fieldTexts, isExpressionKind, isTemplate, type Texts } from '../../../src/engine/node-rules.ts';
import { extendPointer, parsePointer } from '../../../src/engine/printed-params.ts';
import { seededRandom } from '../../../src/engine/seeded-random.ts';
import {
  type Context,
  compileExpression,
  compileTemplate,
  isTruthy,
  type Reference,
  TemplateError,
  UNDEFINED_BELOW,
} from '../../../src/templates/template.ts';
import { formatPath } from './paths.ts';
import type { PlaceData, PreviewStep } from './preview-data.ts';

export type Evaluated = EvaluatedValue | EvaluationProblem | MissingData;

export interface EvaluatedValue {
  readonly kind: 'value';
  readonly type: 'string' | 'number' | 'boolean' | 'null' | 'object' | 'array';
  /** The text, or the value as JSON, up to `SHOWN_CHARACTERS`. */
  readonly text: string;
  readonly characters: number;
  readonly isTrue: boolean;
}

export interface EvaluationProblem {
  readonly kind: 'error';
  readonly message: string;
  /** The line of the source, from 1 on. Undefined when the error has no place. */
  readonly line?: number;
  /** Whether the source itself is wrong, with whatever data. */
  readonly isSyntax: boolean;
}

/** The template is fine, but there is no data yet for what it refers to. */
export interface MissingData {
  readonly kind: 'missing';
  readonly names: readonly string[];
}

/** The longest text that a preview shows. */
export const SHOWN_CHARACTERS = 20_000;
const SHORT_CHARACTERS = 80;

export interface PreviewContext {
  readonly context: Context;
  /** The param that gives the result of a round, at the end of one. */
  readonly roundResult?: unknown;
  readonly random: () => number;
}

/** The editor says by itself why the result of a step is missing. */
const UNEXPLAINED = () => undefined;

/** `now` is the clock for the time limits. */
export function buildContext({ variables, steps, loops, seed }: PlaceData, now: () => number): PreviewContext {
  const random = seededRandom(seed);
  const views: Record<string | symbol, unknown> = Object.fromEntries(steps.map(step => [step.nodeId, stepView(step)]));
  // As in a run: a step of which there is nothing is undefined all the way down.
  views[UNDEFINED_BELOW] = UNEXPLAINED;
  let context: Context = { ...variables, steps: views };
  let parent: unknown = null;
  for (const { items: source, index, isRepeat } of loops) {
    if (isRepeat) {
      // The result of the round before is only known in a run.
      context = { ...context, round: index + 1, ...(index === 0 && { last: null }) };
      continue;
    }
    const items = evaluateItems(source, context, now, random);
    // Without its items, nothing is known about the loop, nor about the loops in it.
    if (!items) return { context: withoutLoop(context), random };
    parent = { item: items[index] ?? null, index, count: items.length, parent };
    context = { ...context, loop: parent };
  }
  return { context, random, roundResult: loops.at(-1)?.result };
}

/** At the end of a round, `last` is the result of this round. */
function afterRound(preview: PreviewContext, now: () => number): PreviewContext {
  const { last: _, ...context } = preview.context;
  const last = renderRoundResult(preview, now);
  return { ...preview, context: last === undefined ? context : { ...context, last } };
}

/** Undefined when it is not known, and null when there is no such param, as in a run. */
function renderRoundResult({ roundResult = null, ...preview }: PreviewContext, now: () => number): unknown {
  try {
    return renderValue(roundResult, 'item template', '', { ...preview, now });
  } catch (error) {
    if (error instanceof TemplateError) return undefined;
    throw error;
  }
}

function withoutLoop({ loop: _, ...rest }: Context): Context {
  return rest;
}

function evaluateItems(
  source: string,
  context: Context,
  now: () => number,
  random: () => number,
): unknown[] | undefined {
  try {
    const items = compileExpression(source).evaluate(context, { now, random });
    return Array.isArray(items) && items.length > 0 ? items : undefined;
  } catch (error) {
    if (error instanceof TemplateError) return undefined;
    throw error;
  }
}

/** As the service shows a step to templates. */
function stepView({ output, status, text, error, fileIds }: PreviewStep): Record<string | symbol, unknown> {
  return {
    ...(output === undefined ? { [UNDEFINED_BELOW]: UNEXPLAINED } : { output }),
    success: status === 'success',
    status,
    text,
    error,
    file_ids: fileIds,
  };
}

/** Evaluates a whole param: a text of its kind, or JSON with such texts in it. */
export function evaluateParam(value: unknown, texts: Texts, place: PreviewContext, now: () => number): Evaluated {
  const preview = texts === 'item expression' ? afterRound(place, now) : place;
  const missing = new Set<string>();
  let at = '';
  try {
    const rendered = renderValue(value, texts, '', {
      ...preview,
      now,
      onText: pointer => {
        at = pointer;
      },
      onReferences: references => noteMissing(references, preview.context, missing),
    });
    return toEvaluated(rendered);
  } catch (error) {
    const problem = evaluateProblem(error);
    if (missing.size > 0 && !problem.isSyntax) return { kind: 'missing', names: [...missing] };
    return at === '' ? problem : { ...problem, message: `${formatPath(parsePointer(at))}: ${problem.message}` };
  }
}

/** Tells what is wrong with a template. Other errors are thrown again. */
export function evaluateProblem(error: unknown): EvaluationProblem {
  if (!(error instanceof TemplateError)) throw error;
  const { message, line } = error;
  return { kind: 'error', message, isSyntax: error instanceof SyntaxProblem, ...(line !== undefined && { line }) };
}

/** Checks only the syntax of a text. */
export function checkSyntax(source: string, kind: 'template' | 'expression'): EvaluationProblem | undefined {
  try {
    compile(source, kind);
    return undefined;
  } catch (error) {
    return evaluateProblem(error);
  }
}

interface Rendering extends PreviewContext {
  now: () => number;
  /** Hears which text is rendered next. */
  onText?(pointer: string): void;
  onReferences?(references: readonly Reference[]): void;
  /** Receives the printed form of a number or a boolean that a single expression gave. */
  onScalar?(pointer: string, text: string): void;
}

/** A mistake in the source of a template, which no data can mend. */
class SyntaxProblem extends TemplateError {}

/** Follows `renderParams` of the service. */
export function renderValue(value: unknown, texts: Texts, pointer: string, rendering: Rendering): unknown {
  if (typeof value === 'string') return renderText(value, texts, pointer, rendering);
  if (Array.isArray(value)) {
    return value.map((inner, index) => renderValue(inner, texts, `${pointer}/${index}`, rendering));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      renderValue(inner, fieldTexts(texts, name), extendPointer(pointer, name), rendering),
    ]),
  );
}

function renderText(source: string, texts: Texts, pointer: string, rendering: Rendering): unknown {
  const kind = compiledKind(texts, source);
  if (kind === undefined) return source;
  rendering.onText?.(pointer);
  const template = compile(source, kind);
  rendering.onReferences?.(template.references);
  const { context, now, random, onScalar } = rendering;
  return template.evaluate(context, {
    now,
    random,
    ...(onScalar && kind === 'template' && { onScalar: (text: string) => onScalar(pointer, text) }),
  });
}

function compiledKind(texts: Texts, source: string): 'template' | 'expression' | undefined {
  if (isExpressionKind(texts)) return 'expression';
  const isTemplateKind = typeof texts !== 'string' || texts === 'template' || texts === 'item template';
  return isTemplateKind && isTemplate(source) ? 'template' : undefined;
}

function compile(source: string, kind: 'template' | 'expression') {
  try {
    return kind === 'expression' ? compileExpression(source) : compileTemplate(source);
  } catch (error) {
    if (error instanceof TemplateError) throw new SyntaxProblem(error.message, error.line);
    throw error;
  }
}

function noteMissing(references: readonly Reference[], context: Context, missing: Set<string>): void {
  for (const { root, path, guarded } of references) {
    if (root === 'steps') {
      const [id, field] = path;
      const step = typeof id === 'string' && isObject(context.steps) ? ownValue(context.steps, id) : {};
      if (step === undefined) missing.add(`steps.${id}`);
      else if (field === 'output' && !guarded && isObject(step) && UNDEFINED_BELOW in step) {
        missing.add(`steps.${id}.output (the step ${step.status === 'failed' ? 'failed' : 'was skipped'})`);
      }
    } else if (RUN_VARIABLES.has(root) && !Object.hasOwn(context, root)) missing.add(root);
  }
}

function ownValue(of: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(of, name) ? of[name] : undefined;
}

const RUN_VARIABLES = new Set(['input', 'run', 'now', 'loop', 'round', 'last']);

function toEvaluated(value: unknown): EvaluatedValue {
  const text = typeof value === 'string' ? value : printJson(value);
  return {
    kind: 'value',
    type: typeOf(value),
    text: text.slice(0, SHOWN_CHARACTERS),
    characters: text.length,
    isTrue: isTruthy(value),
  };
}

/** Short values stand in one line. */
function printJson(value: unknown): string {
  const short = JSON.stringify(value) ?? '';
  return short.length <= SHORT_CHARACTERS ? short : JSON.stringify(value, undefined, 2);
}

function typeOf(value: unknown): EvaluatedValue['type'] {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object';
}
