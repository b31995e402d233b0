import Type, { type Static } from 'typebox';
import { about, named } from '../http/described.ts';
import { Nullable, Uuid } from '../http/endpoint.ts';
import { Timestamp } from '../http/schema-parts.ts';
import { Permissions, Stamp } from '../workflows/schemas.ts';

const StepTry = named(
  'StepTry',
  Type.Object({
    started_at: Timestamp,
    finished_at: about('When it ended; null: it has not.', Nullable(Timestamp)),
    error: about('Why the try failed. Empty when it did not.', Type.String()),
  }),
);

export const Step = named(
  'Step',
  Type.Object({
    node_id: about('The id of the step.', Type.String()),
    node_type: about('The type of the step.', Type.String()),
    status: about(
      '`skipped`: no edge led to it. `waiting`: it waits for a person, a time or a call.',
      Type.Enum(['running', 'waiting', 'success', 'failed', 'skipped']),
    ),
    started_at: about('When it started; null: it has not.', Nullable(Timestamp)),
    finished_at: about('When it ended; null: it has not.', Nullable(Timestamp)),
    handle: about('The exit by which the step was left; null: the only one.', Nullable(Type.String())),
    output_json: about('The output as JSON. Empty while there is none.', Type.String()),
    output_truncated: about('Whether the output is too long to be shown whole.', Type.Boolean()),
    text: about('What the step says about itself, or the text that a model wrote.', Type.String()),
    error: about('What went wrong. Empty when nothing did.', Type.String()),
    file_ids: about('The ids of the files that the step created.', Type.Array(Uuid)),
    conversation_id: about('The conversation that an AI step had; null: none.', Nullable(Uuid)),
    iteration: about(
      'In a loop the indexes of the items, from the innermost loop outward.',
      Type.Array(Type.Integer()),
    ),
    pinned: Type.Optional(
      Type.Literal(true, { description: 'in tests of a draft: the result was given, and the step was not executed' }),
    ),
    tries: Type.Optional(Type.Array(StepTry, { description: 'every try, where there was more than one' })),
    items: Type.Optional(
      Type.Object(
        { done: Type.Integer(), failed: Type.Integer(), per_second: Type.Integer() },
        {
          description:
            'of a loop over a file, records or a query: how many items are over, how many of them failed, and how fast it goes',
        },
      ),
    ),
  }),
);

export const Run = named(
  'Run',
  Type.Object({
    id: Uuid,
    created: about('When it was created, and by whom.', Stamp),
    updated: about('When it was last changed, and by whom.', Stamp),
    permissions: about('What the caller may do with it, and who owns it.', Permissions),
    workflow_id: Uuid,
    organization_id: about('The organization that pays for it; null: none.', Nullable(Uuid)),
    version: about('The published version that it executes; null: the draft.', Nullable(Type.Integer())),
    trigger_node_id: about('The id of the trigger that it starts from.', Type.String()),
    trigger_type: Type.String(),
    trigger_depth: about('How many runs started one another before this one.', Type.Integer()),
    automatic: about('Whether it was started by a trigger and not by a person.', Type.Boolean()),
    input_json: about('The input of the run as JSON.', Type.String()),
    status: about(
      '`queued`: waits for its turn. `running`: executes. `waiting`: waits for a person, a time or a call. The others are ends.',
      Type.Enum(['queued', 'running', 'waiting', 'success', 'failed', 'cancelled']),
    ),
    started_at: about('When it started; null: it has not.', Nullable(Timestamp)),
    active_since: about('When it was last started or continued; null: it has not started.', Nullable(Timestamp)),
    finished_at: about('When it ended; null: it has not.', Nullable(Timestamp)),
    steps: about('The steps that it came to, in the order in which they started.', Type.Array(Step)),
    output_json: about('The output of the run as JSON. Empty while there is none.', Type.String()),
    error: about('Why it failed. Empty when it did not.', Type.String()),
    credits: about('The credits that its steps used.', Type.Number()),
    due_at: Type.Optional(
      Type.Unsafe<number>({ ...Timestamp, description: 'when the run may begin, where that is not at once' }),
    ),
    order_at: Type.Optional(
      Type.Unsafe<number>({
        ...Timestamp,
        description: 'its place in the queue, where it has a head start or a delay',
      }),
    ),
    parent_run_id: Type.Optional(
      Type.Unsafe<string>({ ...Uuid, description: 'the run whose step started this one, which may have been deleted' }),
    ),
    root_run_id: Type.Optional(
      Type.Unsafe<string>({ ...Uuid, description: 'the run with which it all began, which may have been deleted' }),
    ),
    depth: Type.Optional(Type.Integer({ description: 'the number of runs above this one' })),
    labels: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'by which the settings of the workflow let it be found',
      }),
    ),
    next_retry_at: Type.Optional(
      Type.Unsafe<number>({ ...Timestamp, description: 'when a run that failed will be tried again' }),
    ),
  }),
);

export const RunRequest = named(
  'RunRequest',
  Type.Object({
    workflow_id: Uuid,
    input: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({ type: 'object', description: 'run input, as the trigger expects it' }),
    ),
    trigger_node_id: Type.Optional(
      Type.String({
        description: 'trigger to start from; default the first manual one, otherwise the first of any type',
      }),
    ),
  }),
);

export const RunStartRequest = named(
  'RunStartRequest',
  Type.Object({
    ...RunRequest.properties,
    version: Type.Optional(
      Type.Enum(['published', 'draft'], { description: 'what to run; default `published`', default: 'published' }),
    ),
    wait: Type.Optional(
      Type.Boolean({
        description: 'whether to answer when the run has ended or pauses, or as soon as it is queued; default true',
        default: true,
      }),
    ),
  }),
);

export const RunId = named('RunId', Type.Object({ run_id: Uuid }));

export type Run = Static<typeof Run>;
export type Step = Static<typeof Step>;
export type StepTry = Static<typeof StepTry>;
export type RunRequest = Static<typeof RunRequest>;
export type RunStartRequest = Static<typeof RunStartRequest>;
