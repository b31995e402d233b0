import Type, { type Static } from 'typebox';
import { named } from '../http/described.ts';
import { Nullable, Uuid } from '../http/endpoint.ts';

const Time = Type.Integer({ description: 'milliseconds since the epoch' });
const Count = Type.Integer({ minimum: 0 });

export const SettingInEffect = named(
  'SettingInEffect',
  Type.Object({
    area: Type.String(),
    variable: Type.String(),
    value: Nullable(Type.String({ description: 'null for secrets, and when it is not set' })),
    secret: Type.Boolean(),
    set: Type.Boolean({ description: 'whether there is a value, given or by default' }),
    default: Nullable(Type.String()),
    differs: Type.Boolean({ description: 'whether the value is another than the default' }),
    meaning: Type.String(),
  }),
);

export const Installation = named(
  'Installation',
  Type.Object({
    version: Type.String(),
    node_version: Type.String(),
    postgres_version: Type.String(),
    public_url: Type.String(),
    jobs: Type.Object({ waiting: Count, active: Count, dead: Count }),
    runs: Type.Object({ queued: Count, running: Count, waiting: Count }),
    settings: Type.Array(SettingInEffect),
  }),
);

export const HealthCheck = named(
  'HealthCheck',
  Type.Object({
    kind: Type.Enum(['database', 'storage', 'mail', 'model', 'mcp_server']),
    name: Type.String({ description: 'of the model or MCP server; what is used, such as s3 or smtp, for the others' }),
    state: Type.Enum(['ok', 'failed']),
    took_ms: Count,
    error_kind: Nullable(Type.String({ description: 'one word; texts could contain secrets' })),
  }),
);

export const Health = named('Health', Type.Object({ checked_at: Time, checks: Type.Array(HealthCheck) }));

export const InstallationProcess = named(
  'InstallationProcess',
  Type.Object({
    id: Uuid,
    kind: Type.Enum(['serve', 'worker']),
    host: Type.String(),
    pid: Type.Integer(),
    version: Type.String(),
    works: Type.Boolean({ description: 'whether it does background work' }),
    alive: Type.Boolean(),
    is_this: Type.Boolean({ description: 'whether it is the process that answers' }),
    started_at: Time,
    seen_at: Time,
    runs: Count,
    jobs: Count,
  }),
);

export const JobKindCounts = named(
  'JobKindCounts',
  Type.Object({
    kind: Type.String(),
    waiting: Count,
    retrying: Type.Integer({ minimum: 0, description: 'those of the waiting ones that failed before' }),
    active: Count,
    dead: Count,
  }),
);

export const DeadJob = named(
  'DeadJob',
  Type.Object({
    id: Uuid,
    kind: Type.String(),
    attempts: Count,
    error_kind: Nullable(Type.String()),
    created_at: Time,
    failed_at: Nullable(Time),
    ids: Type.Record(Type.String(), Type.String(), { description: 'the ids in its payload, by their names' }),
  }),
);

export const JobsRequest = named(
  'JobsRequest',
  Type.Object({
    kind: Type.Optional(Type.String({ description: 'lists only dead jobs of this kind' })),
    skip: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 100 })),
  }),
);
export const JobList = named(
  'JobList',
  Type.Object({
    kinds: Type.Array(JobKindCounts),
    total: Type.Integer({ minimum: 0, description: 'the number of dead jobs that match' }),
    dead: Type.Array(DeadJob),
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

export const TestMail = named('TestMail', Type.Object({ to: Type.String() }));

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
