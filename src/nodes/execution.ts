import type { Static, TObject } from 'typebox';
import type { Execution } from './node.ts';
import type { StepContext, StepOutcome } from './step.ts';

type Effect = Extract<Execution, { kind: 'effect' }>;

/** Gives `perform` its params as the schema has them: they were checked against it after they were rendered. */
export function effect<Schema extends TObject>(
  _schema: Schema,
  perform: (params: Static<Schema>, context: StepContext) => Promise<StepOutcome>,
): Effect {
  return { kind: 'effect', perform: (params, context) => perform(params as Static<Schema>, context) };
}
