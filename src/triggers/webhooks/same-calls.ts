/** Recognises a call that was made before by an expression of the author, for senders that send no `Idempotency-Key`. */
import { hash } from 'node:crypto';
import { settingsLimits } from '../../engine/settings-limits.ts';
import { createProcessorClock } from '../../platform/concurrency/processor-clock.ts';
import { createRenderer } from '../../runs/executing/rendering.ts';
import type { RequestKey } from '../../runs/starting/idempotency.ts';
import { toKey } from '../../runs/starting/input-expressions.ts';
import { createTemplateCache, TemplateError } from '../../templates/template.ts';

/** What the expression sees of a call. */
interface CallValues {
  body: unknown;
  query: Readonly<Record<string, unknown>>;
  headers: Readonly<Record<string, string>>;
}

/** Returns undefined when the expression fails or has no value: such a call is like no other. */
export type FindSameCallKey = (
  expression: string,
  call: CallValues,
  sender: { workflowId: string; triggerId: string },
) => RequestKey | undefined;

const CACHED_EXPRESSIONS = 500;
/** The processor time of one expression, which is evaluated on the event loop. */
const EXPRESSION_MS = 4;
/** Calls with the same value are the same call, whatever else they contain. */
const ANY_REQUEST = hash('sha256', 'dedupe', 'buffer');

export function createFindSameCallKey(): FindSameCallKey {
  const templates = createTemplateCache({
    entries: CACHED_EXPRESSIONS,
    maxSourceCharacters: settingsLimits.expressionCharacters,
  });
  const clock = createProcessorClock();
  return (expression, call, { workflowId, triggerId }) => {
    const value = evaluate(expression, call);
    // The prefix keeps it apart from what a sender may give as its own key.
    const key = `dedupe:${hash('sha256', value, 'hex')}`;
    return value === '' ? undefined : { workflowId, senderId: triggerId, key, hash: ANY_REQUEST };
  };

  function evaluate(expression: string, call: CallValues): string {
    const renderer = createRenderer({ ...call }, { templates, clock, limitMs: EXPRESSION_MS, seed: expression });
    try {
      return toKey(renderer.expression(expression));
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      return '';
    }
  }
}
