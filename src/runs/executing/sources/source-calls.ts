/** Calls tools that read the items of a loop: with the rights and the credentials of the run's user, as a step does. */
import type { NodeType } from '../../../nodes/node.ts';
import { type StepContext, StepError } from '../../../nodes/step.ts';
import { performStep } from '../perform-step.ts';
import { stepKey } from '../run-records.ts';
import type { RunServices } from '../run-services.ts';
import type { RunState } from '../run-state.ts';
import { NOT_PERFORMED, runOfKeys } from '../run-variation.ts';
import type { StepRecord } from '../step-record.ts';

/** Returns the output of the tool. */
export type CallSource = (tool: string, params: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** Hours of work are not lost because a connection breaks. */
const RETRY = { retry: { attempts: 5, delay_seconds: 1 } };

export function createCallSource(
  createCapabilities: RunServices['createCapabilities'],
  state: RunState,
  record: StepRecord,
  { type, signal }: { type: NodeType; signal: AbortSignal },
): CallSource {
  const { facts } = state;
  if (facts.variation?.test?.effects === false) throw new StepError(NOT_PERFORMED, { kind: 'test' });
  const { id: runId, workflowId, user, startedAt } = facts;
  const idempotencyKey = `${runOfKeys(facts)}-${stepKey(record)}`;

  return async (tool, params) => {
    const held: (() => void)[] = [];
    const perform = (_: unknown, context: StepContext) => context.callTool(tool, params);
    const open = (signal: AbortSignal) => {
      const attempt = { record, printed: {}, idempotencyKey, signal, progress() {} };
      const holdMemory = (release: () => void) => void held.push(release);
      const { capabilities, redact } = createCapabilities(state, { ...attempt, holdMemory });
      return { context: { ...capabilities, signal, idempotencyKey, workflowId, runId, user, startedAt }, redact };
    };
    try {
      const execution = { kind: 'effect', timesItself: true, perform } as const;
      const evaluate = () => false;
      return (await performStep({ type, params: RETRY, execution, open, evaluate, signal, tries: [] })).output;
    } finally {
      for (const release of held) release();
    }
  };
}
