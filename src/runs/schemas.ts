import Type, { type Static } from 'typebox';
import { named } from '../http/described.ts';
import { Nullable, Uuid } from '../http/endpoint.ts';
import { Permissions, Stamp, Timestamp } from '../workflows/schemas.ts';

const StepTry = named(
  'StepTry',
  Type.Object({
    started_at: Timestamp,
    finished_at: Nullable(Timestamp),
    error: Type.String(),
  }),
);

export const Step = named(
  'Step',
  Type.Object({
    node_id: Type.String(),
    node_type: Type.String(),
    status: Type.Enum(['running', 'waiting', 'success', 'failed', 'skipped']),
    started_at: Nullable(Timestamp),
    finished_at: Nullable(Timestamp),
    handle: Nullable(Type.String()),
    output_json: Type.String(),
    output_truncated: Type.Boolean(),
    text: Type.String(),
    error: Type.String(),
    file_ids: Type.Array(Uuid),
    conversation_id: Nullable(Uuid),
    iteration: Type.Array(Type.Integer()),
    pinned: Type.Optional(
      Type.Literal(true, { description: 'in tests of a draft: the result was given, and the step was not executed' }),
    ),
    tries: Type.Optional(Type.Array(StepTry, { description: 'every try, where there was more than one' })),
  }),
);

export const Run = named(
  'Run',
  Type.Object({
    id: Uuid,
    created: Stamp,
    updated: Stamp,
    permissions: Permissions,
    workflow_id: Uuid,
    organization_id: Nullable(Uuid),
    version: Nullable(Type.Integer()),
    trigger_node_id: Type.String(),
    trigger_type: Type.String(),
    trigger_depth: Type.Integer(),
    automatic: Type.Boolean(),
    input_json: Type.String(),
    status: Type.Enum(['queued', 'running', 'waiting', 'success', 'failed', 'cancelled']),
    started_at: Nullable(Timestamp),
    active_since: Nullable(Timestamp),
    finished_at: Nullable(Timestamp),
    steps: Type.Array(Step),
    output_json: Type.String(),
    error: Type.String(),
    credits: Type.Number(),
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
