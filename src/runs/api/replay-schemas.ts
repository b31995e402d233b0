/** The requests that repeat, cancel and test runs, and their replies. */

import Type, { type Static } from 'typebox';
import { fixedLimits } from '../../configuration/limits.ts';
import { about, named } from '../../http/described.ts';
import { ErrorCode, Nullable, Uuid } from '../../http/endpoint.ts';
import { Timestamp } from '../../http/schema-parts.ts';
import { TestPin } from '../../workflows/tests/schemas.ts';
import { Run, RunId, RunRequest } from '../schemas.ts';
import { RunFilters } from './list-schemas.ts';

const { batch } = fixedLimits.run;

export const RunDefinition = named(
  'RunDefinition',
  Type.Object({
    definition: about('The definition: the steps and the edges between them.', Type.Unknown()),
    version: about('The published version; null: a draft.', Nullable(Type.Integer())),
    revision_id: Nullable(Uuid),
  }),
);

/** A run with what only the console shows of it. */
export const RepeatedRun = named(
  'RepeatedRun',
  Type.Object({
    ...Run.properties,
    revision_id: Nullable(Uuid),
    replay_of: about('The run that it repeats.', Nullable(Uuid)),
    is_test: about('Whether it is a test of the draft.', Type.Boolean()),
  }),
);

const from = Type.String({ description: '`failed`, `start`, or the id of a step' });
const version = Type.Enum(['same', 'published', 'draft'], {
  description: 'which definition is executed: that of the repeated run, the published one or the draft',
});
const keys = Type.Enum(['same', 'new'], {
  description:
    'whether the steps use the idempotency keys of the repeated run; by default they do, unless it is repeated from the start',
});
const reason = Type.Optional(
  Type.String({ maxLength: fixedLimits.run.textCharacters, description: 'why, for those who read about it later' }),
);

export const ReplayRequest = named(
  'ReplayRequest',
  Type.Object({
    ...RunId.properties,
    from,
    version,
    input: RunRequest.properties.input,
    keys: Type.Optional(keys),
    plan: Type.Optional(Type.Boolean({ description: 'only tells which steps would be adopted and executed' })),
  }),
);

const PlannedStep = named(
  'PlannedStep',
  Type.Object({
    node_id: about('The id of the step.', Type.String()),
    node_type: about('The type of the step.', Type.String()),
    effect: Type.Boolean({ description: 'whether the step reaches out of the run' }),
    items: Nullable(Type.Integer({ description: 'for how many items of a loop, where that is known' })),
  }),
);

export const ReplayPlan = named(
  'ReplayPlan',
  Type.Object({
    adopted: about('The steps whose results are taken over.', Type.Array(PlannedStep)),
    executed: about('The steps that are executed.', Type.Array(PlannedStep)),
  }),
);

export const CancelRequest = named('RunCancellation', Type.Object({ ...RunId.properties, reason }));

const chosen = {
  ids: Type.Optional(Type.Array(Uuid, { maxItems: batch.runs })),
  filters: about('All runs that fit these, instead of `ids`.', Type.Optional(RunFilters)),
  dry_run: Type.Optional(Type.Boolean({ description: 'only counts the runs' })),
  most: Type.Optional(
    Type.Integer({ minimum: 1, maximum: batch.runs, description: 'more runs than this are refused' }),
  ),
};

export const ReplayManyRequest = named(
  'ReplayManyRequest',
  Type.Object({
    ...chosen,
    from: about(
      'Whether only the failed steps and those behind them are repeated, or everything.',
      Type.Enum(['failed', 'start']),
    ),
    version,
    keys: Type.Optional(keys),
    per_minute: about(
      'How many are started a minute.',
      Type.Optional(Type.Integer({ minimum: 1, maximum: batch.perMinute })),
    ),
  }),
);

export const BackfillRequest = named(
  'BackfillRequest',
  Type.Object({
    workflow_id: Uuid,
    node_id: Type.String({ maxLength: 64, description: 'a schedule of the published version' }),
    from: about('Milliseconds since 1970; this moment is part of the range.', Timestamp),
    to: Type.Integer({ description: 'milliseconds since the epoch; this moment itself is not part of the range' }),
    again: Type.Optional(
      Type.Boolean({ description: 'also makes runs for times for which there is one already', default: false }),
    ),
    per_minute: about(
      'How many are started a minute.',
      Type.Optional(Type.Integer({ minimum: 1, maximum: batch.perMinute })),
    ),
    dry_run: about('Whether to count only, and to do nothing.', chosen.dry_run),
  }),
);

export const CancelManyRequest = named('CancelManyRequest', Type.Object({ ...chosen, reason }));

export const BatchCount = named(
  'RunBatchCount',
  Type.Object({
    count: Type.Integer(),
    sentence: Type.String({ description: 'what would happen' }),
  }),
);

export const RunBatch = named(
  'RunBatch',
  Type.Object({
    id: Uuid,
    action: about('What is done.', Type.Enum(['replay', 'cancel', 'backfill'])),
    status: Type.Enum(['running', 'done', 'cancelled']),
    sentence: about('What is done, as a sentence.', Type.String()),
    total: Type.Integer(),
    done: Type.Integer({ description: 'how many of the runs are dealt with' }),
    succeeded: about('How many succeeded.', Type.Integer()),
    refusals: Type.Array(
      Type.Object({
        run_id: Uuid,
        code: Type.Optional(ErrorCode),
        detail: about('What is wrong.', Type.String()),
      }),
      { description: `why runs were refused, for the first ${batch.refusals} of them` },
    ),
    created_at: Timestamp,
    finished_at: about('When it ended; null: it has not.', Nullable(Timestamp)),
  }),
);

export const BatchId = named('RunBatchId', Type.Object({ batch_id: Uuid }));

export const TestRequest = named(
  'DraftTest',
  Type.Object({
    ...RunRequest.properties,
    pins: Type.Optional(
      Type.Record(Type.String(), TestPin, { description: 'by the ids of steps; `id[2]` is the third item of a loop' }),
    ),
    until: Type.Optional(Type.String({ description: 'the last step; what is not before it is not executed' })),
    only: Type.Optional(Type.String({ description: 'the only step that is executed' })),
    iteration: Type.Optional(
      Type.Array(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }), {
        maxItems: fixedLimits.run.list.iterationLevels,
        description: 'with `only`: the items of the loops around the step, by default the first ones',
      }),
    ),
    data_run_id: about('The run whose results are used.', Type.Optional(Uuid)),
    effects: Type.Optional(
      Type.Boolean({ description: 'whether steps with effects are executed; otherwise they fail' }),
    ),
    stream: Type.Optional(Type.Boolean({ description: 'answers with the events of the run' })),
  }),
);

export type ReplayRequest = Static<typeof ReplayRequest>;
export type ReplayPlan = Static<typeof ReplayPlan>;
export type RepeatedRun = Static<typeof RepeatedRun>;
export type RunDefinition = Static<typeof RunDefinition>;
export type ReplayManyRequest = Static<typeof ReplayManyRequest>;
export type BackfillRequest = Static<typeof BackfillRequest>;
export type CancelManyRequest = Static<typeof CancelManyRequest>;
export type RunBatch = Static<typeof RunBatch>;
export type BatchCount = Static<typeof BatchCount>;
export type TestRequest = Static<typeof TestRequest>;
