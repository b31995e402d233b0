/** Evaluates the conditions of triggers, before there is a run, and counts what they decide about calls. */
import type { HeddleDatabase } from '../../database.ts';
import { createBatcher } from '../../platform/concurrency/batching.ts';
import { connectionFailure } from '../../platform/postgres/connection-error.ts';
import { isTruthy, TemplateError } from '../../templates/template.ts';
import type { CalledTrigger } from '../store/accept-statements.ts';
import { type Decide, type MadeDecision, recordDecisions } from '../store/decisions.ts';
import { findRunByRequestKey, type RequestKey } from './idempotency.ts';
import type { InputExpressions } from './input-expressions.ts';

export function createDecide(expressions: InputExpressions): Decide {
  return ({ when, trigger, workflow }, input) => {
    try {
      const facts = { input: JSON.parse(input), trigger, workflow };
      return isTruthy(expressions.evaluate(when, facts)) ? 'start' : 'filtered';
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      return { problem: error.message };
    }
  };
}

/** The call starts no run, because it does not meet the condition of its trigger. */
export class CallFiltered extends Error {
  override readonly name = 'CallFiltered';

  constructor(triggerId: string) {
    super(`trigger ${triggerId} has a condition that the call does not meet`);
  }
}

/** Throws `CallFiltered`. */
export type RequireCondition = (
  call: { trigger: CalledTrigger; key: RequestKey | undefined },
  input: string,
) => Promise<void>;

const MAX_BATCH = 100;

export function createRequireCondition({ query: db }: HeddleDatabase, decide: Decide): RequireCondition {
  const record = createBatcher<MadeDecision, undefined>({
    maxBatchSize: MAX_BATCH,
    gathers: true,
    async execute(decisions) {
      await recordDecisions(db, decisions);
      return decisions.map(() => undefined);
    },
    failsWholeBatch: error => connectionFailure(error) !== undefined,
  });
  return async ({ trigger: { condition }, key }, input) => {
    if (!condition) return;
    const decision = decide(condition, input);
    if (decision === 'start') return;
    // A call that is sent again belongs to its run, whatever the condition says by now.
    if (decision === 'filtered' && key && (await findRunByRequestKey(db, key)) !== undefined) return;
    await record({ triggerId: condition.triggerId, decision });
    if (decision === 'filtered') throw new CallFiltered(condition.triggerId);
  };
}
