/** The filters, items and statistics of lists of runs. */

import Type, { type Static } from 'typebox';
import { fixedLimits } from '../../configuration/limits.ts';
import { settingsLimits } from '../../engine/settings-limits.ts';
import { about, named } from '../../http/described.ts';
import { Nullable, Uuid } from '../../http/endpoint.ts';
import { limitField, Timestamp } from '../../http/schema-parts.ts';
import { Permissions } from '../../workflows/schemas.ts';
import { Run, Step } from '../schemas.ts';
import { Place } from './concurrency.ts';
import { FailureState, RunFailure } from './failure-schemas.ts';

const { list } = fixedLimits.run;

/** The years up to 9999, which every part of the service can represent. */
const Time = Type.Integer({
  minimum: 0,
  maximum: Date.UTC(9999, 11, 31),
  description: 'milliseconds since the epoch',
});

const filters = {
  whose: Type.Optional(
    Type.Enum(['mine', 'team'], {
      description:
        '`mine`: only runs that execute on behalf of the user; `team`, the default: also those of workflows that the user may change',
    }),
  ),
  workflow_id: Type.Optional(Uuid),
  status: about(
    'Only runs with one of these statuses.',
    Type.Optional(Type.Array(Run.properties.status, { maxItems: 6 })),
  ),
  trigger_type: Type.Optional(
    Type.Array(Type.String({ maxLength: fixedLimits.nameCharacters }), { maxItems: list.triggerTypes }),
  ),
  version: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }), Type.Literal('draft')], {
      description: 'a published version, or `draft`',
    }),
  ),
  automatic: about('Only runs that a trigger started, or only the others.', Type.Optional(Type.Boolean())),
  is_test: about('Only tests of drafts, or only other runs.', Type.Optional(Type.Boolean())),
  text: Type.Optional(
    Type.String({
      maxLength: list.textCharacters,
      description: 'what the id, the error or the input contains, in upper or lower case',
    }),
  ),
  from: about('Only runs that were created then or later.', Type.Optional(Time)),
  to: about('Only runs that were created before then.', Type.Optional(Time)),
  failure_state: about(
    'Only failures that somebody has to deal with, or has dealt with, in one of these states.',
    Type.Optional(Type.Array(FailureState, { maxItems: 4 })),
  ),
  assignee_id: about('Only failures that are assigned to this user.', Type.Optional(Uuid)),
  replay_of: about('The run that it repeats.', Type.Optional(Uuid)),
  parent_run_id: about('The run whose step started it.', Type.Optional(Uuid)),
  parent_node_id: Type.Optional(
    Type.String({ maxLength: fixedLimits.nameCharacters, description: 'the step of the run `parent_run_id`' }),
  ),
  parent_iteration: about(
    'The items of the loops around the step that started it.',
    Type.Optional(Type.Array(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }), { maxItems: list.iterationLevels })),
  ),
  labels: Type.Optional(
    Type.Record(
      Type.String({ pattern: '^[a-z][a-z0-9_]{0,39}$' }),
      Type.String({ maxLength: settingsLimits.labelCharacters }),
      {
        additionalProperties: false,
        maxProperties: settingsLimits.labels,
        description: 'labels that a run must have, each with its value',
      },
    ),
  ),
};

export const RunFilters = named('RunFilters', Type.Object(filters));
export const RunListRequest = named(
  'RunListRequest',
  Type.Object({
    ...filters,
    limit: limitField(list.items),
    before: Type.Optional(Type.String({ maxLength: 100, description: 'the `next` of the page before' })),
  }),
);
export const RunStatsRequest = named(
  'RunStatsRequest',
  Type.Object({
    ...filters,
    buckets: about(
      'Into how many parts the period is divided.',
      Type.Optional(Type.Integer({ minimum: 1, maximum: list.buckets })),
    ),
  }),
);

