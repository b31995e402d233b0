/**
 * Evaluates the expressions that decide about a run before it starts: keys of concurrency, labels, priorities, and the
 * keys by which triggers merge calls. They see the input of the run, its trigger and its workflow.
 */
import { hash } from 'node:crypto';
import { settingsLimits } from '../../engine/settings-limits.ts';
import { type TemplateCache, TemplateError } from '../../templates/template.ts';
import { createRenderer } from '../executing/rendering.ts';

export interface StartFacts {
  readonly input: unknown;
  readonly trigger: { readonly node_id: string; readonly type: string };
  readonly workflow: { readonly id: string; readonly name: string };
}

export interface InputExpressions {
  /** Throws `TemplateError`, also when the expression takes too long. */
  evaluate(source: string, facts: StartFacts): unknown;
  /** Returns the value as a short text. An expression that fails, or gives nothing, has the empty key. */
  evaluateKey(source: string, facts: StartFacts): string;
}

/** The processor time of one expression, which is evaluated on the event loop. */
const EXPRESSION_MS = 4;

export function createInputExpressions(templates: TemplateCache, clock: () => number): InputExpressions {
  function evaluate(source: string, facts: StartFacts): unknown {
    return createRenderer({ ...facts }, { templates, clock, limitMs: EXPRESSION_MS, seed: source }).expression(source);
  }
  return {
    evaluate,
    evaluateKey(source, facts) {
      try {
        return toKey(evaluate(source, facts));
      } catch (error) {
        if (!(error instanceof TemplateError)) throw error;
        return '';
      }
    },
  };
}

/** Values that print alike are the same key. A long one is replaced by its hash, which is as good for comparing. */
export function toKey(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= settingsLimits.keyCharacters ? toColumnText(text) : hash('sha256', text, 'hex');
}

/** Keys and labels are columns, where PostgreSQL stores neither NUL nor unpaired surrogates. */
export function toColumnText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
