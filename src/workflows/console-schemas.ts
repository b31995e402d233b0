/** The bodies and replies of the endpoints that the console uses. */

import Type, { type Static } from 'typebox';
import { fixedLimits } from '../configuration/limits.ts';
import { named } from '../http/described.ts';
import { Nullable, Uuid } from '../http/endpoint.ts';
import {
  Changes,
  Definition,
  Deployment,
  ExportDocument,
  Issue,
  LastRun,
  Permissions,
  Stamp,
  Timestamp,
  Workflow,
  WorkflowUpdate,
} from './schemas.ts';

const MOST_LISTED = 100;

export const ListQuery = named(
  'WorkflowListQuery',
  Type.Object({
    text: Type.Optional(
      Type.String({
        maxLength: fixedLimits.nameCharacters,
        description: 'part of the name, the description, or of an id, name, type or tool of a step, in any case',
      }),
    ),
    ownership: Type.Optional(Type.Enum(['mine', 'shared'])),
    state: Type.Optional(
      Type.Enum(['active', 'inactive', 'draft', 'failing'], {
        description: 'inactive: published and turned off; draft: never published; failing: the last run failed',
      }),
    ),
    trigger: Type.Optional(
      Type.String({ maxLength: fixedLimits.nameCharacters, description: 'a type such as trigger.webhook' }),
    ),
    sort: Type.Optional(Type.Enum(['updated', 'name', 'last_run'])),
    skip: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_LISTED })),
  }),
);

const HourOfRuns = named(
  'HourOfRuns',
  Type.Object({ success: Type.Integer(), failed: Type.Integer(), other: Type.Integer() }),
);
export const WorkflowSummary = named(
  'WorkflowSummary',
  Type.Object({
    id: Uuid,
    name: Type.String(),
    description: Type.String(),
    created: Stamp,
    updated: Stamp,
    permissions: Permissions,
    organization_id: Nullable(Uuid),
    active: Type.Boolean(),
    published_version: Nullable(Type.Integer()),
    published_at: Nullable(Timestamp),
    draft_changed: Type.Boolean(),
    steps: Type.Integer(),
    triggers: Type.Array(
      Type.Object({
        node_id: Type.String(),
        type: Type.String(),
        next_run_at: Nullable(Timestamp),
        last_fired_at: Nullable(Timestamp),
      }),
      { description: 'of the published version, or of the draft when nothing is published' },
    ),
    last_run: Nullable(LastRun),
    waiting: Type.Integer({ description: 'runs that wait for people' }),
    day: Type.Object(
      {
        total: Type.Integer(),
        failed: Type.Integer(),
        hours: Type.Array(HourOfRuns, { description: '24, the oldest first' }),
      },
      { description: 'runs that ended or paused in the last 24 hours' },
    ),
  }),
);
export const WorkflowList = named(
  'WorkflowList',
  Type.Object({ total: Type.Integer(), items: Type.Array(WorkflowSummary) }),
);

export const ParamIssue = named(
  'ParamIssue',
  Type.Object({
    ...Issue.properties,
    param: Nullable(Type.String({ description: 'the top-level param of the step' })),
  }),
);
export const CheckRequest = named(
  'WorkflowCheck',
  Type.Object({
    definition: Definition,
    workflow_id: Type.Optional({
      ...Uuid,
      description: 'whose variables the definition sees; without it, those of the caller',
    }),
  }),
);
export const CheckResult = named(
  'WorkflowCheckResult',
  Type.Object({ valid: Type.Boolean(), issues: Type.Array(ParamIssue) }),
);

const RevisionState = {
  revision_id: Uuid,
  updated: Type.Integer({ description: 'when the revision last changed; moves may be merged into a revision' }),
};
export const OpenedWorkflow = named('OpenedWorkflow', Type.Object({ workflow: Workflow, ...RevisionState }));
export const SaveRequest = named(
  'WorkflowSave',
  Type.Object({
    workflow_id: Uuid,
    base_revision_id: Uuid,
    base_updated: Type.Optional(
      Type.Integer({
        description: '`updated` of the base; with it, changes that only move nodes need no new revision',
      }),
    ),
    name: WorkflowUpdate.properties.name,
    description: WorkflowUpdate.properties.description,
    definition: WorkflowUpdate.properties.definition,
    origin: Type.Optional(Type.Enum(['editor'])),
  }),
);
export const SaveResult = named(
  'WorkflowSaveResult',
  Type.Object({ ...RevisionState, issues: Type.Array(ParamIssue) }),
);

const Person = named('VersionPerson', Type.Object({ id: Uuid, name: Type.String(), email: Type.String() }));
export const VersionsQuery = named(
  'VersionsQuery',
  Type.Object({
    workflow_id: Uuid,
    before: Type.Optional(Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1, description: 'only older versions' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  }),
);
export const Versions = Type.Array(
  Type.Object({ version: Type.Integer(), note: Type.String(), at: Timestamp, by: Person }),
);

const AddressedTrigger = named(
  'AddressedTrigger',
  Type.Object({
    node_id: Type.String(),
    name: Type.String(),
    url: Nullable(Type.String({ description: 'null until it is published' })),
    last_called_at: Nullable(Timestamp),
    methods: Type.Optional(Type.Array(Type.String(), { description: 'of a webhook that accepts more than POST' })),
    reply: Type.Optional(Type.String({ description: 'of a webhook whose calls wait for their runs' })),
    verify: Type.Optional(Type.String({ description: 'how a webhook checks its senders' })),
  }),
);

export const Publication = named(
  'Publication',
  Type.Object({
    deployment: Deployment,
    published: Nullable(
      Type.Object({
        version: Type.Integer(),
        note: Type.String(),
        at: Timestamp,
        by: Person,
        definition: Type.Unknown(),
      }),
    ),
    changes: Changes,
    authors: Type.Array(Type.Object({ ...Person.properties, revisions: Type.Integer() }), {
      description: 'of the revisions since the published version',
    }),
    issues: Type.Array(ParamIssue),
    run_as: Nullable(Person),
    schedules: Type.Array(
      Type.Object({
        node_id: Type.String(),
        cron: Type.String(),
        timezone: Type.String(),
        next_runs: Type.Array(Timestamp),
        error: Type.String(),
      }),
      { description: 'of the draft' },
    ),
    webhooks: Type.Array(AddressedTrigger, { description: 'of the draft' }),
    forms: Type.Array(AddressedTrigger, { description: 'of the draft' }),
  }),
);

export const Example = named(
  'WorkflowExample',
  Type.Object({
    id: Type.String(),
    title: Type.String(),
    description: Type.String(),
    features: Type.Array(Type.String()),
    document: ExportDocument,
  }),
);

export type ListQuery = Static<typeof ListQuery>;
export type WorkflowSummary = Static<typeof WorkflowSummary>;
export type WorkflowList = Static<typeof WorkflowList>;
export type ParamIssue = Static<typeof ParamIssue>;
export type CheckResult = Static<typeof CheckResult>;
export type OpenedWorkflow = Static<typeof OpenedWorkflow>;
export type SaveRequest = Static<typeof SaveRequest>;
export type SaveResult = Static<typeof SaveResult>;
export type Person = Static<typeof Person>;
export type Publication = Static<typeof Publication>;
export type Example = Static<typeof Example>;
export type VersionsQuery = Static<typeof VersionsQuery>;
export type Versions = Static<typeof Versions>;
