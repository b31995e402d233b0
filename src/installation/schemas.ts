import Type, { type Static } from 'typebox';
import { about, named } from '../http/described.ts';
import { Nullable, Uuid } from '../http/endpoint.ts';
import { Count, limitField, Timestamp } from '../http/schema-parts.ts';

export const SettingInEffect = named(
  'SettingInEffect',
  Type.Object({
    area: about('The area that it belongs to.', Type.String()),
    variable: about('The name of the environment variable.', Type.String()),
    value: Nullable(Type.String({ description: 'null for secrets, and when it is not set' })),
    secret: about('Whether its value is never shown.', Type.Boolean()),
    set: Type.Boolean({ description: 'whether there is a value, given or by default' }),
    default: about('The value when it is not set.', Nullable(Type.String())),
    differs: Type.Boolean({ description: 'whether the value is another than the default' }),
    meaning: about('What it means.', Type.String()),
  }),
);

export const Installation = named(
  'Installation',
  Type.Object({
    version: about('The version of Heddle.', Type.String()),
    node_version: about('The version of Node.js.', Type.String()),
    postgres_version: about('The version of PostgreSQL.', Type.String()),
    public_url: about('The address of the service.', Type.String()),
    jobs: about(
      'The background jobs.',
      Type.Object({
        waiting: about('How many wait.', Count),
        active: about('How many are executed at the moment.', Count),
        dead: about('How many were given up.', Count),
      }),
    ),
    runs: Type.Object({
      queued: about('How many wait for their turn.', Count),
      running: about('How many are executing.', Count),
      waiting: about('How many wait.', Count),
    }),
    settings: Type.Array(SettingInEffect),
  }),
);

export const HealthCheck = named(
  'HealthCheck',
  Type.Object({
    kind: Type.Enum(['database', 'storage', 'mail', 'model', 'mcp_server']),
    name: Type.String({ description: 'of the model or MCP server; what is used, such as s3 or smtp, for the others' }),
    state: Type.Enum(['ok', 'failed']),
    took_ms: about('How long it took, in milliseconds.', Count),
    error_kind: Nullable(Type.String({ description: 'one word; texts could contain secrets' })),
  }),
);

export const Health = named(
  'Health',
  Type.Object({
    checked_at: Timestamp,
    checks: Type.Array(HealthCheck),
  }),
);

export const InstallationProcess = named(
  'InstallationProcess',
  Type.Object({
    id: Uuid,
    kind: Type.Enum(['serve', 'worker']),
    host: about('The name of the machine.', Type.String()),
    pid: about('The id of the process on its machine.', Type.Integer()),
    version: about('The version of Heddle.', Type.String()),
    works: Type.Boolean({ description: 'whether it does background work' }),
    alive: about('Whether it has reported lately.', Type.Boolean()),
    is_this: Type.Boolean({ description: 'whether it is the process that answers' }),
    started_at: Timestamp,
    seen_at: about('When it last reported.', Timestamp),
    runs: about('How many runs it executes at the moment.', Count),
    jobs: about('How many background jobs it executes at the moment.', Count),
  }),
);

export const JobKindCounts = named(
  'JobKindCounts',
  Type.Object({
    kind: Type.String(),
    waiting: about('How many wait.', Count),
    retrying: Type.Integer({ minimum: 0, description: 'those of the waiting ones that failed before' }),
    active: about('How many are executed at the moment.', Count),
    dead: about('How many were given up.', Count),
  }),
);

export const DeadJob = named(
  'DeadJob',
  Type.Object({
    id: Uuid,
    kind: Type.String(),
    attempts: about('How often it was tried.', Count),
    error_kind: Nullable(Type.String()),
    created_at: Timestamp,
    failed_at: about('When it was given up.', Nullable(Timestamp)),
    ids: Type.Record(Type.String(), Type.String(), { description: 'the ids in its payload, by their names' }),
  }),
);

export const JobsRequest = named(
  'JobsRequest',
  Type.Object({
    kind: Type.Optional(Type.String({ description: 'lists only dead jobs of this kind' })),
    skip: about(
      'How many to leave out at the beginning.',
      Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })),
    ),
    limit: limitField(200, { default: 100 }),
  }),
);
export const JobList = named(
  'JobList',
  Type.Object({
    kinds: about('Every kind of job, also those of which there is none.', Type.Array(JobKindCounts)),
    total: Type.Integer({ minimum: 0, description: 'the number of dead jobs that match' }),
    dead: about('Those that used up their attempts, the latest first.', Type.Array(DeadJob)),
  }),
);

export const JobChoice = named(
  'JobChoice',
  Type.Object({
    id: Type.Optional(Uuid),
    kind: Type.Optional(Type.String({ minLength: 1, description: 'means all dead jobs of this kind' })),
  }),
);
export const JobsChanged = named('JobsChanged', Type.Object({ count: Count }));

export const TestMail = named(
  'TestMail',
  Type.Object({ to: about('The address that the mail was sent to.', Type.String()) }),
);

export type SettingInEffect = Static<typeof SettingInEffect>;
export type Installation = Static<typeof Installation>;
export type HealthCheck = Static<typeof HealthCheck>;
export type Health = Static<typeof Health>;
export type InstallationProcess = Static<typeof InstallationProcess>;
export type JobKindCounts = Static<typeof JobKindCounts>;
export type DeadJob = Static<typeof DeadJob>;
export type JobsRequest = Static<typeof JobsRequest>;
export type JobList = Static<typeof JobList>;
export type JobChoice = Static<typeof JobChoice>;