const summary = {
  id: Run.properties.id,
  created: Run.properties.created,
  workflow_id: Run.properties.workflow_id,
  workflow_name: Type.String(),
  version: Run.properties.version,
  revision_id: about('The revision that it executes; null: a published version.', Nullable(Uuid)),
  trigger_node_id: Run.properties.trigger_node_id,
  trigger_type: Run.properties.trigger_type,
  automatic: Run.properties.automatic,
  status: Run.properties.status,
  started_at: Run.properties.started_at,
  finished_at: Run.properties.finished_at,
  credits: Run.properties.credits,
  error: Run.properties.error,
  failure: about(
    'Of a run that failed: what people do about it. Left out where nobody has to deal with it.',
    Type.Optional(RunFailure),
  ),
  replay_of: about('The run that it repeats; null: none.', Nullable(Uuid)),
  is_test: about('Whether it is a test of the draft.', Type.Boolean()),
  labels: Run.properties.labels,
  next_retry_at: Run.properties.next_retry_at,
  held: Type.Optional(
    Type.Enum(['time', 'place'], {
      description: 'what a queued run waits for before it can begin: its time, or a place among the runs of a limit',
    }),
  ),
  due_at: Run.properties.due_at,
  parent_run_id: Run.properties.parent_run_id,
  parent_node_id: Type.Optional(Type.String({ description: 'the step that started the run' })),
  parent_iteration: about(
    'The items of the loops around the step that started the run.',
    Type.Optional(Type.Array(Type.Integer())),
  ),
  root_run_id: Run.properties.root_run_id,
  depth: Run.properties.depth,
};

export const RunSummary = named('RunSummary', Type.Object(summary));

export const RunPage = named(
  'RunPage',
  Type.Object({
    items: Type.Array(RunSummary),
    next: Nullable(
      Type.String({ description: 'where the next page begins; a page may be short and still have a next' }),
    ),
  }),
);

const Bucket = named(
  'RunStatsBucket',
  Type.Object({
    at: about('When it begins.', Timestamp),
    success: about('How many succeeded.', Type.Integer()),
    failed: about('How many failed.', Type.Integer()),
    cancelled: about('How many were cancelled.', Type.Integer()),
    open: Type.Integer({ description: 'queued, running and waiting' }),
  }),
);
export const RunStats = named(
  'RunStats',
  Type.Object({
    from: about('The beginning of the period.', Timestamp),
    to: about('The end of the period.', Timestamp),
    buckets: about('The parts of the period.', Type.Array(Bucket)),
  }),
);

export const StepSummary = named(
  'StepSummary',
  Type.Object({
    ...Step.properties,
    output_json: Type.String({ description: `the first ${list.outputCharacters} characters` }),
    output_characters: Type.Integer({ description: 'the length of what is stored of the output' }),
  }),
);

export const RunDetails = named(
  'RunDetails',
  Type.Object({
    ...summary,
    places: Type.Optional(Type.Array(Place, { description: 'of a run that is held: the limits that it waits for' })),
    input_json: Type.String(),
    output_json: Type.String(),
    permissions: about('What the caller may do with it, and who owns it.', Permissions),
    steps: Type.Array(StepSummary),
  }),
);

export const StepParams = named(
  'StepParams',
  Type.Object({
    params_json: about(
      'The params as their templates were rendered, as JSON; empty when there are none to show. Secrets and headers ' +
        'that look like credentials are masked.',
      Type.String(),
    ),
    params_truncated: about(
      `Whether only the first ${fixedLimits.run.list.paramsCharacters} characters are shown.`,
      Type.Boolean(),
    ),
    problems: about(
      'The params that could not be rendered.',
      Type.Array(
        Type.Object({
          param: about('The name of the param.', Type.String()),
          message: about('What is wrong with it.', Type.String()),
        }),
      ),
    ),
    unavailable: about('Why nothing can be shown; empty otherwise.', Type.String()),
  }),
);

export const StepRequest = named(
  'StepRequest',
  Type.Object({
    run_id: Uuid,
    node_id: about('The id of the step.', Type.String()),
    iteration: about(
      'In loops, as the run shows it for the step.',
      Type.Array(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }), { maxItems: list.iterationLevels }),
    ),
  }),
);

export type RunFilters = Static<typeof RunFilters>;
export type RunListRequest = Static<typeof RunListRequest>;
export type RunStatsRequest = Static<typeof RunStatsRequest>;
export type RunSummary = Static<typeof RunSummary>;
export type RunPage = Static<typeof RunPage>;
export type RunStats = Static<typeof RunStats>;
export type RunDetails = Static<typeof RunDetails>;
export type StepSummary = Static<typeof StepSummary>;
export type StepParams = Static<typeof StepParams>;
